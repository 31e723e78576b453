// SPDX-License-Identifier: Apache-2.0
// A disk that does not answer silences the players that read from it, and nothing else.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Patience
import Quantities
import SoundFiles
import Testing

@Suite("A disk that does not answer", .serialized)
struct HungDiskTests {
  @Test("is named where people look, and what plays from elsewhere loses no frame")
  func named() async throws {
    try await HungRig.run { rig, ears in
      let tarmac = rig.tarmac
      _ = try tarmac.ask(
        RecordStartRequest(subject: "hall", file: rig.mount.appending(path: "hall.wav").path)
      )
      try rig.faults.hang(["read", "write"], below: rig.mount)
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
      let told =
        try tarmac.command("status").components(separatedBy: "waits for its disk").count - 1
      #expect(told >= 2, "the deck and the recording")
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

  @Test("does not bring back the track that was asked for before another one")
  func tracks() async throws {
    try await HungRig.run { rig, ears in
      func load(_ file: String) -> PlayerRequest {
        PlayerRequest(session: "far", source: nil, action: .load(file: file))
      }
      let before = try rig.faults.held
      try rig.faults.hang(["read"], below: rig.mount)
      let slow = load(rig.mount.appending(path: "spare.wav").path)
      let client = try rig.tarmac.anotherClient()
      async let late = blocking {
        #expect(throws: ControlClientError.self) { try client.send(slow, timeoutSeconds: 120) }
      }
      try rig.tarmac.wait("the disk to hang") { try rig.faults.held > before }
      let near = rig.files.appending(path: "near.wav").path
      #expect(try rig.tarmac.ask(load(near)).file == near)
      try rig.faults.release()
      #expect(try #require(try await late).description.contains("was given another track"))
      #expect(try rig.tarmac.session("far").sources[0].file == near)
    }
  }

  /// For how many seconds each call hangs; without the variable, as long as it takes to send each
  /// door one request.
  private static let seconds =
    ProcessInfo.processInfo.environment["TARMAC_HANG_SECONDS"].flatMap { Double($0) } ?? 0

  @Test("keeps no alarm from being heard and no door waiting, whichever call hangs")
  func alarm() async throws {
    try await HungRig.run { rig, ears in
      let tarmac = rig.tarmac
      let doors = try AskedDoors(tarmac, on: rig.server, ears)
      defer { doors.close() }
      let kept = rig.files.appending(path: "booth.wav").path
      _ = try tarmac.ask(RecordStartRequest(subject: "booth", file: kept))
      // The second time the files of the first are replaced, as in every round that follows.
      _ = try await rig.usual(round: 0)
      let calls = try await rig.usual(round: 1)
      rig.note("calls: \(calls.joined(separator: " "))")
      // How long this machine takes when nothing hangs.
      _ = try await Self.hang(nil, rig, doors, ears, round: 2)
      var missed: [String] = []
      for (index, call) in calls.enumerated() {
        do {
          let isHeld = try await Self.hang(call, rig, doors, ears, round: index + 3)
          if !isHeld { missed.append(call) }
        } catch {
          Issue.record("while \(call) hangs: \(error)")
        }
      }
      rig.note("not reached again: \(missed.joined(separator: " "))")
      for call in ["read", "write", "open", "openat", "close", "fstat", "fsync"] {
        #expect(calls.contains(call) && !missed.contains(call), "\(call) hung")
      }
      let recording = try #require(tarmac.ask(StatusRequest()).recordings.first)
      #expect((recording.subject, recording.overrun_frames) == ("booth", 0))
      #expect(try tarmac.session("near").sources[0].underrun_frames == 0)
      _ = try tarmac.ask(RecordStopRequest(subject: "booth"))
      // Alarms have silenced the deck, and it has gone on where it was.
      var judge = CountingJudge(longestFade: 1_000)
      let recorded = try SoundFile.read(kept, at: SampleRate(hertz: 48_000))[0]
      for sample in recorded { judge.hear(sample) }
      #expect(judge.findings.fades >= 2 * calls.count)
      #expect(judge.findings.jumps == 0 && judge.findings.wrongFrames == 0, "\(judge.findings)")
      rig.note("the recording of booth: \(judge.findings)")
    }
  }

  /// Makes a call hang, or none, and checks that every door answers and the alarm is heard
  /// meanwhile; returns whether the call was reached.
  private static func hang(
    _ call: String?,
    _ rig: HungRig,
    _ doors: AskedDoors,
    _ ears: Listener,
    round: Int
  ) async throws -> Bool {
    doors.reset()
    var heardAfter: [Int] = []
    let isHeld = try await rig.hang(call, round: round) {
      let end = ContinuousClock.now + .seconds(seconds)
      var turn = round
      repeat {
        try expectWhole(rig, ears) { try doors.askAll("far.fader_db", toggling: "far.mute") }
        // Once longer than any ring lasts.
        let frames = call == "read" ? 80_000 : 9_600
        heardAfter.append(try hearAlarm(rig, doors, ears, turn: turn, frames: frames))
        turn += 1
      } while ContinuousClock.now < end
    }
    heardAfter.sort()
    let heard =
      heardAfter.isEmpty ? "" : "\(heardAfter[heardAfter.count / 2])/\(heardAfter.last ?? 0)"
    rig.note("\(call ?? "nothing"): heard \(heard), \(doors.figures) ms")
    return isHeld
  }

  /// Expects the deck on the disk that answers to be heard without a gap while `body` runs.
  private static func expectWhole(
    _ rig: HungRig,
    _ ears: Listener,
    _ body: () throws -> Void
  ) throws {
    func judge(_ samples: [Float]) -> CountingJudge.Findings {
      var judge = CountingJudge(longestFade: 0)
      for sample in samples { judge.hear(sample) }
      return judge.findings
    }
    try rig.tarmac.wait("the deck") {
      let findings = judge(try ears.capture(frames: 256)[1])
      return findings.rightFrames >= findings.frames - 1
    }
    let findings = judge(try ears.capture(tail: 256, around: body)[1])
    #expect(findings.rightFrames >= findings.frames - 1, "\(findings)")
  }

  /// Begins and ends the alarm, and returns after how many milliseconds it was heard.
  private static func hearAlarm(
    _ rig: HungRig,
    _ doors: AskedDoors,
    _ ears: Listener,
    turn: Int,
    frames: Int
  ) throws -> Int {
    let heard = try ears.capture(tail: frames) { try doors.begin("alarm", turn: turn) }
    // From here on nothing else is heard.
    let first = (heard[0].lastIndex { $0 != HungRig.siren } ?? -1) + 1
    #expect(heard[0].count - first >= frames / 2, "the alarm goes on")
    _ = try rig.tarmac.ask(InterruptEndRequest(interrupter: "alarm", shouldResume: true))
    return first / 48
  }
}
