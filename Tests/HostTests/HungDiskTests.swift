// SPDX-License-Identifier: Apache-2.0
// A disk that does not answer silences what plays from it, and nothing else.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Testing

@Suite("A disk that does not answer", .serialized)
struct HungDiskTests {
  private static let siren: Float = 0.25

  private static func preset(in folder: URL) -> String {
    let mount = folder.appending(path: "mount").path
    return """
      tarmac: 1
      routes:
        hall: { role: lineOut, ports: [ "ears:in_1" ] }
        booth: { role: lineOut, ports: [ "ears:in_2" ] }
      sessions:
        far:
          category: ambient
          active: true
          source: { player: \(mount)/far.wav, channels: 1, loop: on }
          sends: [ { to: hall } ]
        near:
          category: ambient
          active: true
          source: { player: \(folder.path)/near.wav, channels: 1, loop: on }
          sends: [ { to: booth } ]
      interrupters:
        alarm:
          source: { player: \(mount)/siren.wav, channels: 1, loop: on }
          sends: [ { to: hall } ]
      """
  }

  /// Runs a rig whose deck `far`, siren and second preset are on a disk that may hang.
  private func run(
    _ body: (HungRig, Listener) async throws -> Void
  ) async throws {
    // The text of a preset is written before its folder is known.
    let name = "/tmp/tarmac-hung-\(UUID().uuidString.prefix(8))"
    let files = URL(filePath: name)
    let mount = files.appending(path: "mount")
    try FileManager.default.createDirectory(at: mount, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let preset = Self.preset(in: files)
    try preset.write(to: mount.appending(path: "rig.yaml"), atomically: true, encoding: .utf8)
    try mount.write([Float](repeating: 0.125, count: 48_000 * 20), as: "far.wav")
    try mount.write([Float](repeating: Self.siren, count: 48_000 * 2), as: "siren.wav")
    let counting = (0..<CountingJudge.turn).map(CountingJudge.sample)
    try files.write(counting, as: "near.wav")
    try await RunningTarmac.run(preset, shell: DiskFaults.shell) { folder in
      try DiskFaults.prepare(in: folder)
    } _: { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      let rig = HungRig(
        tarmac: tarmac,
        faults: DiskFaults(in: tarmac.folder),
        mount: mount,
        files: files
      )
      try tarmac.wait("both decks to be heard") {
        try ears.capture(frames: 256).allSatisfy { !$0.contains(0) }
      }
      try await body(rig, ears)
      ears.close()
    }
  }

  @Test("is named where people look, and what plays from elsewhere loses no frame")
  func named() async throws {
    try await run { rig, ears in
      let tarmac = rig.tarmac
      _ = try tarmac.ask(
        RecordStartRequest(subject: "hall", file: rig.mount.appending(path: "hall.wav").path)
      )
      try rig.faults.hang([.read, .write], below: rig.mount)
      // The ring of a player lasts 1.4 s.
      let heard = try ears.capture(frames: 48_000 * 2)
      var judge = CountingJudge(longestFade: 0)
      for sample in heard[1] { judge.hear(sample) }
      #expect(judge.findings.rightFrames >= heard[1].count - 1)
      #expect(heard[0].suffix(4_800).allSatisfy { $0 == 0 }, "the deck on the disk is silent")
      let status = try tarmac.ask(StatusRequest())
      let far = try #require(status.sessions.first { $0.name == "far" }?.sources.first)
      #expect(try #require(far.disk_wait_seconds) > 0.5)
      #expect(status.recordings.first?.disk_wait_seconds != nil)
      #expect(status.sessions.first { $0.name == "near" }?.sources.first?.disk_wait_seconds == nil)
      #expect(try tarmac.command("status").components(separatedBy: "waits for its disk").count == 3)
      #expect(try tarmac.command("explain", "far").contains("waits for its disk"))
      let path = "far.sources.\(far.name).disk_wait_seconds"
      #expect(try tarmac.command("get", path).contains(where: \.isNumber))
      let player = "Player '\(far.name)' of 'far'"
      try tarmac.wait("the log") { try tarmac.log("\(player) waits for its disk") }
      // What is asked for meanwhile is answered, and the last word counts.
      for action in [.seek(seconds: 5), .pause, .seek(seconds: 12)] as [PlayerRequest.Action] {
        let answer = try tarmac.ask(PlayerRequest(session: "far", source: nil, action: action))
        #expect(answer.disk_wait_seconds != nil)
      }
      try rig.faults.release()
      try tarmac.wait("the place that was asked for last") {
        let far = try tarmac.session("far").sources[0]
        return far.disk_wait_seconds == nil && far.position_seconds == 12 && far.isPlaying == false
      }
      _ = try tarmac.ask(PlayerRequest(session: "far", source: nil, action: .play))
      try tarmac.wait("the end of it in the log") { try tarmac.log("\(player) goes on") }
      #expect(try tarmac.count("\(player) waits for its disk") == 1)
      #expect(try ears.capture(frames: 256)[0].allSatisfy { $0 == 0.125 })
      _ = try tarmac.ask(RecordStopRequest(subject: "hall"))
    }
  }

  /// A kind of call that hangs, and how long the alarm is heard meanwhile: once longer than any ring lasts.
  private static let kinds: [(DiskFaults.Calls, Int)] = [
    (.read, 80_000), (.write, 4_800), (.open, 4_800), (.look, 4_800), (.seek, 4_800),
    (.close, 4_800),
  ]

  @Test("keeps no alarm from being heard and no client waiting, whichever call hangs")
  func alarm() async throws {
    try await run { rig, ears in
      let tarmac = rig.tarmac
      let kept = rig.files.appending(path: "booth.wav").path
      _ = try tarmac.ask(RecordStartRequest(subject: "booth", file: kept))
      for (index, (call, frames)) in Self.kinds.enumerated() {
        // What is stopped, closed and completed while the disk hangs is open before.
        let open = rig.mount.appending(path: "open\(index).wav").path
        _ = try tarmac.ask(RecordStartRequest(subject: "hall", file: open))
        try await rig.hang(call, round: index) {
          // Whoever moves a player whose disk hangs hears of it soon, and others at once.
          let seek = try rig.time {
            _ = try tarmac.ask(
              PlayerRequest(session: "far", source: nil, action: .seek(seconds: Double(index + 1)))
            )
          }
          let set = try rig.time {
            _ = try tarmac.ask(SetRequest(path: "near.fader_db", value: "0"))
          }
          let status = try rig.time { _ = try tarmac.ask(StatusRequest()) }
          var begin = 0.0
          let heard = try ears.capture(tail: frames) {
            begin = try rig.time { _ = try tarmac.ask(InterruptBeginRequest(interrupter: "alarm")) }
          }
          // The capture begins before the alarm is asked for; from here on nothing else is heard.
          let first = (heard[0].lastIndex { $0 != Self.siren } ?? -1) + 1
          let milliseconds = first / 48
          #expect(heard[0].count - first >= frames / 2, "it goes on, with \(call)")
          #expect(milliseconds < 1_000, "\(call)")
          #expect([seek, set, status, begin].allSatisfy { $0 < 2_000 })
          rig.note(
            "\(call): seek \(seek), set \(set), status \(status), begin \(begin), heard \(milliseconds) ms"
          )
          _ = try tarmac.ask(InterruptEndRequest(interrupter: "alarm", shouldResume: true))
        }
      }
      let recording = try #require(tarmac.ask(StatusRequest()).recordings.first)
      #expect((recording.subject, recording.overrun_frames) == ("booth", 0))
      #expect(try tarmac.session("near").sources[0].underrun_frames == 0)
      _ = try tarmac.ask(RecordStopRequest(subject: "booth"))
    }
  }
}

/// A rig of which some files are on a disk that may hang.
private struct HungRig {
  let tarmac: RunningTarmac
  let faults: DiskFaults
  let mount: URL
  let files: URL

