// SPDX-License-Identifier: Apache-2.0
// Sixty hostile clients of each kind at each door: an operator's gestures are answered and heard,
// and the sound stays the same.

import ControlProtocol
import Foundation
import JACKTestBench
import Quantities
import Testing

@Suite("Sixty hostile clients at a door", .serialized)
struct CrowdedDoorTests {
  private static let idle = (0..<60).map { number in
    """
      s\(number):
        category: playAndRecord
        options: [ mixWithOthers ]
        source: { route: mic }
        sends: [ { to: spare } ]
    """
  }.joined(separator: "\n")

  /// The session `music` is to stay as it is, the operator moves the fader of `touched`; no other
  /// client changes either of them.
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1" ] }
      desk: { role: headphones, ports: [ "hand:in_1" ] }
      spare: { role: lineOut, channels: 1 }
      mic: { role: mic, channels: 1 }
    surfaces: { osc: { port: 0, tcp: on, query_port: 0 }, web: { port: 0 } }
    sessions:
      music:
        category: multiRoute
        active: on
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: main } ]
      touched:
        category: multiRoute
        options: [ mixWithOthers ]
        active: on
        source: { jack: [ "source:out_1" ] }
        sends: [ { to: desk } ]
    \(idle)

    """

  /// What the sixty clients do, door by door; `hostile.py` implements each kind.
  private static let kinds: [(door: String, kinds: [String])] = [
    (
      "socket",
      [
        "cheap", "reads", "what-if", "patterns", "misspelt", "long", "batches", "deeds", "fades",
        "subscribes", "deaf subscribes", "deaf", "half", "storm", "program storm",
      ]
    ),
    (
      "websocket",
      ["cheap", "reads", "misspelt", "batches", "subscribes", "deaf", "half", "storm", "pings"]
    ),
    ("http", ["reads", "batches", "half", "storm", "wrong tokens", "deaf", "tree", "metrics"]),
    ("udp", ["cheap", "lists", "patterns", "misspelt", "bundles", "subscribes"]),
    ("tcp", ["lists", "subscribes", "half", "storm", "deaf"]),
    ("oscquery", ["gets", "values", "half", "storm", "listens"]),
  ]
  private static let gestures =
    ProcessInfo.processInfo.environment["TARMAC_GESTURES"].flatMap { Int($0) } ?? 2
  /// The door to test if only one is chosen.
  private static let chosen = ProcessInfo.processInfo.environment["TARMAC_CROWDS"]

  @Test("leave gestures answered and heard, and the sound the same to the bit; the rig ends")
  func crowds() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      let hand = try Listener("hand", on: server, inputs: 1)
      source.play([[Float](repeating: 0.5, count: 48_000 * 60 * 20)])
      try tarmac.wait("the sound") { try ears.capture(frames: 256)[0].allSatisfy { $0 == 0.5 } }
      let stage = try Stage(tarmac, hand)
      // A client that has sent nothing yet makes room for others.
      _ = try stage.gestures(1)
      for (door, kinds) in Self.kinds where Self.chosen == nil || door == Self.chosen {
        for kind in kinds {
          let crowd = try stage.crowd(door, kind)
          #expect(crowd.line() == "open")
          var figures: [String] = []
          let heard = try ears.capture(tail: 256) {
            figures = try stage.gestures(Self.gestures)
          }
          #expect(heard[0].allSatisfy { $0 == 0.5 }, "\(kind) at \(door)")
          crowd.finish()
          #expect(crowd.line() != nil, "\(kind) at \(door): the crowd has gone early")
          guard ProcessInfo.processInfo.environment["TARMAC_FIGURES"] != nil else { continue }
          print("\(door), \(kind): \(figures.joined(separator: "; "))")
        }
      }
      let last = try stage.crowd("socket", "reads")
      #expect(last.line() == "open")
      tarmac.end(SIGTERM)
      last.finish()
      // It ends in order, or when its time was over.
      let said = try tarmac.lines("").suffix(20).joined(separator: "\n")
      #expect([0, 76].contains(tarmac.exitStatus), "\(said)")
    }
  }

  /// The operator's clients, and an ear for what they do.
  private final class Stage {
    private let tarmac: RunningTarmac
    private let ears: Listener
    private let operators: [any Operator]
    private let viewer: String
    /// The port of OSCQuery.
    private let query: String
    private var level = 0

    init(_ tarmac: RunningTarmac, _ ears: Listener) throws {
      (self.tarmac, self.ears) = (tarmac, ears)
      let token = try tarmac.ask(WebPairRequest(name: "operator", access: "operator")).token
      let line = try tarmac.lines("OSCQuery is at").last ?? ""
      guard let port = line.firstMatch(of: #/OSCQuery is at \S+:(\d+)/#)?.1 else {
        throw RunFailure(description: "no port is told: \(line)")
      }
      query = String(port)
      viewer = try tarmac.ask(WebPairRequest(name: "viewer", access: "viewer")).token
      operators = [
        try SocketOperator(tarmac), try WebOperator(tarmac, token), try OSCOperator(tarmac),
      ]
    }

    /// Sixty clients in a process of their own.
    func crowd(_ door: String, _ kind: String) throws -> Foreign {
      let path = tarmac.folder.appending(path: "tarmac/rig.sock").path
      return try Foreign.python(
        "../Crowd/hostile.py",
        [path, "\(try tarmac.webPort())", viewer, "\(try tarmac.oscPort())", query, door, kind]
      )
    }

    /// Moves the fader so often through each door, and listens for it; returns how long that took,
    /// in words.
    func gestures(_ count: Int) throws -> [String] {
      try operators.map { hand in
        var (answered, heard): ([Duration], [Duration]) = ([], [])
        for _ in 0..<count {
          level = level == -30 ? -1 : level - 1
          let expected = 0.5 * LinearGain(Decibels(Float(level))).factor
          let start = ContinuousClock.now
          do { try hand.set("touched.fader_db", to: level) } catch {
            let said = try tarmac.lines("closed: ") + tarmac.lines("sent away")
            throw RunFailure(description: "\(error); tarmac said: \(said)")
          }
          answered.append(.now - start)
          try tarmac.wait("\(level) dB by \(hand.name)") {
            try ears.capture(frames: 64)[0].allSatisfy { $0 == expected }
          }
          heard.append(.now - start)
        }
        return "\(hand.name) answered \(Self.words(answered)), heard \(Self.words(heard))"
      }
    }

    /// The median and the longest, in milliseconds.
    private static func words(_ times: [Duration]) -> String {
      let sorted = times.sorted().map { Int($0 / .milliseconds(1)) }
      return "\(sorted[sorted.count / 2]) (\(sorted.last ?? 0)) ms"
    }
  }
}
