// SPDX-License-Identifier: Apache-2.0
// A hundred programs come, play and go, some of them by being killed.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("A hundred programs", .serialized)
struct ManyProgramsTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    """

  /// Resources of the rig's process that would grow with each program that leaves something behind.
  private struct Belongings {
    var descriptors: Int
    var threads: Int

    init(of process: pid_t) throws {
      descriptors = try descriptorCount(of: process)
      threads = try processStatus("Threads", of: process) ?? 0
    }
  }

  @Test("come and go, and leave nothing behind: no session, port, descriptor or thread")
  func comeAndGo() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 2)
      defer { ears.close() }
      func wave(of count: Int) throws {
        let programs = try (0..<count).map { _ in
          try ProgramBesideRig("audio-session-sample", of: tarmac)
        }
        for program in programs { program.type("play") }
        for program in programs { #expect(program.says("playing at 48000.0 Hz")) }
        #expect(try tarmac.ask(SessionListRequest()).count == count + 1)
        // Half of them end in order, half are killed.
        for (number, program) in programs.enumerated() {
          if number.isMultiple(of: 2) { program.type("quit") } else { program.kill() }
        }
        try tarmac.wait("the end of the programs") {
          try tarmac.ask(SessionListRequest()).count == 1
        }
        // Ports go a moment after the sessions that needed them.
        try tarmac.wait("the end of their ports") { ears.ports(matching: "rig:").count == 3 }
      }
      // The first programs add what stays: threads of pools, memory.
      try wave(of: 10)
      let before = try Belongings(of: tarmac.pid)
      for _ in 0..<9 { try wave(of: 10) }
      // A few descriptors come and go with the rig's work; ninety programs would have left ninety.
      let after = try Belongings(of: tarmac.pid)
      #expect(after.descriptors < before.descriptors + 10)
      #expect(after.threads < before.threads + 10)
      #expect(try tarmac.ask(SessionListRequest()).map(\.name) == ["music"])
      try tarmac.wait("the music") { try tarmac.session("music").state == "active" }
    }
  }
}
