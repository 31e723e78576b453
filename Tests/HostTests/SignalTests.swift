// SPDX-License-Identifier: Apache-2.0
// How a rig ends, and what does not end it.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig that is told to end", .serialized)
struct SignalTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    """

  @Test("ends in order when its terminal is closed, with 0 and without a socket")
  func hangup() async throws {
    let terminal = try PseudoTerminal()
    try await RunningTarmac.runByClock(SignalTests.preset, shell: terminal.shell) { tarmac in
      terminal.hangUp()
      tarmac.waitUntilExit()
      #expect(tarmac.exitStatus == 0)
      let socket = tarmac.folder.appending(path: "tarmac/rig.sock").path
      #expect(!FileManager.default.fileExists(atPath: socket))
    }
  }

  @Test("reads its preset again when its terminal is open and somebody sends SIGHUP, and plays on")
  func reload() async throws {
    let terminal = try PseudoTerminal()
    defer { terminal.hangUp() }
    try await RunningTarmac.runByClock(SignalTests.preset, shell: terminal.shell) { tarmac in
      let pid = try String(contentsOf: tarmac.folder.appending(path: "pid"), encoding: .utf8)
      kill(try #require(Int32(pid.trimmingCharacters(in: .newlines))), SIGHUP)
      try tarmac.wait("the reload") { try tarmac.log("Reloaded ") }
      _ = try tarmac.ask(StatusRequest())
      _ = try tarmac.ask(StopRequest())
      tarmac.waitUntilExit()
      #expect(tarmac.exitStatus == 0)
    }
  }

  @Test("outlives its terminal under nohup")
  func nohup() async throws {
    let shell = "trap '' HUP; exec \"$@\""
    try await RunningTarmac.runByClock(SignalTests.preset, shell: shell) { tarmac in
      kill(tarmac.pid, SIGHUP)
      for _ in 0..<20 { _ = try tarmac.ask(StatusRequest()) }
      tarmac.end(SIGTERM)
      #expect(tarmac.exitStatus == 0)
    }
  }

  @Test("plays on when nobody reads what it says any more")
  func closedOutput() async throws {
    let shell = "exec \"$@\" > >(head -n 2)"
    try await RunningTarmac.runByClock(SignalTests.preset, shell: shell) { tarmac in
      for _ in 0..<20 { try tarmac.reload(SignalTests.preset) }
      tarmac.end(SIGINT)
      #expect(tarmac.exitStatus == 0)
    }
  }

  @Test("ends when Ctrl-C is pressed again and again, even when JACK hangs")
  func impatience() async throws {
    try await RunningTarmac.run(SignalTests.preset) { tarmac, server in
      kill(server.pid, SIGSTOP)
      defer { kill(server.pid, SIGCONT) }
      let end = ContinuousClock.now + .seconds(20)
      while tarmac.isRunning && ContinuousClock.now < end {
        kill(tarmac.pid, SIGINT)
        usleep(100_000)
      }
      #expect(tarmac.exitStatus == 130)
    }
  }
}
