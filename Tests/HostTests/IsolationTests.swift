// SPDX-License-Identifier: Apache-2.0
// Graphs in processes of their own: what they sound like, what their crashes do, and what those leave alone.

import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("An isolated session", .serialized)
struct IsolationTests {
  /// The graph's way there and back, in frames: two cycles.
  private static let way = 512
  private static let turn = 24_000

  /// Noise that repeats every `turn` frames, so that each turn can be compared with the one before.
  private static func noise(_ seed: UInt64, frames: Int) -> [Float] {
    var numbers = SeededNumbers(seed: seed)
    let once = numbers.samples(turn)
    return (0..<frames).map { once[$0 % turn] }
  }

  @Test("is heard two cycles later, sample by sample, and says so")
  func passes() async throws {
    try await FragileRig.run { tarmac, source, ears in
      let input = Self.noise(1, frames: 48_000)
      let silence = [Float](repeating: 0, count: 48_000)
      let heard = try source.play([silence, silence, input], heardBy: ears)[2]
      let expected =
        silence.prefix(Self.way) + input.dropLast(Self.way).map { $0 * FragileRig.level }
      #expect(heard == Array(expected))
      let isolation = try #require(try tarmac.session("glass").isolation)
      #expect(isolation.way_frames == Self.way && isolation.losses == 0)
      #expect(isolation.client == "rig-glass" && isolation.process != nil)
      #expect(try tarmac.session("plain").isolation == nil)
      #expect(ears.connections(of: "rig:glass_send_1") == ["rig-glass:in_1"])
      #expect(ears.connections(of: "rig:glass_return_1") == ["rig-glass:out_1"])
    }
  }

  @Test("stands still while it is inactive, and leaves JACK with the rig")
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

  @Test("is alone with its crashes: all others sound as if nothing had happened, and it is back")
  func crashes() async throws {
    let wanted = ProcessInfo.processInfo.environment["TARMAC_CRASHES"].flatMap { Int($0) } ?? 6
    try await FragileRig.run { tarmac, source, ears in
      var numbers = SeededNumbers(seed: 50)
      let moments = (0..<wanted).map { _ in Double.random(in: 1.1...1.9, using: &numbers) }
      let frames = Int((moments.reduce(0, +) + 4) * 48_000)
      let inputs = [
        Self.noise(2, frames: frames), Self.noise(3, frames: frames), Self.noise(4, frames: frames),
      ]
      let start = source.frameAhead()
      ears.beginCapture(frames: frames, from: start)
      source.play(inputs, at: start)
      // Nothing happens until the others can be known from what they have done.
      try source.wait(frames: 3 * 48_000)
      for (number, moment) in moments.enumerated() {
        let kind = "\(number % 3 + 1)"
        _ = try tarmac.ask(SetRequest(path: "glass.fragile.rude", value: kind))
        try source.wait(frames: Int(moment * 48_000))
      }
      let heard = try ears.endCapture()
      for (name, samples) in [("plain", heard[0]), ("wet", heard[1])] {
        let other = Self.firstDifference(in: samples)
        #expect(other == nil, "\(name) differs from itself at frame \(other ?? 0)")
      }
      let gaps = try Self.gaps(in: heard[2], of: inputs[2])
      #expect(gaps.count == wanted, "\(gaps)")
      let longest = gaps.max() ?? 0
      #expect(longest < 48_000, "\(gaps)")
      print(
        "\(wanted) crashes: the longest silence was \(longest / 48) ms, the mean \(gaps.reduce(0, +) / 48 / max(wanted, 1)) ms"
      )
      let isolation = try #require(try tarmac.session("glass").isolation)
      #expect(isolation.losses == wanted && isolation.state == "running")
    }
  }

  /// The first frame from the third turn on that is not what it was a turn before.
  private static func firstDifference(in samples: [Float]) -> Int? {
    (2 * turn..<samples.count).first { samples[$0].bitPattern != samples[$0 - turn].bitPattern }
  }

  /// The lengths of the silences in what is else exactly the delayed input; short ones are late blocks.
  private static func gaps(in heard: [Float], of input: [Float]) throws -> [Int] {
    var gaps: [Int] = []
    var silent = 0
    for frame in way..<heard.count {
      if heard[frame] == input[frame - way] * FragileRig.level {
        if silent > 2_048 { gaps.append(silent) }
        silent = 0
      } else {
        try #require(heard[frame] == 0, "frame \(frame) is neither silent nor right")
        silent += 1
      }
    }
    if silent > 0 { gaps.append(silent) }
    return gaps
  }

  @Test(
    "is back as it was when its process ends in other ways, and waits longer if it can't live",
    .timeLimit(.minutes(2))
  )
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
      #expect(try tarmac.session("glass").isolation?.lastLoss == "its process has ended")
      #expect(try tarmac.log("Session 'glass' is back after"))
      // One loss after the other: the rig does not spend its time on it.
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
