// SPDX-License-Identifier: Apache-2.0
// What stops a session from outside, and what it keeps meanwhile: its position, its plugins, its
// other half.

import ControlProtocol
import FoundationEssentials
import JACKTestBench
import Quantities
import RuleProofs
import SoundFiles
import Testing

@Suite("A session that is stopped on a live rig", .serialized)
struct LiveBackgroundTests {
  private static let evening = """
    tarmac: 1
    routes:
      a: { role: lineOut, ports: [ "a:in_1" ] }
      b: { role: lineOut, ports: [ "b:in_1" ] }
      c: { role: lineOut, ports: [ "c:in_1" ] }
    sessions:
      shy:
        category: playback
        options: [ mixWithOthers ]
        active: true
        background_audio: off
        source: { jack: [ "voices:out_1" ] }
        graph: [ { plugin: "\(amplifier)", id: amp } ]
        sends: [ { to: a } ]
      bold:
        category: playback
        options: [ mixWithOthers ]
        active: true
        background_audio: on
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: b } ]
      file:
        category: playback
        options: [ mixWithOthers ]
        active: true
        background_audio: on
        source: { player: "count.wav", channels: 1 }
        sends: [ { to: c } ]
    """

  @Test(
    "needs background audio to go on under the lock or in the background, and keeps place and plugins",
    .proves("BG-01", "BG-03", "BG-06", "INT-05", "INT-24", "INT-A1", "INT-A4", at: .live)
  )
  func stopped() async throws {
    try await LiveStage.run(
      Self.evening,
      voices: ["shy", "bold"],
      outputs: ["a", "b", "c"],
      by: .clock,
      files: { folder in
        try folder.write(CountingFile.samples(48_000 * 120), as: "count.wav")
      }
    ) { stage in
      try stage.ask(SetRequest(path: "shy.amp.gain", value: "-14"))
      let (gain, bold) = (LinearGain(Decibels(-14)).factor, stage.level(of: "bold"))
      func hear(shy isHeard: Bool) throws {
        try stage.tarmac.wait("shy to be \(isHeard ? "heard" : "silent")") {
          let wanted = isHeard ? stage.level(of: "shy") * gain : 0
          return try stage.ears(at: "a").capture(frames: 2_400)[0]
            .allSatisfy { abs($0 - wanted) <= (isHeard ? 1e-6 : 0) }
        }
        try stage.hears(["b": bold])
      }
      try hear(shy: true)
      let start = stage.diary.events.count
      for isLocked in [true, false] {
        let heard = try stage.listen {
          try stage.ask(SwitchRequest(name: .lock, isOn: isLocked))
        }
        #expect(heard["b"]?.allSatisfy { $0 == bold } == true)
        try hear(shy: !isLocked)
      }
      for session in ["shy", "bold", "file"] {
        #expect(stage.diary.told(session, from: start).isEmpty, "\(session)")
      }
      // In the background the shy one loses its activation and learns of it when it is in front
      // again.
      for session in ["shy", "bold"] {
        try stage.ask(ForegroundRequest(session: session, isForeground: false))
      }
      try hear(shy: false)
      for session in ["shy", "bold"] {
        try stage.ask(ForegroundRequest(session: session, isForeground: true))
      }
      #expect(stage.diary.told("bold", from: start).isEmpty)
      try stage.ask(ActivateRequest(session: "shy"))
      try hear(shy: true)

      // It is notified of a fact: nothing of it is left but its ramp of 20 ms.
      try stage.ask(InterruptBeginRequest(interrupter: "phone"))
      try stage.tarmac.wait("the interruption") {
        stage.diary.told("shy").last?.words == "interrupted by phone"
      }
      #expect(try stage.tarmac.session("shy").state == "interrupted")
      for output in ["a", "b"] {
        let heard = try stage.ears(at: output).capture(frames: 4_800)[0]
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0 >= $1 }, "\(output)")
        #expect(heard.dropFirst(960 + 256).allSatisfy { $0 == 0 }, "\(output)")
      }
      // Nobody calls its plugins, and they keep what they were set to.
      let (still, file) = (try stage.tarmac.session("shy"), try stage.tarmac.session("file"))
      try stage.ears(at: "a").wait(frames: 9_600)
      let later = try stage.tarmac.session("shy")
      #expect(later.calls == still.calls)
      #expect(later.plugins.map(\.runs) == still.plugins.map(\.runs))
      #expect(
        try stage.tarmac.session("file").sources[0].position_frames
          == file.sources[0].position_frames
      )
      let heard = try #require(
        try stage.listen { try stage.ask(InterruptEndRequest(interrupter: "phone")) }["c"]
      )
      // A file goes on where it was, by itself; a live source with whatever is fed to it.
      let (first, place) = (
        try #require(heard.firstIndex { $0 != 0 }), try #require(file.sources[0].position_frames)
      )
      #expect(CountingFile.index(of: heard[first + 480]) == place + 480)
      try hear(shy: true)
      try stage.tarmac.wait("its end") {
        stage.diary.told("shy").map(\.words).suffix(3)
          == ["interrupted by phone", "may resume", "active"]
      }
    }
  }

  private static let halves = """
    tarmac: 1
    routes:
      wall: { role: speaker, ports: [ "wall:in_1" ] }
      mic: { role: mic, ports: [ "mic:out_1" ] }
    sessions:
      voice:
        category: playAndRecord
        options: [ mixWithOthers ]
        source: { jack: [ "voices:out_1" ] }
        sends: [ { to: currentRoute } ]
      memo:
        category: playAndRecord
        options: [ mixWithOthers ]
        source: { route: mic }
    """

  @Test(
    "that may play and record does one of them, too; letting go while it sounds just ends its sound",
    .proves("CHG-08", "CAT-28", "CAT-29", "ANC-ACT-02", at: .live)
  )
  func halves() async throws {
    try await LiveStage.run(Self.halves, voices: ["voice"], outputs: ["wall"], by: .clock) {
      stage in
      try stage.plug(input: "mic")
      try stage.tarmac.wait("the microphone") {
        try stage.ears(at: "wall").connections(of: "mic:out_1") == ["rig:mic"]
      }
      let file = stage.tarmac.folder.appending(path: "memo.wav").path
      for session in ["voice", "memo"] { try stage.ask(ActivateRequest(session: session)) }
      try stage.hears(["wall": ["voice"]])
      try stage.ask(RecordStartRequest(subject: "memo", file: file))
      try stage.ears(at: "wall").wait(frames: 9_600)
      try stage.ask(RecordStopRequest(subject: "memo"))
      let take = try SoundFile.read(file).channels[0]
      #expect(take.count > 4_800 && take.allSatisfy { $0 == LiveStage.inputLevel })
      #expect(try stage.ask(DeactivateRequest(session: "voice")).state == "inactive")
      try stage.hears(["wall": []])
    }
  }
}
