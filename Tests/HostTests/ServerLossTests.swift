// SPDX-License-Identifier: Apache-2.0
// The JACK server goes and comes back, as it was or different.

import ControlClient
import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("A rig that loses its server", .serialized)
struct ServerLossTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
    sessions:
      deck:
        category: playback
        active: true
        source: { player: "count.wav", channels: 1 }
        graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: 0 } } ]
        sends: [ { to: main } ]
      jingle:
        category: playback
        options: [ mixWithOthers ]
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    """

  private static func run(
    _ body: (RunningTarmac, PrivateServer) async throws -> Void
  ) async throws {
    try await RunningTarmac.run(preset) { folder in
      try folder.write(CountingFile.samples(48_000 * 60), as: "count.wav")
    } _: { tarmac, server in
      try await body(tarmac, server)
    }
  }

  @Test("goes on where it was, never with more frames at a time than its plugins were promised")
  func longerPeriod() async throws {
    try await ServerLossTests.run { tarmac, server in
      _ = try tarmac.ask(SetRequest(path: "deck.fader_db", value: "-6"))
      try tarmac.replace(server, by: PrivateServer.Settings(periodFrames: 4096))
      _ = try tarmac.ask(ResetCountersRequest())
      let before = try tarmac.session("deck").plugins[0].runs
      try tarmac.wait("ten cycles") { try tarmac.ask(StatusRequest()).render.cycles >= 10 }
      let runs = try tarmac.session("deck").plugins[0].runs - before
      #expect(runs >= 40)
      let status = try tarmac.ask(StatusRequest())
      #expect(status.sessions[0].fader_db == -6)
      #expect(status.server.period_frames == 4096)
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("sound") { try ears.capture(frames: 256)[0].contains { $0 > 0 } }
      ears.close()
    }
  }

  @Test("keeps levels, controls, places in files, interruptions and recordings at another rate")
  func otherRate() async throws {
    try await ServerLossTests.run { tarmac, server in
      for (path, value) in [("deck.fader_db", "-6"), ("deck.amp.gain", "-3"), ("main.mute", "on")] {
        _ = try tarmac.ask(SetRequest(path: path, value: value))
      }
      let file = tarmac.folder.appending(path: "main.wav").path
      _ = try tarmac.ask(RecordStartRequest(subject: "main", file: file))
      let seek = PlayerRequest.Action.seek(seconds: 30)
      _ = try tarmac.ask(PlayerRequest(session: "deck", source: nil, action: seek))
      let cuePoint = try tarmac.ask(PlayerRequest(session: "deck", source: nil, action: .setCue))
      _ = try tarmac.ask(ActivateRequest(session: "jingle"))
      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      // It plays on while it fades.
      let cycles = try tarmac.ask(StatusRequest()).render.cycles
      try tarmac.wait("the deck to stand still") {
        try tarmac.ask(StatusRequest()).render.cycles >= cycles + 10
      }
      let before = try tarmac.session("deck")
      try tarmac.replace(server, by: PrivateServer.Settings(sampleRate: 44_100))
      try tarmac.wait("the new rate") {
        try tarmac.ask(StatusRequest()).server.sampleRate_hz == 44_100
      }

      let status = try tarmac.ask(StatusRequest())
      #expect(status.interrupters == ["phone"])
      #expect(status.sessions.map(\.state) == ["interrupted", "interrupted"])
      #expect(status.recordings.isEmpty)
      try tarmac.waitForLog("The recording of 'main' has ended; it is in \(file).")
      for (path, value) in [("deck.fader_db", "-6"), ("deck.amp.gain", "-3"), ("main.mute", "on")] {
        #expect(try tarmac.ask(GetRequest(path: path)).map(\.value) == [value], "\(path)")
      }
      let position = try #require(before.sources[0].position_seconds)
      #expect(abs((status.sessions[0].sources[0].position_seconds ?? 0) - position) < 0.001)

      _ = try tarmac.ask(SetRequest(path: "main.mute", value: "off"))
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("sound") { try ears.capture(frames: 256)[0].contains { $0 > 0 } }
      let cue = try tarmac.ask(PlayerRequest(session: "deck", source: nil, action: .cue))
      // The answer may report a later moment than the one that was kept.
      let latest = try #require(cuePoint.position_seconds)
      #expect((30...latest + 0.001).contains(cue.position_seconds ?? 0))
      ears.close()
    }
  }

  /// The AVAudioSession error code and the rule with which a request is refused; `nil` if it is
  /// granted.
  private func refusal<Request: ControlRequest>(
    _ request: Request,
    of tarmac: RunningTarmac
  ) -> [String?]? {
    do {
      _ = try tarmac.ask(request)
      return nil
    } catch let error as ControlClientError {
      guard case .refused(let refusal) = error else { return [] }
      return [refusal.sessionCode, refusal.rule]
    } catch {
      return []
    }
  }

  @Test(
    "tells of silence, not of the last sound, and refuses what needs a server, while there is none; and ends at once",
    .proves("RST-A5", at: .live)
  )
  func withoutServer() async throws {
    try await ServerLossTests.run { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 1)
      try tarmac.wait("a level") {
        (try tarmac.ask(StatusRequest()).routes[0].levels[0].rms_db ?? -99) > -60
      }
      server.kill()
      try tarmac.wait("silence in the status") {
        let status = try tarmac.ask(StatusRequest())
        return !status.server.isConnected && status.routes[0].levels[0].rms_db == nil
      }
      let needsServer = ["mediaServicesFailed", "RST-A5"]
      for action in [PlayerRequest.Action.prepare, .play, .pause] {
        #expect(refusal(PlayerRequest(session: "deck", action: action), of: tarmac) == needsServer)
      }
      for action in [ForceRequest.Action.deactivate, .interrupt, .release] {
        #expect(refusal(ForceRequest(session: "deck", action: action), of: tarmac) == needsServer)
      }
      #expect(refusal(ActivateRequest(session: "jingle"), of: tarmac) == needsServer)
      #expect(refusal(DeactivateRequest(session: "deck"), of: tarmac) == needsServer)
      let category = SetCategoryRequest(session: "deck", category: "ambient")
      #expect(refusal(category, of: tarmac) == needsServer)
      let file = tarmac.folder.appending(path: "deck.wav").path
      let take = RecordStartRequest(subject: "deck", file: file)
      #expect(refusal(take, of: tarmac) == needsServer)
      #expect(!FileManager.default.fileExists(atPath: file))
      #expect(refusal(SwitchRequest(name: .lock, isOn: true), of: tarmac) == nil)
      tarmac.end(SIGTERM)
      #expect(tarmac.exitStatus == 0)
      ears.close()
    }
  }
}
