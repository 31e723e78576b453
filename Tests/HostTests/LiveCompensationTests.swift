// SPDX-License-Identifier: Apache-2.0
// Paths of different latencies, heard by a second JACK client.

import ControlProtocol
import Foundation
import JACKTestBench
import PluginMeasurement
import Testing

@Suite("The latency compensation of a live rig", .serialized)
struct LiveCompensationTests {
  private static func late(_ id: String, _ frames: Int) -> String {
    "\(id): { plugin: \"urn:tarmac:fixture:late\", set: { frames: \(frames) } }"
  }

  /// Paths with delays of 0, 64, 1,000 and 4,096 frames: in one graph, in sessions, and through a
  /// bus, one of them in another process.
  private static let preset = """
    tarmac: 1
    routes:
      one: { role: lineOut, ports: [ "ears:in_1" ] }
      all: { role: usb, ports: [ "ears:in_2" ] }
    buses:
      fx:
        channels: 1
        graph:
          nodes: { \(late("by", 1_000)) }
          connections: [ source -> by.in, by.out -> out ]
        sends: [ { to: all } ]
    sessions:
      graph:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes: { \(late("a", 64)), \(late("b", 1_000)), \(late("c", 4_096)), \(late("d", 500)) }
          connections:
            [ source -> a.in, source -> b.in, source -> c.in, b.out -> d.in, source -> d.in,
              source -> out, a.out -> out, c.out -> out, d.out -> out ]
        sends: [ { to: one } ]
      dry:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: all }, { to: fx } ]
      short:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes: { \(late("by", 64)) }
          connections: [ source -> by.in, by.out -> out ]
        sends: [ { to: all }, { to: fx } ]
      long:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes: { \(late("by", 4_096)) }
          connections: [ source -> by.in, by.out -> out ]
        sends: [ { to: all } ]
      apart:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        isolation: process
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes: { \(late("by", 1_000)) }
          connections: [ source -> by.in, by.out -> out, source -> out ]
        sends: [ { to: all } ]
    """

  @Test("an impulse arrives once, within a graph, across sessions, processes and buses")
  func impulse() async throws {
    try await RunningTarmac.run(Self.preset, shell: FragileRig.shell()) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      var impulse = [Float](repeating: 0, count: 12_000)
      impulse[100] = 0.0625
      var last: [[Int: Float]] = []
      // Three parts of `graph` and one more; two sessions twice, one once, and one that has two
      // paths.
      let wanted = [4_196: [5, 7]]
      try tarmac.wait("\(wanted) impulses, not \(last)") {
        last = try source.play([impulse], heardBy: ears).map { samples in
          let heard = samples.enumerated().filter { $1 != 0 }
          return Dictionary(uniqueKeysWithValues: heard.map { ($0, $1 / 0.0625) })
        }
        return last == [[4_196: 5], [4_196: 7]]
      }
      #expect(try tarmac.ask(StatusRequest()).routes.map(\.latency_frames) == [4_096, 4_096])
      for (path, frames) in [("one", 4_096), ("graph", 4_096), ("short", 64), ("fx", 1_064)] {
        let late = Double(frames) / 48
        #expect(abs((Double(try tarmac.get("\(path).latency_ms")) ?? 0) - late) < 0.01, "\(path)")
      }
      for port in ["rig:one", "rig:all"] {
        #expect(try LatencyTests.captureLatency(of: port, on: server) == "[ 4096 4096 ]")
      }
      source.close()
      ears.close()
    }
  }

  /// A tone, beside a session whose plugin delays by as many frames as its control says.
  private static let changing = """
    tarmac: 1
    routes: { one: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      tone:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: one } ]
      other:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_2" ] }
        graph:
          nodes: { \(late("by", 0)) }
          connections: [ source -> by.in, by.out -> out ]
        sends: [ { to: one } ]
    """

  /// A step of the tone, and of a fade of 1,024 frames between two tones at their peaks.
  private static let largest: Float = 0.5 * 2 * .pi / 480 + 1 / 1_024

  @Test("another latency of a plugin makes no step larger than a crossfade's while it sounds")
  func changes() async throws {
    try await RunningTarmac.run(Self.changing, shell: FragileRig.shell()) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 1)
      let period = (0..<480).map { 0.5 * sin(2 * Float.pi * Float($0) / 480) }
      let tone = (0..<6_000).flatMap { _ in period }
      source.play([tone])
      try tarmac.wait("the tone") { try ears.capture(frames: 960)[0].max() ?? 0 > 0.49 }
      for frames in [1_000, 64, 4_096, 8_192, 0] {
        let heard = try ears.capture(tail: 20_000) {
          _ = try tarmac.ask(SetRequest(path: "other.by.frames", value: "\(frames)"))
          try tarmac.wait("\(frames) to be told") {
            try LatencyTests.captureLatency(of: "rig:one", on: server) == "[ \(frames) \(frames) ]"
          }
        }
        #expect(heard[0].suffix(480).max() ?? 0 > 0.49)
        #expect(heard[0].largestStep < Self.largest, "to \(frames)")
      }
      source.close()
      ears.close()
    }
  }
}
