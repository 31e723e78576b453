// SPDX-License-Identifier: Apache-2.0
// Graphs in processes of their own: how they sound, what their crashes do, and what those leave
// alone.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("An isolated session", .serialized)
struct IsolationTests {
  private static let roundTrip = FragileRig.roundTrip
  private static let turn = 24_000

  /// Noise that repeats every `turn` frames, so that each turn can be compared with the one before.
  private static func noise(_ seed: UInt64, frames: Int) -> [Float] {
    var numbers = SeededNumbers(seed: seed)
    let once = numbers.samples(turn)
    return (0..<frames).map { once[$0 % turn] }
  }

  @Test("is heard one cycle later, sample by sample, and says so")
  func passes() async throws {
    try await FragileRig.run { tarmac, source, ears in
      let input = Self.noise(1, frames: 12_000)
      let silence = [Float](repeating: 0, count: 12_000)
      let expected = Array(
        silence.prefix(Self.roundTrip)
          + input.dropLast(Self.roundTrip).map { $0 * FragileRig.level }
      )
      // Its gate may still be opening.
      try ears.wait(frames: 2_048)
      let isHeard = try FragileRig.attempt("glass", of: tarmac) {
        try source.play([silence, silence, input], heardBy: ears)[2] == expected
      }
      #expect(isHeard)
      let isolation = try #require(try tarmac.session("glass").isolation)
      #expect(isolation.latency_frames == Self.roundTrip && isolation.losses == 0)
      #expect(isolation.process != nil)
      #expect(try tarmac.session("plain").isolation == nil)
    }
  }

  @Test("stands still while it is inactive, and ends with the rig")
  func rests() async throws {
    try await FragileRig.run { tarmac, source, ears in
      func runs() throws -> Int { try tarmac.session("glass").plugins[0].runs }
      _ = try tarmac.ask(DeactivateRequest(session: "glass"))
      try tarmac.wait("its graph to stand still") {
        let before = try runs()
        try ears.wait(frames: 12_000)
        return try runs() == before
      }
      let before = try runs()
      _ = try tarmac.ask(ActivateRequest(session: "glass"))
      try tarmac.wait("its graph to run") { try runs() > before }
      let process = try #require(try tarmac.session("glass").isolation?.process)
      tarmac.end(SIGINT)
      #expect(tarmac.exitStatus == 0)
      #expect(ears.ports(matching: "^rig").isEmpty)
      #expect(kill(pid_t(process), 0) == -1 && errno == ESRCH)
    }
  }

