// SPDX-License-Identifier: Apache-2.0
// Programs that are sessions: they come, ask, and go.

import ControlClient
import ControlProtocol
import FoundationEssentials
import JACKTestBench
import RuleProofs
import SeededNumbers
import Testing

@Suite("A program that is a session", .serialized)
struct GuestTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
      game:
        category: ambient
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: main } ]
    """

  private func connect(_ tarmac: RunningTarmac) throws -> ControlConnection {
    let path = tarmac.folder.appending(path: "tarmac/rig.sock").path
    return try ControlClient(path: ControlSocketPath(path: path)).connect()
  }

  @Test(
    "has ports of its own, is heard where the tower routes it, and leaves nothing behind",
    .proves("DEF-01", "DEF-03", "ACT-17", "MIX-03", "INT-11", at: .live)
  )
  func guest() async throws {
    try await RunningTarmac.run(GuestTests.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      let program = try connect(tarmac)
      let reply = try program.send(ClientOpenRequest(program: "Synth One"))
      #expect(reply.session == "SynthOne")
      #expect(reply.state.configuration.category == "soloAmbient")
      #expect(!reply.state.isActive)
      #expect(ears.ports(matching: "rig:SynthOne") == ["rig:SynthOne_L", "rig:SynthOne_R"])
      try ears.connect("source:out_1", "rig:SynthOne_L")
      try ears.connect("source:out_2", "rig:SynthOne_R")
      let state = try program.send(ClientSetActiveRequest(isActive: true))
      #expect(state.isActive)
      #expect(state.route.outputs.map(\.uid) == ["main"])
      #expect(state.hardware.sampleRate_hz == 48_000)
      #expect(try tarmac.session("music").state == "interrupted")
      var numbers = SeededNumbers(seed: 34)
      let noise = [numbers.samples(10_000), numbers.samples(10_000)]
      try ears.wait(frames: 2048)
      #expect(try source.play(noise, heardBy: ears) == noise)

      _ = try tarmac.ask(InterruptBeginRequest(interrupter: "phone"))
      _ = try tarmac.ask(InterruptEndRequest(interrupter: "phone"))
      var told: [SessionNotification] = []
      for await message in program.events {
        if case .session("SynthOne", let notification) = message.event { told.append(notification) }
        if case .interruptionEnded = told.last { break }
      }
      #expect(told.first == .didActivate)
      #expect(
        told.suffix(2) == [
          .interruptionBegan(reason: .default, by: "phone"),
          .interruptionEnded(shouldResume: true),
        ]
      )

      program.close()
      try tarmac.wait("the end of the session") {
        try tarmac.ask(SessionListRequest()).map(\.name) == ["music", "game"]
      }
      #expect(try tarmac.session("music").state == "active")
      try tarmac.wait("the end of the ports") { ears.ports(matching: "rig:SynthOne").isEmpty }
      source.close()
      ears.close()
    }
  }

  @Test(
    "is the preset's session of its name, which is the preset's again when it ends",
    .proves("DEF-02", "ACT-17", at: .live)
  )
  func ofThePreset() async throws {
    try await RunningTarmac.runByClock(GuestTests.preset) { tarmac in
      let program = try connect(tarmac)
      #expect(try program.send(ClientOpenRequest(program: "game")).session == "game")
      let state = try program.send(
        ClientSetCategoryRequest(category: "playback", options: ["duckOthers"])
      )
      #expect(state.configuration.options == ["duckOthers", "mixWithOthers"])
      _ = try program.send(ClientSetActiveRequest(isActive: true))
      #expect(try tarmac.session("music").duck_db == -12)
      let other = try connect(tarmac)
      #expect(throws: ControlClientError.self) {
        try other.send(ClientOpenRequest(session: "game", program: "another"))
      }
      program.close()
      try tarmac.wait("the preset's session") {
        let game = try tarmac.session("game")
        return game.category == "ambient" && game.state == "inactive"
      }
      #expect(try tarmac.session("music").duck_db == nil)
      try tarmac.wait("its being free") {
        (try? other.send(ClientOpenRequest(session: "game", program: "another"))) != nil
      }
      other.close()
    }
  }

  @Test(
    "plays and hears as many channels as it says, from whichever input the tower chooses",
    .proves("RTE-02", "RTE-03", "PERM-02", at: .live)
  )
  func channels() async throws {
    let preset = """
      tarmac: 1
      routes:
        main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2", "ears:in_3", "ears:in_4" ] }
        desk: { role: usb, direction: input, ports: [ "desk:out_1", "desk:out_2" ] }
        booth: { role: lineIn, ports: [ "booth:out_1" ] }
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 4)
      let desk = try Listener("desk", on: server, outputs: 2)
      let synth = try Listener("synth", on: server, inputs: 2, outputs: 4)
      let program = try connect(tarmac)
      #expect(throws: ControlClientError.self) {
        try program.send(ClientOpenRequest(program: "synth", playbackChannels: 65))
      }
      let request = ClientOpenRequest(program: "synth", playbackChannels: 4, captureChannels: 2)
      #expect(try program.send(request).session == "synth")
      let outputs = (1...4).map { "rig:synth_\($0)" }
      let inputs = ["L", "R"].map { "rig:synth_capture_\($0)" }
      #expect(ears.ports(matching: "rig:synth") == outputs + inputs)
      for (number, port) in outputs.enumerated() {
        try ears.connect(synth.output(number + 1), port)
      }
      for (number, port) in inputs.enumerated() { try ears.connect(port, synth.input(number + 1)) }
      _ = try program.send(ClientSetCategoryRequest(category: "playAndRecord"))
      _ = try program.send(ClientSetActiveRequest(isActive: true))
      desk.play([0.25, 0.5].map { [Float](repeating: $0, count: 48_000 * 60) })
      func heard(_ values: [Float]) throws {
        try tarmac.wait("\(values)") {
          try synth.capture(frames: 256).map { Set($0) } == values.map { [$0] }
        }
      }
      try heard([0, 0])
      _ = try tarmac.ask(PermissionSetRequest(session: "synth", permission: "granted"))
      try heard([0.25, 0.5])
      // The source that came last is heard, one channel of it on both sides; when it goes, the one
      // before.
      let booth = try Listener("booth", on: server, outputs: 1)
      booth.play([[Float](repeating: 0.125, count: 48_000 * 60)])
      try heard([0.125, 0.125])
      booth.close()
      try heard([0.25, 0.5])
      var numbers = SeededNumbers(seed: 35)
      let noise = (1...4).map { _ in numbers.samples(4_000) }
      #expect(try synth.play(noise, heardBy: ears) == noise)
      program.close()
      try tarmac.wait("the end of the ports") { ears.ports(matching: "rig:synth").isEmpty }
      for client in [ears, desk, synth] { client.close() }
    }
  }

  @Test(
    "waits for the user's answer about recording while the rig goes on",
    .proves("PERM-04", "ANC-PERM-01", "ANC-ACT-01", at: .live)
  )
  func permission() async throws {
    try await RunningTarmac.runByClock(GuestTests.preset) { tarmac in
      let program = try connect(tarmac)
      let name = try program.send(ClientOpenRequest(program: "memo")).session
      // The request runs on a thread of its own: this test keeps one of the pool while it waits,
      // and another test may keep the rest.
      let answer = Task(executorPreference: TaskQueue("question")) {
        try await program.reply(to: ClientRecordPermissionRequest())
      }
      try tarmac.wait("the question") { try tarmac.log("Session 'memo' asks to record") }
      #expect(try program.send(ClientStateRequest()).recordPermission == "undetermined")
      _ = try tarmac.ask(PermissionSetRequest(session: name, permission: "granted"))
      #expect(try await answer.value.granted)
      #expect(try program.send(ClientRecordPermissionRequest()).granted)
      program.close()
    }
  }
}
