// SPDX-License-Identifier: Apache-2.0
// Servers of our own: found, started, stopped, gone.

import AudioBackend
import Foundation
import JACKDriver
import JACKTestBench
import JACKVocabulary
import Testing

@Suite("Server launcher", .serialized)
struct ServerLauncherTests {
  private let name = "tarmac-launch-\(getpid())"

  private func launcher(_ change: (inout ServerLauncher.Settings) -> Void = { _ in })
    -> ServerLauncher
  {
    var settings = ServerLauncher.Settings()
    settings.place = .named(.dummy)
    change(&settings)
    return ServerLauncher(settings)
  }

  @Test("a server of ours answers, has a group of its own, and leaves nothing when it stops")
  func startStop() async throws {
    try await PrivateServer.exclusively {
      let launcher = launcher()
      let server = try launcher.prepare(.auto, name: name)
      #expect(server.isOurs && server.device == "dummy" && server.name == name)
      #expect(server.isRealtime == RealtimeRights.areGranted())
      let rig = try PassThroughRig(channels: 2)
      try rig.start(on: name)
      let cycles = rig.driver.cycles
      await eventually("cycles") { rig.driver.cycles > cycles + 10 }
      #expect(rig.driver.presentPorts().count { $0.name.hasPrefix("system:") } == 8)
      #expect((rig.driver.realtimePriority != nil) == server.isRealtime)

      let pid = try #require(launcher.pid)
      #expect(getpgid(pid) == pid)
      let leftovers = ServerLeftovers(server: name)
      let segments = try memorySegments(of: pid)
      #expect(leftovers.names().count > 2 && !segments.isEmpty)
      #expect(try isRegistered(name))
      rig.driver.close()
      #expect(launcher.stop().isEmpty)
      #expect(leftovers.names().isEmpty)
      #expect(present(segments).isEmpty)
      #expect(try !isRegistered(name))
      #expect(kill(pid, 0) == -1 && errno == ESRCH)
      #expect(launcher.stop().isEmpty)
    }
  }

  @Test("one that does not end when asked is killed, and what it leaves is removed")
  func stubborn() async throws {
    try await PrivateServer.exclusively {
      let launcher = launcher()
      _ = try launcher.prepare(.start, name: name)
      let pid = try #require(launcher.pid)
      let leftovers = ServerLeftovers(server: name)
      let segments = try memorySegments(of: pid)
      kill(pid, SIGSTOP)
      #expect(launcher.stop().isEmpty)
      #expect(leftovers.names().isEmpty && present(segments).isEmpty)
      #expect(try !isRegistered(name))
      #expect(kill(pid, 0) == -1 && errno == ESRCH)
    }
  }

  @Test("a running server is attached to and not stopped; a second one of the name is refused")
  func attach() async throws {
    try await PrivateServer.run { server in
      let launcher = launcher()
      for mode in [ServerMode.auto, .attach] {
        let found = try launcher.prepare(mode, name: server.name)
        #expect(found.name == server.name && !found.isOurs)
      }
      #expect(throws: LauncherError.nameTaken(server.name)) {
        try launcher.prepare(.start, name: server.name)
      }
      launcher.stop()
      #expect(server.isRunning)
    }
  }

  @Test("no server to attach to, no jackd, and a server that dies at once are told apart")
  func failures() async throws {
    try await PrivateServer.exclusively {
      #expect(throws: LauncherError.noServer(name: name)) {
        try launcher().prepare(.attach, name: name)
      }
      #expect(throws: LauncherError.jackdMissing) {
        try launcher { $0.program = "no-such-jackd" }.prepare(.start, name: name)
      }
      #expect(throws: LauncherError.serverDied(name: name, lastLines: [])) {
        try launcher { $0.program = "false" }.prepare(.start, name: name)
      }
      let wrong = launcher { $0.sampleRate = -1 }
      #expect {
        try wrong.prepare(.start, name: name)
      } throws: { error in
        guard case .serverDied(name, let lines)? = error as? LauncherError else { return false }
        return !lines.isEmpty
      }
      #expect(ServerLeftovers(server: name).names().isEmpty)
    }
  }

  @Test("a server of ours ends when we are killed")
  func diesWithUs() async throws {
    // The launcher runs in a process of its own, but another test may be removing the leftovers of
    // servers.
    try await PrivateServer.exclusively {
      let name = "\(name)-orphan"
      let result = await #expect(
        processExitsWith: .signal(SIGKILL),
        observing: [\.standardOutputContent]
      ) {
        [name = name as String] in
        var settings = ServerLauncher.Settings()
        settings.place = .named(.dummy)
        let launcher = ServerLauncher(settings)
        do {
          _ = try launcher.prepare(.start, name: name)
          print("pid:\(launcher.pid ?? 0):", terminator: "")
        } catch {
          print("refused:\(error):", terminator: "")
        }
        fflush(nil)
        kill(getpid(), SIGKILL)
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      let words = output.split(separator: ":")
      let at = try #require(words.firstIndex(of: "pid"), "\(output)")
      let pid = try #require(pid_t(words[at + 1]))
      await eventually("the server's end") { kill(pid, 0) == -1 && errno == ESRCH }
      #expect(ServerLeftovers(server: name).names().isEmpty)
      #expect(try !isRegistered(name))
    }
  }
}