  @Test("gives plugins back what they were given: values, parameters, states")
  func remembers() async throws {
    try await FragileRig.run { tarmac, _, _ in
      func set(_ path: String, _ value: String) throws {
        _ = try tarmac.ask(SetRequest(path: "glass.\(path)", value: value))
      }
      func wait(_ path: String, for value: String) throws {
        try tarmac.wait("\(path) to be \(value)") {
          try tarmac.ask(GetRequest(path: "glass.\(path)")).map(\.value) == [value]
        }
      }
      try set("memory.new", "7")
      try wait("memory.value", for: "7")
      let folder = tarmac.folder.appending(path: "seven").path
      _ = try tarmac.ask(PluginSaveRequest(plugin: "glass.memory", folder: folder))
      try set("memory.new", "9")
      try wait("memory.value", for: "9")
      _ = try tarmac.ask(PluginRestoreRequest(plugin: "glass.memory", folder: folder))
      try wait("memory.value", for: "7")
      // From here on only the saved state has the values.
      try set("memory.new", "0")
      try set("params.int", "4711")
      try set("fragile.rude", "1")
      try tarmac.wait("its return") {
        try tarmac.session("glass").isolation?.losses == 1 && FragileRig.isUp(tarmac)
      }
      try wait("memory.value", for: "7")
      try wait("params.int", for: "4711")
      let after = tarmac.folder.appending(path: "after").path
      _ = try tarmac.ask(PluginSaveRequest(plugin: "glass.params", folder: after))
      let state = try String(contentsOfFile: after + "/state.ttl", encoding: .utf8)
      #expect(state.contains("4711"))
      #expect(throws: ControlClientError.self) {
        try tarmac.ask(PluginRestoreRequest(plugin: "glass.memory", folder: after))
      }
    }
  }

  @Test("is alone with its crashes: all others sound as if nothing had happened, and it is back")
  func crashes() async throws {
    let wanted = ProcessInfo.processInfo.environment["TARMAC_CRASHES"].flatMap { Int($0) } ?? 6
    try await FragileRig.run { tarmac, source, ears in
      var numbers = SeededNumbers(seed: 50)
      // A second for the return, and one that shows that it lasts, in most cases.
      let frames = 48_000 * (5 + 3 * wanted)
      let inputs = [
        Self.noise(2, frames: frames), Self.noise(3, frames: frames), Self.noise(4, frames: frames),
      ]
      let heard = try source.play(inputs, heardBy: ears, tail: 0) {
        // The crashes start once the other sessions have played enough to be predicted.
        try source.wait(frames: 3 * 48_000)
        for number in 0..<wanted {
          let kind = "\(number % 3 + 1)"
          _ = try tarmac.ask(SetRequest(path: "glass.fragile.rude", value: kind))
          try tarmac.wait("its return") {
            try tarmac.session("glass").isolation?.losses == number + 1 && FragileRig.isUp(tarmac)
          }
          try source.wait(frames: Int.random(in: 50_000...80_000, using: &numbers))
        }
      }
      let plain = heard[0].indices.first { heard[0][$0] != inputs[0][$0] }
      #expect(plain == nil, "what goes straight through differs at frame \(plain ?? 0)")
      let wet = heard[1].indices.dropFirst(2 * Self.turn).first {
        heard[1][$0].bitPattern != heard[1][$0 - Self.turn].bitPattern
      }
      #expect(wet == nil, "what goes through a filter differs at frame \(wet ?? 0)")
      let hearing = Self.listen(to: heard[2], input: inputs[2])
      let gaps = hearing.gaps
      // An overloaded machine adds silences of its own.
      #expect(gaps.count >= wanted, "\(gaps)")
      let xruns = try tarmac.ask(StatusRequest()).server.xruns
      #expect(hearing.odd.count <= xruns, "\(hearing.odd.prefix(50))")
      let longest = gaps.max() ?? 0
      print(
        "\(wanted) crashes: the longest silence was \(longest / 48) ms, the mean \(gaps.reduce(0, +) / 48 / max(wanted, 1)) ms"
      )
      let isolation = try #require(try tarmac.session("glass").isolation)
      #expect(isolation.losses == wanted && isolation.state == "running")
    }
  }

  /// The sound of the isolated session, cycle by cycle.
  private struct Hearing {
    /// The lengths of silences in frames; short ones are blocks that were not ready in time.
    var gaps: [Int] = []
    /// Cycles that are neither silent nor right, and by how many cycles they are late: JACK, itself
    /// late, has left a client out once, and repeats the client's last output.
    var odd: [(cycle: Int, late: Int?)] = []
  }

  /// Compares the sound with the input, which it follows by the round trip.
  private static func listen(to heard: [Float], input: [Float]) -> Hearing {
    let cycle = roundTrip
    var hearing = Hearing()
    var silent = 0
    func matches(_ start: Int, delay: Int) -> Bool {
      (start..<start + cycle).allSatisfy { heard[$0] == input[$0 - delay] * FragileRig.level }
    }
    for start in stride(from: roundTrip, through: heard.count - cycle, by: cycle) {
      let isSilent = heard[start..<start + cycle].allSatisfy { $0 == 0 }
      // The first block after a silence opens a gate.
      if !isSilent, silent == 0, !matches(start, delay: roundTrip) {
        let other = (-8...8).first {
          matches(start, delay: min(max(roundTrip + $0 * cycle, 0), start))
        }
        hearing.odd.append((start / cycle, other))
      }
      if !isSilent, silent > 0 {
        if silent > 2_048 { hearing.gaps.append(silent) }
        silent = 0
      }
      if isSilent { silent += cycle }
    }
    if silent > 0 { hearing.gaps.append(silent) }
    return hearing
  }

  @Test("is back as it was when its process ends in other ways, and waits longer if it can't live")
  func ends() async throws {
    try await FragileRig.run { tarmac, source, ears in
      let first = try #require(try tarmac.session("glass").isolation?.process)
      try source.wait(frames: 60_000)
      kill(pid_t(first), SIGKILL)
      try tarmac.wait("another process") {
        let isolation = try tarmac.session("glass").isolation
        return try isolation?.process != first && isolation?.losses == 1 && FragileRig.isUp(tarmac)
      }
      #expect(try tarmac.session("glass").isolation?.lastLoss == "its process was killed (SIGKILL)")
      try source.wait(frames: 60_000)
      _ = try tarmac.ask(SetRequest(path: "glass.fragile.rude", value: "4"))
      try tarmac.wait("the next one") {
        try tarmac.session("glass").isolation?.losses == 2 && FragileRig.isUp(tarmac)
      }
      let ended = "plugin 'fragile' ended its process in run()"
      #expect(try tarmac.session("glass").isolation?.lastLoss == ended)
      try tarmac.waitForLog("Session 'glass' is back after")
      // One loss after the other: the rig does not spend its time on restarts.
      for losses in 3...4 {
        try tarmac.wait("a process") { try tarmac.session("glass").isolation?.process != nil }
        if let process = try tarmac.session("glass").isolation?.process {
          kill(pid_t(process), SIGKILL)
        }
        try tarmac.wait("loss \(losses)") {
          try tarmac.session("glass").isolation?.losses ?? 0 >= losses
        }
      }
      try tarmac.wait("patience") { try tarmac.log("it is started again in ") }
      try tarmac.wait("its return") { try FragileRig.isUp(tarmac) }
    }
  }
}