  /// How long something takes, in milliseconds.
  func time(_ body: () throws -> Void) rethrows -> Double {
    let start = ContinuousClock.now
    try body()
    return (ContinuousClock.now - start) / .milliseconds(1)
  }

  /// Tells figures to whoever wants to see them.
  func note(_ figures: String) {
    if ProcessInfo.processInfo.environment["TARMAC_FIGURES"] != nil { print(figures) }
  }

  /// Has calls of a kind hang, does all that comes to the disk, and `body` while that waits; then the disk goes on.
  func hang(_ call: DiskFaults.Calls, round: Int, _ body: () throws -> Void) async throws {
    let before = try faults.held
    try await withThrowingTaskGroup(of: Void.self) { group in
      try faults.hang(call, below: mount)
      ask(ReloadRequest(preset: mount.appending(path: "rig.yaml").path), in: &group)
      ask(StateSaveRequest(folder: mount.appending(path: "states").path), in: &group)
      ask(StateRestoreRequest(folder: mount.appending(path: "states").path), in: &group)
      let file = mount.appending(path: "take\(round).wav").path
      ask(RecordPrepareRequest(subject: "near", file: file), in: &group)
      ask(RecordStopRequest(subject: "hall"), in: &group)
      do {
        try tarmac.wait("\(call) to hang") { try faults.held > before }
        try body()
        try faults.release()
      } catch {
        try faults.release()
        throw error
      }
      try await group.waitForAll()
    }
    _ = try? tarmac.ask(RecordStopRequest(subject: "near"))
  }

  /// Asks by a client of its own; whether it is refused, because something took too long, is not what is tested.
  private func ask(
    _ request: some ControlRequest,
    in group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    guard let client = try? tarmac.anotherClient() else { return }
    group.addTask(executorPreference: ownThreads) {
      try await blocking { _ = try? client.send(request, timeoutSeconds: 60) }
    }
  }
}
