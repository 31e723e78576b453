// SPDX-License-Identifier: Apache-2.0
// What a rig plays to: the sound card that is named and no other one, and what it reports about a
// driver that nobody hears.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig and its sound card", .serialized)
struct CardTests {
  private static func preset(_ more: String = "") -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "system:playback_1" ] } }
    sessions:
      music: { category: playback, active: true, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
    \(more)
    """
  }

  @Test(
    "waits for the card that is named, starts JACK on it, and takes no other one when it is pulled"
  )
  func named() async throws {
    let ear = try NotifyEar()
    defer { ear.close() }
    let preset = Self.preset(
      """
      server: { card: 'USB*', rate_hz: 44100, period_frames: 512 }
      alerts: { server_seconds: 1 }
      """
    )
    try await CardStage.run(preset, heardBy: ear, plugged: ["HDMI"]) { stage in
      let (tarmac, cards) = (stage.tarmac, stage.cards)
      let sentence = "The sound card 'USB*' is not there (there are: HDMI)"
      try ear.wait("the status") { $0.status?.contains("Waiting: \(sentence)") == true }
      try tarmac.wait("the alert") {
        try tarmac.log("Alert: There has been no JACK server for 1 s")
      }
      #expect(try tarmac.command("status").contains(sentence))
      #expect(try tarmac.count(sentence + "; the rig starts") == 2)
      #expect(stage.starts.isEmpty && !ear.states.contains("READY=1"))
      #expect(ear.states.contains { $0.hasPrefix("EXTEND_TIMEOUT_USEC=") })

      try cards.plug("USB", at: 1)
      try tarmac.wait("the rig") { try tarmac.log("is up with") }
      try ear.wait("READY=1") { $0.states.contains("READY=1") }
      #expect(stage.starts == ["-d alsa -d hw:USB -r 44100 -p 512 -n 2"])
      #expect(try tarmac.get("rig.server.driver") == "alsa")
      #expect(try tarmac.command("status").contains(" (started by tarmac), hw:USB, client rig,"))
      #expect(try tarmac.get("rig.server.sample_rate_hz") == "44100")
      try tarmac.wait("calm") { try tarmac.get("rig.alerts.server") == "" }

      // jackd goes on, as it may without its card.
      try cards.pull(1)
      try tarmac.wait("the loss") { try tarmac.get("rig.server.waits_for").contains(sentence) }
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.server") == "jack" }
      try ear.wait("the status") { $0.status?.contains(sentence) == true }
      #expect(try tarmac.command("status").contains(sentence))
      #expect(stage.starts.count == 1)

      // The kernel may still hold its id.
      try cards.plug("USB_1", at: 1)
      try tarmac.wait("the return") { try tarmac.get("rig.server.connected") == "on" }
      try tarmac.wait("the end of the alert") { try tarmac.get("rig.alerts.server") == "" }
      #expect(stage.starts.map { $0.split(separator: " ")[3] } == ["hw:USB", "hw:USB_1"])
    }
  }

  @Test("plays as a service to no dummy driver that nobody has asked for, and ends while it waits")
  func service() async throws {
    let ear = try NotifyEar()
    defer { ear.close() }
    try await CardStage.run(Self.preset(), heardBy: ear) { stage in
      let sentence = "There is no sound card that plays"
      try ear.wait("the status") { $0.status?.contains("Waiting: \(sentence)") == true }
      try stage.tarmac.wait("the log") { try stage.tarmac.log(sentence) }
      #expect(stage.starts.isEmpty)
      stage.tarmac.end(SIGTERM)
      #expect(stage.tarmac.exitStatus == 0)
    }
  }

  @Test(
    "keeps the card that it has found, and takes the dummy driver only where there is none, without a service"
  )
  func unnamed() async throws {
    try await CardStage.run(Self.preset(), plugged: ["PCH", "HDMI"]) { stage in
      let tarmac = stage.tarmac
      try tarmac.wait("the rig") { try tarmac.log("is up with") }
      try stage.cards.pull(0)
      try tarmac.wait("the loss") {
        try tarmac.log("The sound card 'PCH' is not there (there are: HDMI)")
      }
      try stage.cards.plug("PCH", at: 0)
      try tarmac.wait("the return") { try tarmac.get("rig.server.connected") == "on" }
      #expect(stage.starts.map { $0.split(separator: " ")[3] } == ["hw:PCH", "hw:PCH"])
    }
    try await CardStage.run(Self.preset(), arguments: "--card dummy", plugged: ["PCH"]) { stage in
      try stage.tarmac.wait("the rig") { try stage.tarmac.log("is up with") }
      #expect(stage.starts.map { $0.hasPrefix("-d dummy ") } == [true])
    }
  }

  @Test("says where it is seen that JACK's dummy driver plays to nobody")
  func dummy() async throws {
    let ear = try NotifyEar()
    defer { ear.close() }
    let text = Self.preset("alerts: on")
    try await RunningTarmac.run(text, shell: ear.shell()) { tarmac, server in
      #expect(try tarmac.command("status").contains("the dummy driver (nobody hears it)"))
      #expect(try tarmac.command("status", "--json").contains(#""driver" : "dummy""#))
      #expect(try tarmac.get("rig.server.driver") == "dummy")
      try tarmac.wait("the log") { try tarmac.log("plays to the dummy driver: nobody hears it") }
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.dummy") == "jack" }
      try tarmac.wait("the line") { try tarmac.log("Alert: JACK plays to its dummy driver") }
      // A user who names the dummy driver has asked for it.
      let asked = text + "\nserver: { card: dummy }\n"
      try asked.write(
        to: tarmac.folder.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      _ = try tarmac.ask(ReloadRequest(preset: nil))
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.dummy") == "" }
    }
  }

  @Test("joins no server that plays to something else than the card that is named")
  func joined() async throws {
    try await PrivateServer.run { server in
      let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: folder) }
      let tarmac = try RunningTarmac(
        Self.preset("server: { card: USB }"),
        server: server.name,
        folder: folder,
        shell: "exec \"$@\""
      )
      defer { tarmac.end() }
      try tarmac.wait("the log") { try tarmac.log("plays to dummy, not to USB") }
      #expect(try tarmac.command("status").contains("plays to dummy, not to USB"))
    }
  }

  @Test("compares rate and period with those of a server that it joins")
  func compared() async throws {
    let other = Self.preset("server: { rate_hz: 96000, period_frames: 256 }")
    try await RunningTarmac.run(other) { tarmac, _ in
      let sentence = "The preset wants 96000 Hz, 256 frames; the rig plays as the server does: "
      let said = try tarmac.count(sentence)
      #expect(said == 1)
    }
    try await RunningTarmac.runByClock(Self.preset("server: { rate_hz: 48000 }")) { tarmac in
      let said = try tarmac.count("The preset wants")
      #expect(said == 0)
    }
  }
}
