// SPDX-License-Identifier: Apache-2.0
// Rules about what clients may ask of a rig over its socket, and what its answers and events say;
// one rig for all of them.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import RuleProofs
import SoundFiles
import Testing

@Suite("Requests to a live rig", .serialized)
struct RequestRuleTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      mic: { role: mic, ports: [ "source:out_1" ] }
    sessions:
      music:
        category: playback
        active: on
        source: { player: "music.wav", channels: 1, loop: on }
        sends: [ { to: main } ]
      take:
        role: recorder
        record_permission: granted
        source: { route: mic }
      worker: { category: audioProcessing, source: { player: "music.wav", channels: 1 } }
      call:
        category: playAndRecord
        mode: videoChat
        options: [ mixWithOthers ]
        background_audio: off
        source: { route: mic }
        sends: [ { to: main } ]
    """

  /// The rule by which a request is refused, and its code; fails if it is granted.
  private func refusal<Request: ControlRequest>(
    _ tarmac: RunningTarmac,
    _ request: Request
  ) -> [String?] {
    let error = #expect(throws: ControlClientError.self) { try tarmac.ask(request) }
    guard case .refused(let refusal) = error else { return [] }
    return [refusal.rule, refusal.sessionCode]
  }

  @Test(
    "are granted and refused by the rules, and the answers say what is in force and why",
    .proves("DEF-05", "ACT-18", "ACT-A3", "INP-03", "CAT-24", "CAT-36", "PLY-06", at: .live),
    .proves("CHG-04", "MODE-09", "ANC-INT-06", "INT-04", "INT-14", "INT-18", at: .live),
    .proves("ANC-INT-03", at: .live),
    .proves("PREF-15", "PREF-16", "VOL-01", "CHG-06", at: .live)
  )
  func rules() async throws {
    try await RunningTarmac.run(Self.preset) { folder in
      try folder.write([Float](repeating: 0.5, count: 48_000), as: "music.wav")
    } _: { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      source.play([[Float](repeating: 0.25, count: 48_000 * 60)])
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:mic") == ["source:out_1"]
          && ears.connections(of: "rig:main") == ["ears:in_1"]
      }
      try players(tarmac)
      try options(tarmac)
      try interrupters(tarmac)
      try await hardware(tarmac)
      try takes(tarmac, source, ears)
      ears.close()
    }
  }

  private func players(_ tarmac: RunningTarmac) throws {
    func control(_ session: String, _ action: PlayerRequest.Action) -> PlayerRequest {
      PlayerRequest(session: session, action: action)
    }
    _ = try tarmac.ask(control("music", .prepare))
    #expect(refusal(tarmac, control("worker", .prepare)) == ["CAT-36", "cannotStartPlaying"])
    #expect(refusal(tarmac, control("worker", .play)) == ["CAT-36", "cannotStartPlaying"])
    _ = try tarmac.ask(SetCategoryRequest(session: "worker", category: "record"))
    _ = try tarmac.ask(control("worker", .prepare))
    #expect(refusal(tarmac, control("worker", .play)) == ["CAT-24", "cannotStartPlaying"])
    #expect(try tarmac.session("worker").state == "inactive")
    #expect(try tarmac.session("music").state == "active")
  }

  /// Options that are not asked for again are gone; implied ones are reported as such.
  private func options(_ tarmac: RunningTarmac) throws {
    let chat = try tarmac.session("call")
    #expect(chat.options == ["allowBluetoothHFP", "defaultToSpeaker", "mixWithOthers"])
    #expect(chat.impliedOptions == ["allowBluetoothHFP", "defaultToSpeaker"])
    let plain = try tarmac.ask(SetCategoryRequest(session: "call", category: "playback"))
    #expect(plain.options == [] && plain.impliedOptions == [])
    let back = try tarmac.ask(
      SetCategoryRequest(session: "call", category: "playAndRecord", options: ["mixWithOthers"])
    )
    #expect(back.options == ["mixWithOthers"] && back.impliedOptions == [])
    #expect(try tarmac.ask(ServerInfoRequest()).policyVersion?.count == 8)
    try tarmac.wait("the volume's owner") {
      try tarmac.ask(StatusRequest()).routes.map(\.volumeOf) == ["playback", nil]
    }
  }

  /// Interrupters are reported to all clients, and sessions name the one that has made them
  /// inactive.
  private func interrupters(_ tarmac: RunningTarmac) throws {
    let diary = try EventDiary(of: tarmac)
    func heard(_ event: HostEvent) throws {
      try tarmac.wait("\(event)") { diary.events.contains(event) }
    }
    for request in ["accept", "decline"] {
      let rule =
        request == "accept"
        ? refusal(tarmac, InterruptAcceptRequest(interrupter: "phone"))
        : refusal(tarmac, InterruptDeclineRequest(interrupter: "phone"))
      #expect(rule == ["INT-18", "badParam"])
    }
    _ = try tarmac.ask(InterruptRingRequest(interrupter: "phone"))
    _ = try tarmac.ask(InterruptAcceptRequest(interrupter: "phone"))
    try heard(.rig(.interrupterRang(interrupter: "phone")))
    try heard(.rig(.interrupterBegan(interrupter: "phone")))
    try heard(.session("music", .interruptionBegan(reason: .default, by: "phone")))
    let held = try #require(try tarmac.session("music").inactivity)
    #expect(held.source == "system" && held.rule == "INT-01" && held.cause == "phone")
    #expect(!held.isResumptionRecommended)
    #expect(
      refusal(tarmac, InterruptDeclineRequest(interrupter: "phone")) == ["INT-18", "badParam"]
    )
    _ = try tarmac.ask(PlayerRequest(session: "music", action: .pause))
    _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
    try heard(.rig(.interrupterEnded(interrupter: "phone", shouldResume: true)))
    let paused = try tarmac.session("music")
    #expect(paused.state == "inactive" && paused.inactivity?.isResumptionRecommended == true)
    _ = try tarmac.ask(PlayerRequest(session: "music", action: .play))
    #expect(try tarmac.session("music").inactivity == nil)
    _ = try tarmac.ask(DeactivateRequest(session: "music"))
    #expect(try tarmac.session("music").inactivity?.source == "app")

    _ = try tarmac.ask(ActivateRequest(session: "call"))
    let before = Date().timeIntervalSince1970
    _ = try tarmac.ask(ForegroundRequest(session: "call", isForeground: false))
    let after = Date().timeIntervalSince1970
    _ = try tarmac.ask(ForegroundRequest(session: "call", isForeground: true))
    try tarmac.wait("what is told late") {
      diary.events.contains { event in
        guard
          case .session("call", .interruptionBegan(.appWasSuspended, _, true, let time?)) =
            event
        else { return false }
        return time >= before && time <= after
      }
    }
    _ = try tarmac.ask(DeactivateRequest(session: "call"))
    diary.close()
  }

  /// A client that is not active reads the hardware as the active session has set it.
  private func hardware(_ tarmac: RunningTarmac) async throws {
    let path = tarmac.folder.appending(path: "tarmac/rig.sock").path
    let program = try ControlClient(path: ControlSocketPath(path: path)).connect()
    let guest = try program.send(ClientOpenRequest(program: "Reader"))
    _ = try tarmac.ask(ActivateRequest(session: "take"))
    let beside = try program.send(ClientStateRequest()).hardware
    #expect(beside.isProvisional)
    #expect(beside.inputChannels == 1 && beside.outputChannels == 0, "take's, not its own")
    #expect(beside.ioBufferDuration_seconds > 0 && beside.sampleRate_hz == 48_000)
    _ = try tarmac.ask(DeactivateRequest(session: "take"))
    let own = try program.send(ClientSetActiveRequest(isActive: true))
    #expect(!own.hardware.isProvisional && own.hardware.inputChannels == 0)
    #expect(own.hardware.outputChannels == 1)
    #expect(own.route.availableOutputs?.map(\.uid) == ["main"] && guest.session == "Reader")
    program.close()
    try tarmac.wait("the guest is gone") {
      try !tarmac.ask(SessionListRequest()).contains { $0.name == "Reader" }
    }
  }

  /// A take activates its session and lets it go; without an input there is none, and no file.
  private func takes(_ tarmac: RunningTarmac, _ source: Listener, _ ears: Listener) throws {
    _ = try tarmac.ask(ActivateRequest(session: "music"))
    let (file, other) = (
      tarmac.folder.appending(path: "take.wav").path, tarmac.folder.appending(path: "no.wav").path
    )
    let ready = try tarmac.ask(RecordPrepareRequest(subject: "take", file: file))
    #expect(ready.file == file && ready.length_seconds == 0)
    #expect(try tarmac.session("take").state == "inactive")
    _ = try tarmac.ask(RecordStartRequest(subject: "take", file: file))
    let during = try tarmac.session("take")
    #expect(during.state == "active" && during.why.isEmpty && during.reason?.rule == "ACT-18")
    #expect(during.category == "record" && during.mode == "default" && during.options == [])
    #expect(try tarmac.session("music").state == "interrupted")
    try ears.wait(frames: 9_600)
    let status = try tarmac.ask(RecordStopRequest(subject: "take"))
    #expect(try tarmac.session("take").state == "inactive")
    #expect(try tarmac.session("music").state == "active")
    let heard = try SoundFile.read(file).channels[0]
    #expect(Double(heard.count) / 48_000 == status.length_seconds)
    #expect(heard.count { $0 == 0.25 } > 4_800)

    _ = try tarmac.ask(RecordPrepareRequest(subject: "take", file: other))
    #expect(FileManager.default.fileExists(atPath: other))
    _ = try tarmac.ask(RecordStopRequest(subject: "take"))
    source.close()
    try tarmac.wait("the microphone is gone") {
      try tarmac.ask(DecisionListRequest()).contains { $0.event == "'mic' is unplugged" }
    }
    let start = RecordStartRequest(subject: "take", file: other)
    #expect(refusal(tarmac, start) == ["INP-03", "resourceNotAvailable"])
    #expect(!FileManager.default.fileExists(atPath: other))
    #expect(try tarmac.session("take").state == "inactive")
  }
}
