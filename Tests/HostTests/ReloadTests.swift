// SPDX-License-Identifier: Apache-2.0
// Reloads that change ports, levels and sessions under a playing rig.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import Testing

@Suite("A reload under a playing rig", .serialized)
struct ReloadTests {
  /// A music session on a mono route; `main` and `net` are what the tests change.
  private static func preset(main: String, net: String, session: String = "") -> String {
    """
    tarmac: 1
    routes:
      net:  { role: net, \(net) }
      main: { role: lineOut, \(main) }
    sessions:
      music:
        category: playback
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
    \(session)
    """
  }

  @Test("gives a route its new width, with ports that are called and connected accordingly")
  func width() async throws {
    let mono = ReloadTests.preset(main: "ports: [ \"ears:in_1\" ]", net: "channels: 1")
    let stereo = ReloadTests.preset(
      main: "ports: [ \"ears:in_1\", \"ears:in_2\" ]",
      net: "channels: 1"
    )
    try await RunningTarmac.run(mono) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 3)
      for (text, ports) in [
        (stereo, ["rig:main_L", "rig:main_R"]), (mono, ["rig:main"]),
        (stereo, ["rig:main_L", "rig:main_R"]),
      ] {
        try tarmac.reload(text)
        #expect(ears.ports(matching: "rig:main") == ports)
        try tarmac.wait("the connections") {
          (1...ports.count).allSatisfy { ears.connections(of: ears.input($0)) == [ports[$0 - 1]] }
            && ears.connections(of: "rig:music") == ["source:out_1"]
        }
        var numbers = SeededNumbers(seed: 11)
        let noise = numbers.samples(5000)
        let heard = try source.play([noise], heardBy: ears)
        for channel in 0..<3 {
          let isHeard = channel < ports.count
          #expect(heard[channel] == (isHeard ? noise : [Float](repeating: 0, count: 5000)))
        }
      }
      source.close()
      ears.close()
    }
  }

  @Test("turns a route round without a sound on a wrong output")
  func direction() async throws {
    let main = "ports: [ \"ears:in_1\" ]"
    let input = ReloadTests.preset(main: main, net: "direction: input, ports: [ \"source:out_2\" ]")
    let output = ReloadTests.preset(
      main: main,
      net: "direction: output, ports: [ \"ears:in_2\" ]",
      session: """
          extra:
            category: playback
            options: [ mixWithOthers ]
            active: true
            source: { jack: [ "source:out_2" ] }
            sends: [ { to: net } ]
        """
    )
    try await RunningTarmac.run(input) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      try tarmac.wait("the input") { ears.connections(of: "rig:net") == ["source:out_2"] }
      try tarmac.reload(output)
      try tarmac.wait("the output") {
        ears.connections(of: ears.input(2)) == ["rig:net"]
          && ears.connections(of: "rig:extra") == ["source:out_2"]
          && ears.connections(of: ears.input(1)) == ["rig:main"]
      }
      var numbers = SeededNumbers(seed: 12)
      let noise = [numbers.samples(5000), numbers.samples(5000)]
      #expect(try source.play(noise, heardBy: ears) == noise)
      try tarmac.reload(input)
      try tarmac.wait("the input again") { ears.connections(of: "rig:net") == ["source:out_2"] }
      let heard = try source.play(noise, heardBy: ears)
      #expect(heard[0] == noise[0])
      #expect(heard[1].allSatisfy { $0 == 0 })
      source.close()
      ears.close()
    }
  }
}

extension RunningTarmac {
  /// Writes another preset over the one that runs, and has it loaded.
  func reload(_ preset: String) throws {
    let file = folder.appending(path: "rig.yaml")
    try preset.write(to: file, atomically: true, encoding: .utf8)
    _ = try ask(ReloadRequest())
  }
}
