// SPDX-License-Identifier: Apache-2.0
// `tarmac log`: decisions with their times, recent ones and those to come.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("The log of a live rig's decisions", .serialized)
struct LogFollowTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      deck: { category: playback, source: { jack: [ "nobody:out_1" ] }, sends: [ { to: main } ] }
    """

  @Test("goes on with each decision, and leaves out what is too old")
  func follow() async throws {
    try await RunningTarmac.runByClock(Self.preset) { tarmac in
      let terminal = try TmuxTerminal(beside: tarmac, columns: 120, rows: 40)
      defer { terminal.close() }
      let program = RunningTarmac.program.path
      try terminal.type("clear; '\(program)' log --name rig --since 0 --follow")
      // Repeated until the command listens.
      try terminal.wait("what is decided now") { screen in
        _ = try tarmac.ask(ActivateRequest(session: "deck"))
        _ = try tarmac.ask(DeactivateRequest(session: "deck"))
        return screen.contains { $0.contains("deck asks to be active") }
      }
      let all = try tarmac.command("log", "--last", "1000")
      #expect(all.contains("deck is loaded"))
      #expect(all.firstMatch(of: #/\n\d+  \d\d:\d\d:\d\d  deck asks to be active\n/#) != nil)
      #expect(try terminal.screen().allSatisfy { !$0.contains("deck is loaded") })
      #expect(try tarmac.command("log", "--since", "0").isEmpty)
    }
  }
}
