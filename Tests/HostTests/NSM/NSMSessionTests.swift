// SPDX-License-Identifier: Apache-2.0
// A rig in the session of a session manager (NSM), heard on JACK.

import ControlClient
import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import OSC
import Quantities
import Testing

@Suite("A rig that a session manager keeps", .serialized)
struct NSMSessionTests {
  /// Two voices at half and a quarter of full scale, one of which is active.
  private static func preset(active: String = "deck", fader: Int = 0) -> String {
    """
    tarmac: 1
    routes: { wall: { role: speaker, ports: [ "wall:in_1" ] } }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: \(active == "deck")
        fader_db: \(fader)
        source: { jack: [ "voices:out_1" ] }
        graph: [ { plugin: "http://lv2plug.in/plugins/eg-amp", id: amp } ]
        sends: [ { to: wall } ]
      voice:
        category: playback
        options: [ mixWithOthers ]
        active: \(active == "voice")
        source: { jack: [ "voices:out_2" ] }
        sends: [ { to: wall } ]
    """
  }

  private static let save = OSCMessage("/nsm/client/save")

  /// Runs `body` with a folder for sessions, which is removed with the test.
  private static func withSessions(_ body: (URL) async throws -> Void) async throws {
    let folder = URL(filePath: "/tmp/tarmac-nsm-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  private static func run(
    _ manager: NSMServer,
    isBare: Bool = false,
    _ body: (LiveStage) async throws -> Void
  ) async throws {
    defer { manager.close() }
    try await LiveStage.run(
      preset(),
      voices: ["deck", "voice"],
      outputs: ["wall"],
      shell: manager.shell(isBare: isBare),
      body
    )
  }

  @Test("announces itself, makes a new rig of the preset that was given, and says when it is open")
  func newSession() async throws {
    try await Self.withSessions { sessions in
      let path = sessions.appending(path: "rig").path
      let manager = try NSMServer(opening: path, as: "rig")
      try await Self.run(manager) { stage in
        let announced = try manager.hears("/nsm/server/announce rig :switch:dirty:message: ")
        #expect(announced.hasSuffix("tarmac 1 1 \(stage.tarmac.pid)"))
        try manager.hears("/reply /nsm/client/open A new rig.")
        try stage.hears(["wall": ["deck"]])
        let kept = try String(contentsOfFile: path + "/rig.yaml", encoding: .utf8)
        #expect(kept == Self.preset())
        #expect(try stage.ask(ServerInfoRequest()).preset == path + "/rig.yaml")
        stage.tarmac.end(SIGTERM)
        #expect(stage.tarmac.exitStatus == 0)
      }
    }
  }

  @Test("saves what its user has done, says what is not saved, and comes back as it was saved")
  func saved() async throws {
    try await Self.withSessions { sessions in
      let path = sessions.appending(path: "rig").path
      let first = try NSMServer(opening: path, as: "rig")
      try await Self.run(first) { stage in
        try stage.hears(["wall": ["deck"]])
        #expect(!first.heard.contains { $0.hasPrefix("/nsm/client/is_") })
        try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-6)))
        try first.hears("/nsm/client/is_dirty")
        try first.asks(Self.save, until: "/reply /nsm/client/save Saved.")
        try first.hears("/nsm/client/is_clean")
        let before = first.heard.count
        try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-12)))
        try first.hears("/nsm/client/is_dirty", after: before)
        // The value is back where it was, by hand: there is nothing to save.
        try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-6)))
        try first.hears("/nsm/client/is_clean", after: before)
        try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-20)))
        try stage.ask(ActivateRequest(session: "voice"))
        try first.hears("/nsm/client/is_dirty", after: before + 2)
        // The same for a plugin's value.
        try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-6)))
        try stage.ask(DeactivateRequest(session: "voice"))
        try first.hears("/nsm/client/is_clean", after: before + 3)
        try stage.ask(TreeSetRequest(path: "deck.amp.gain", value: .number(-3)))
        try first.hears("/nsm/client/is_dirty", after: before + 4)
        try first.asks(Self.save, until: "/reply /nsm/client/save Saved.")
        try first.hears("/nsm/client/is_clean", after: before + 5)
        try stage.ask(TreeSetRequest(path: "deck.amp.gain", value: .number(-20)))
        try stage.ask(TreeSetRequest(path: "deck.fader_db", value: .number(-20)))
        try stage.ask(ActivateRequest(session: "voice"))
        try first.hears("/nsm/client/is_dirty", after: before + 6)
        stage.tarmac.end(SIGTERM)
        #expect(stage.tarmac.exitStatus == 0)
      }
      // Changes that were not saved are gone.
      let second = try NSMServer(opening: path, as: "rig")
      try await Self.run(second, isBare: true) { stage in
        try second.hears("/reply /nsm/client/open Opened.")
        #expect(try stage.tarmac.get("deck.amp.gain") == "-3")
        try stage.ask(TreeSetRequest(path: "deck.amp.gain", value: .number(0)))
        try stage.hears(["wall": stage.level(of: "deck") * LinearGain(Decibels(-6)).factor])
      }
    }
  }

  @Test("goes over to another session in the same process, as another JACK client")
  func switching() async throws {
    try await Self.withSessions { sessions in
      let (one, two) = (sessions.appending(path: "one"), sessions.appending(path: "two"))
      try FileManager.default.createDirectory(at: two, withIntermediateDirectories: false)
      let other = two.appending(path: "rig.yaml")
      try Self.preset(active: "voice").write(to: other, atomically: true, encoding: .utf8)
      let manager = try NSMServer(opening: one.path, as: "rig")
      try await Self.run(manager) { stage in
        try stage.hears(["wall": ["deck"]])
        try manager.asks(
          NSMServer.opening(two.path, as: "rig.nTWO", session: "morning"),
          until: "/reply /nsm/client/open Opened."
        )
        try stage.hears(["wall": ["voice"]])
        let wall = try stage.ears(at: "wall")
        #expect(wall.connections(of: wall.input(1)) == ["rig.nTWO:wall"])
        let path = stage.tarmac.folder.appending(path: "tarmac/rig.nTWO.sock").path
        let client = try ControlClient(path: ControlSocketPath(path: path))
        let info = try client.send(ServerInfoRequest(), timeoutSeconds: 30)
        #expect(info.pid == stage.tarmac.pid && info.preset == other.path)
        // And back, as before.
        try manager.asks(NSMServer.opening(one.path, as: "rig"), until: "/reply /nsm/client/open")
        try stage.hears(["wall": ["deck"]])
        #expect(try stage.ask(ServerInfoRequest()).pid == stage.tarmac.pid)
      }
    }
  }

  @Test("goes over to other sessions again and again without keeping files or threads of them")
  func manySwitches() async throws {
    try await Self.withSessions { sessions in
      let paths = ["one", "two"].map { sessions.appending(path: $0).path }
      let manager = try NSMServer(opening: paths[0], as: "rig")
      try await Self.run(manager) { stage in
        func open(_ path: String) throws {
          let order = NSMServer.opening(path, as: "rig")
          try manager.asks(order, until: "/reply /nsm/client/open")
          try stage.hears(["wall": ["deck"]])
        }
        for path in paths.reversed() { try open(path) }
        let pid = stage.tarmac.pid
        let files = try descriptorCount(of: pid)
        let threads = try #require(try processStatus("Threads", of: pid))
        for turn in 1...10 { try open(paths[turn % 2]) }
        // Threads of pools come and go; if each switch kept one, there would be ten.
        try stage.tarmac.wait("the files and threads of before") {
          try descriptorCount(of: pid) < files + 10
            && processStatus("Threads", of: pid) ?? 0 < threads + 10
        }
      }
    }
  }

  @Test(
    "plays on when another session can't be opened, and says why, with the number that means it"
  )
  func badSession() async throws {
    try await Self.withSessions { sessions in
      let bad = sessions.appending(path: "bad")
      try FileManager.default.createDirectory(at: bad, withIntermediateDirectories: false)
      try "tarmac: 1\nroutes: { main: { role: nothing } }\n".write(
        to: bad.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      let manager = try NSMServer(opening: sessions.appending(path: "one").path, as: "rig")
      try await Self.run(manager) { stage in
        try stage.hears(["wall": ["deck"]])
        let refused = "/error /nsm/client/open"
        let wrong = try manager.asks(NSMServer.opening(bad.path, as: "x"), until: refused)
        #expect(wrong.hasPrefix("\(refused) -9 \(bad.path)/rig.yaml:2:"))
        let nowhere = try manager.asks(
          NSMServer.opening("/proc/tarmac", as: "x"),
          until: refused
        )
        #expect(nowhere.hasPrefix("\(refused) -10 Cannot make the folder /proc/tarmac"))
        let unknown = try manager.asks(
          OSCMessage("/nsm/client/show_optional_gui"),
          until: "/error /nsm/client/show_optional_gui"
        )
        #expect(unknown.hasSuffix("this client takes no such message."))
        try FileManager.default.removeItem(at: sessions.appending(path: "one/plugins"))
        try Data().write(to: sessions.appending(path: "one/plugins"))
        let unsaved = try manager.asks(Self.save, until: "/error /nsm/client/save")
        #expect(unsaved.hasPrefix("/error /nsm/client/save -1 Cannot"), "\(unsaved)")
        // Only the manager may choose the preset.
        #expect(throws: (any Error).self) {
          try stage.ask(ReloadRequest(preset: stage.tarmac.folder.path + "/rig.yaml"))
        }
        try stage.ask(ReloadRequest(preset: nil))
        try stage.hears(["wall": ["deck"]])
        #expect(stage.tarmac.isRunning)
      }
    }
  }

  @Test("begins with inputs and an output where nobody has named a preset")
  func bare() async throws {
    try await Self.withSessions { sessions in
      let manager = try NSMServer(opening: sessions.appending(path: "rig").path, as: "rig")
      defer { manager.close() }
      let shell = manager.shell(isBare: true)
      try await RunningTarmac.run("", shell: shell) { tarmac, server in
        try manager.hears("/reply /nsm/client/open A new rig.")
        #expect(try tarmac.session("live").state == "active")
        let source = try Listener("source", on: server, inputs: 1, outputs: 1)
        defer { source.close() }
        source.play([[Float](repeating: 0.5, count: 48_000 * 300)])
        try source.connect(source.output(1), "rig:in_L")
        try source.connect("rig:main_L", source.input(1))
        try tarmac.wait("the sound") {
          try source.capture(frames: 256)[0].allSatisfy { $0 == 0.5 }
        }
      }
    }
  }

  @Test("is a rig of its own where nobody answers, or it is not wanted", arguments: [true, false])
  func alone(isRefused: Bool) async throws {
    let refusal = OSCMessage(
      "/error",
      [.string("/nsm/server/announce"), .int32(-3), .string("no towers here")]
    )
    let manager = try NSMServer(welcome: isRefused ? [refusal] : [])
    try await Self.run(manager) { stage in
      try stage.hears(["wall": ["deck"]])
      let reason = isRefused ? "it does not want it (no towers here)." : "nobody answers there."
      let line = "The rig runs without the session manager at \(manager.url): \(reason)"
      try stage.tarmac.waitForLog(line)
    }
  }
}
