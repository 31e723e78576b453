// SPDX-License-Identifier: Apache-2.0
// Volumes that outlive the program.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import RuleProofs
import Testing

@Suite("A rig's volumes", .serialized)
struct VolumeTests {
  private static func preset(fader: Int) -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1, fader_db: \(fader) } }
    sessions:
      music: { category: playback, active: true, sends: [] }
      bed: { category: ambient, sends: [] }
    """
  }

  private func volume(_ tarmac: RunningTarmac) throws -> String? {
    try tarmac.ask(GetRequest(path: "main.fader_db")).first?.value
  }

  @Test("are kept from run to run, while the preset says what it said")
  func kept() async throws {
    try await RunningTarmac.runByClock(VolumeTests.preset(fader: -3)) { first in
      #expect(try volume(first) == "-3")
      _ = try first.ask(SetRequest(path: "main.fader_db", value: "-7"))
      #expect(try volume(first) == "-7")
      first.end()
      let same = try first.again(VolumeTests.preset(fader: -3))
      #expect(try volume(same) == "-7")
      same.end()
      let other = try first.again(VolumeTests.preset(fader: -4))
      #expect(try volume(other) == "-4")
      other.end()
    }
  }

  @Test(
    "turn everything on an output, after the levels that sessions have among each other",
    .proves("VOL-06", "VOL-07", at: .live)
  )
  func everything() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
      sessions:
        music:
          category: playback
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: main, level_db: -12 } ]
        effects:
          category: ambient
          active: true
          source: { jack: [ "source:out_2" ] }
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      let send = LinearGain(Decibels(-12)).factor
      func level(_ music: Float, _ effects: Float) throws -> Float {
        let constants = [music, effects].map { [Float](repeating: $0, count: 4_352) }
        return try #require(try source.play(constants, heardBy: ears)[0].last)
      }
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:main") == ["ears:in_1"]
          && ears.connections(of: "rig:effects") == ["source:out_2"]
          && ears.connections(of: "rig:music") == ["source:out_1"]
      }
      #expect(try level(1, 0) == send)
      #expect(try level(0, 1) == 1)
      _ = try tarmac.ask(SetRequest(path: "main.fader_db", value: "-6"))
      let volume = LinearGain(Decibels(-6)).factor
      try tarmac.wait("the volume") { try level(0, 1) == volume }
      #expect(try level(1, 0) == send * volume)
      source.close()
      ears.close()
    }
  }

  @Test("survive a file that can't be understood: it is told, set aside, and no reason to fail")
  func broken() async throws {
    try await RunningTarmac.runByClock(VolumeTests.preset(fader: -3)) { folder in
      let state = folder.appending(path: "state/tarmac/rig")
      try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
      for name in ["volumes.json", "permissions.json"] {
        try "{ \"version\": ".write(
          to: state.appending(path: name),
          atomically: true,
          encoding: .utf8
        )
      }
    } _: { tarmac in
      try tarmac.waitForLog("volumes.json can't be understood")
      try tarmac.waitForLog("permissions.json can't be understood")
      #expect(try volume(tarmac) == "-3")
      let state = tarmac.folder.appending(path: "state/tarmac/rig")
      _ = try tarmac.ask(SetRequest(path: "main.fader_db", value: "-5"))
      tarmac.end()
      let text = try String(
        contentsOf: state.appending(path: "volumes.json"),
        encoding: .utf8
      )
      #expect(text.contains("\"level_db\" : -5"))
      #expect(FileManager.default.fileExists(atPath: state.path + "/volumes.json.broken"))
    }
  }
}
