// SPDX-License-Identifier: Apache-2.0
// What a rig reports to the service manager that started it, with a real rig on JACK.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig that is a service", .serialized)
struct ServiceTests {
  private static func preset(fader: Int = 0) -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1, fader_db: \(fader) } }
    sessions:
      music: { category: playback, active: true, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
      voice: { category: playback, source: { jack: [ "source:out_1" ] }, sends: [ { to: main } ] }
    """
  }

  /// Runs `body` with a rig and a socket that receives its notifications.
  private static func run(
    watchdog: Int? = nil,
    _ body: (RunningTarmac, NotifyEar, PrivateServer) async throws -> Void
  ) async throws {
    let ear = try NotifyEar()
    defer { ear.close() }
    let shell = ear.shell(watchdog: watchdog)
    try await RunningTarmac.run(preset(), shell: shell) { tarmac, server in
      try await body(tarmac, ear, server)
    }
  }

  @Test("says that it is ready, how it is, and that it ends", arguments: [false, true])
  func life(isAbstract: Bool) async throws {
    let ear = try NotifyEar(isAbstract: isAbstract)
    defer { ear.close() }
    try await RunningTarmac.runByClock(Self.preset(), shell: ear.shell()) { tarmac in
      try ear.wait("READY=1") { $0.states == ["READY=1"] }
      #expect(try tarmac.ask(StatusRequest()).render.cycles > 0)
      try ear.wait("the status") { $0.status?.hasPrefix("1 of 2 sessions active, ") == true }
      _ = try tarmac.ask(DeactivateRequest(session: "music"))
      try ear.wait("another status") { $0.status?.hasPrefix("0 of 2 sessions active, ") == true }
      tarmac.end(SIGTERM)
      #expect(tarmac.exitStatus == 0)
      try ear.wait("STOPPING=1") { $0.states == ["READY=1", "STOPPING=1"] }
      // No watchdog was asked for.
      #expect(ear.pings.isEmpty)
    }
  }

  @Test("is ready once its first cycle has been rendered, however long that takes")
  func ready() async throws {
    let ear = try NotifyEar()
    defer { ear.close() }
    // Between two cycles there is time to ask.
    let slow = PrivateServer.Settings(periodFrames: 8192)
    try await RunningTarmac.run(Self.preset(), settings: slow, shell: ear.shell()) { tarmac, _ in
      try ear.wait("READY=1") { $0.states == ["READY=1"] }
      #expect(try tarmac.ask(StatusRequest()).render.cycles > 0)
    }
  }

  @Test("gives signs of life only while JACK's thread goes on")
  func watchdog() async throws {
    try await Self.run(watchdog: 400_000) { tarmac, ear, server in
      try ear.wait("signs of life") { $0.pings.count >= 5 }
      kill(server.pid, SIGSTOP)
      defer { kill(server.pid, SIGCONT) }
      // The rig itself lives and answers; one sign may have been on its way.
      try ear.wait("silence") { ear in
        _ = try tarmac.ask(StatusRequest())
        return ear.pings.last.map { .now - $0.time > .seconds(4) } ?? false
      }
      let count = ear.pings.count
      kill(server.pid, SIGCONT)
      try ear.wait("life") { $0.pings.count > count + 3 }
    }
  }

  @Test("gives signs of life while it waits for a server that is gone")
  func lostServer() async throws {
    try await Self.run(watchdog: 400_000) { tarmac, ear, server in
      try ear.wait("READY=1") { $0.states == ["READY=1"] }
      server.kill()
      try ear.wait("the status") { $0.status == "The JACK server is gone; waiting for it." }
      let count = ear.pings.count
      try ear.wait("life") { $0.pings.count > count + 3 }
      #expect(ear.states == ["READY=1"])
    }
  }

  @Test("reads its preset again on SIGHUP, and says so before and after")
  func reload() async throws {
    try await Self.run { tarmac, ear, _ in
      try ear.wait("READY=1") { $0.states == ["READY=1"] }
      try Self.preset(fader: -7).write(
        to: tarmac.folder.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      kill(tarmac.pid, SIGHUP)
      try ear.wait("the reload") { $0.states == ["READY=1", "RELOADING=1", "READY=1"] }
      #expect(try tarmac.get("main.fader_db") == "-7")
      let words = try #require(ear.heard.first { $0.text.hasPrefix("RELOADING=1\n") }).text
      let time = try #require(words.firstMatch(of: #/\nMONOTONIC_USEC=(\d+)$/#)).1
      var now = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &now)
      #expect(try #require(Int(time)) / 1_000_000 <= now.tv_sec)
    }
  }

  @Test("plays on as it was when the preset is bad at SIGHUP, and says why")
  func badReload() async throws {
    try await Self.run { tarmac, ear, _ in
      try ear.wait("READY=1") { $0.states == ["READY=1"] }
      try "tarmac: 1\nroutes: { main: { role: nothing } }\n".write(
        to: tarmac.folder.appending(path: "rig.yaml"),
        atomically: true,
        encoding: .utf8
      )
      kill(tarmac.pid, SIGHUP)
      try ear.wait("the end of the reload") {
        $0.states == ["READY=1", "RELOADING=1", "READY=1"]
      }
      try tarmac.wait("the reason") {
        try tarmac.log("The preset is not reloaded, and the rig plays on as it was: ")
      }
      try tarmac.waitForLog("rig.yaml:2:25: role must be one of")
      #expect(try tarmac.session("music").state == "active")
    }
  }

  @Test("writes for the journal with priorities, and each line with the time of day")
  func journal() async throws {
    let shell = """
      export JOURNAL_STREAM=$(stat -Lc %d:%i /proc/self/fd/2); exec "$@" --log-level info
      """
    try await RunningTarmac.runByClock(Self.preset(), shell: shell) { tarmac in
      let up = #/^<5>\d\d:\d\d:\d\d\.\d\d\d Rig 'rig' is up with /#
      #expect(try tarmac.lines("is up with").filter { $0.contains(up) }.count == 1)
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      try tarmac.wait("the decision") {
        try tarmac.lines("<6>").contains { line in
          line.contains(
            #/^<6>\d\d:\d\d:\d\d\.\d\d\d #\d+ 'voice' asks to become active: .*\(ACT-\d+/#
          )
            || line.contains(#/^<6>\d\d:\d\d:\d\d\.\d\d\d #\d+ .*voice.*/#)
        }
      }
    }
  }

  @Test("does not write its decisions unless it is told to, and writes plain lines elsewhere")
  func plainLog() async throws {
    try await RunningTarmac.runByClock(Self.preset()) { tarmac in
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      #expect(try tarmac.count("\u{23}1 ") == 0)
      #expect(try tarmac.lines("<").filter { $0.hasPrefix("<") }.isEmpty)
      try tarmac.waitForLog("Rig 'rig' is up with ")
      _ = try? tarmac.reload("tarmac: 1\nroutes: { main: { rol: lineOut } }\nsessions: {}\n")
      kill(tarmac.pid, SIGHUP)
      try tarmac.wait("the mistakes") { try tarmac.log("The preset is not reloaded") }
      let stamp = #/^\d\d:\d\d:\d\d\.\d\d\d /#
      #expect(try tarmac.lines("").filter { !$0.contains(stamp) } == [])
    }
  }
}
