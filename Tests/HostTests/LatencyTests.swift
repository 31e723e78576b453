// SPDX-License-Identifier: Apache-2.0
// Which latencies of its paths a rig reports to JACK, as another program reads them.

import ControlProtocol
import Foundation
import JACKTestBench
import RuleProofs
import Testing

@Suite("A route's latency", .serialized)
struct LatencyTests {
  /// The limiter (swh-lv2) delays; the paths past it, beside it in one graph and in another
  /// session, do not.
  private static func preset(compensate: String) -> String {
    """
    tarmac: 1
    compensate: \(compensate)
    routes:
      mixed:  { role: lineOut, ports: [ "ears:in_1" ] }
      split:  { role: headphones, ports: [ "ears:in_2" ] }
      late:   { role: hdmi, ports: [ "ears:in_3" ] }
    sessions:
      slow:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes: { ahead: { plugin: "http://plugin.org.uk/swh-plugins/lookaheadLimiterConst" } }
          connections: [ source -> ahead.in_1, ahead.out_1 -> out.1, source -> out.2, ahead.out_1 -> out.2 ]
        streams: { late: [ 1 ], split: [ 2 ] }
        sends: [ { stream: late, to: mixed }, { stream: late, to: late }, { stream: split, to: split } ]
      quick:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_2" ] }
        sends: [ { to: mixed } ]
    """
  }

  @Test(
    "is that of the latest, as all wait for it, or else is told from its shortest way to its longest",
    arguments: ["on", "off"]
  )
  func ranges(compensate: String) async throws {
    let preset = Self.preset(compensate: compensate)
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 3)
      defer {
        source.close()
        ears.close()
      }
      try tarmac.wait("the limiter's latency") {
        try tarmac.session("slow").plugins[0].latency_frames > 0
      }
      let delay = try tarmac.session("slow").plugins[0].latency_frames
      try tarmac.wait("late to tell [\(delay) \(delay)]") {
        try Self.captureLatency(of: "rig:late", on: server) == "[ \(delay) \(delay) ]"
      }
      let shortest = compensate == "on" ? delay : 0
      for port in ["rig:mixed", "rig:split"] {
        let told = try Self.captureLatency(of: port, on: server)
        #expect(told == "[ \(shortest) \(delay) ]", "\(port)")
      }
    }
  }

  /// `voice` goes through the limiter that `room` has, as long as `room` is active.
  private static let chain = """
    tarmac: 1
    routes: { mixed: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      voice:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { jack: [ "source:out_1" ] }
        graph: [ { insert: room } ]
        sends: [ { to: mixed } ]
      room:
        category: playback
        options: [ mixWithOthers ]
        inter_session: on
        active: true
        source: { insert: on, channels: 1 }
        graph:
          nodes: { ahead: { plugin: "http://plugin.org.uk/swh-plugins/lookaheadLimiterConst" } }
          connections: [ source -> ahead.in_1, ahead.out_1 -> out ]
    """

  @Test(
    "counts the session that another one goes through",
    .proves("IAA-02", "PREF-15", at: .live)
  )
  func insert() async throws {
    try await RunningTarmac.run(Self.chain) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      defer {
        source.close()
        ears.close()
      }
      try tarmac.wait("the limiter's latency") {
        try tarmac.session("room").plugins[0].latency_frames > 0
      }
      let delay = try tarmac.session("room").plugins[0].latency_frames
      try tarmac.wait("mixed to tell [\(delay) \(delay)]") {
        try Self.captureLatency(of: "rig:mixed", on: server) == "[ \(delay) \(delay) ]"
      }
    }
  }

  /// The capture latency of a port as `jack_lsp -l` prints it.
  private static let apart = """
    tarmac: 1
    routes: { mixed: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      apart:
        category: playback
        active: true
        isolation: process
        source: { jack: [ "source:out_1" ] }
        graph: [ { plugin: "\(amplifier)" } ]
        sends: [ { to: mixed } ]
    """

  @Test("counts the cycle that an isolated graph takes, whatever its length")
  func isolated() async throws {
    try await RunningTarmac.run(Self.apart) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      defer {
        source.close()
        ears.close()
      }
      for frames in [256, 1_024, 64] {
        ears.setPeriod(frames: frames)
        try tarmac.wait("[\(frames) \(frames)] to be told") {
          try Self.captureLatency(of: "rig:mixed", on: server) == "[ \(frames) \(frames) ]"
            && tarmac.session("apart").isolation?.latency_frames == frames
        }
        var impulse = [Float](repeating: 0, count: 8_192)
        impulse[100] = 0.5
        let isThere = try FragileRig.attempt("apart", of: tarmac) {
          let heard = try source.play([impulse], heardBy: ears)[0]
          return heard.firstIndex { $0 != 0 } == 100 + frames
        }
        #expect(isThere, "in cycles of \(frames)")
      }
    }
  }

  /// The limiter of `main`, which an alarm goes through, too; `dry` has none.
  private static let outputs = """
    tarmac: 1
    routes:
      main:
        role: lineOut
        ports: [ "ears:in_1" ]
        graph:
          nodes: { ahead: { plugin: "http://plugin.org.uk/swh-plugins/lookaheadLimiterConst" } }
          connections: [ source -> ahead.in_1, ahead.out_1 -> out ]
      dry: { role: usb, ports: [ "ears:in_2" ] }
      wet: { role: hdmi, ports: [ "ears:in_3" ] }
    buses:
      late:
        channels: 1
        graph:
          nodes: { ahead: { plugin: "http://plugin.org.uk/swh-plugins/lookaheadLimiterConst" } }
          connections: [ source -> ahead.in_1, ahead.out_1 -> out ]
        sends: [ { to: wet }, { to: later } ]
      later: { channels: 1, sends: [ { to: wet } ] }
    sessions:
      both:
        category: multiRoute
        active: true
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main }, { to: dry }, { to: late } ]
    """

  @Test("counts what plugins of the output and of buses add, as an impulse shows")
  func outputs() async throws {
    try await RunningTarmac.run(Self.outputs) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 3)
      var impulse = [Float](repeating: 0, count: 9_600)
      impulse[100] = 0.5
      var delay: Int?
      try tarmac.wait("the impulse on both outputs") {
        let heard = try source.play([impulse], heardBy: ears).map { $0.firstIndex { $0 != 0 } }
        delay = heard[0].map { $0 - 100 }
        return heard[1] == 100 && heard[0] == heard[2] && delay ?? 0 > 0
      }
      let frames = delay ?? 0
      try tarmac.wait("main to tell [\(frames) \(frames)]") {
        try Self.captureLatency(of: "rig:main", on: server) == "[ \(frames) \(frames) ]"
      }
      #expect(try Self.captureLatency(of: "rig:wet", on: server) == "[ \(frames) \(frames) ]")
      #expect(try Self.captureLatency(of: "rig:dry", on: server) == "[ 0 0 ]")
      source.close()
      ears.close()
    }
  }

  static func captureLatency(of port: String, on server: PrivateServer) throws -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["jack_lsp", "-l", port]
    process.environment = ProcessInfo.processInfo.environment
      .merging(server.environment) { $1 }
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.contains("port capture latency") }
    return line?.split(separator: "=").last?.replacing(" frames", with: "")
      .trimmingCharacters(in: .whitespaces)
  }
}
