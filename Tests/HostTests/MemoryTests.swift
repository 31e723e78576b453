// SPDX-License-Identifier: Apache-2.0
// A rig that runs for weeks and answers questions all the while keeps nothing of them.

import ControlProtocol
import RawSocket
import Testing

@Suite("Memory of a rig that is asked", .serialized)
struct MemoryTests {
  /// A session whose plugin reports how much of the heap is in use, and one whose plugin has
  /// presets.
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      gauge:
        category: playback
        options: [ mixWithOthers ]
        active: true
        graph: [ { plugin: "urn:tarmac:fixture:heap", id: heap } ]
        sends: [ { to: main } ]
      keys:
        category: playback
        options: [ mixWithOthers ]
        graph: [ { plugin: "\(PluginRig.synth)", id: synth } ]
        sends: [ { to: main } ]
    """

  /// Requests of all kinds that leave the rig as it was.
  private static let requests = [
    ("plugin.presets", #"{"plugin":"keys.synth"}"#),
    ("plugin.apply", #"{"plugin":"keys.synth","preset":"Fretless Bass"}"#),
    ("plugin.apply", #"{"plugin":"keys.synth","preset":"no such preset"}"#),
    ("parameter.get", "{}"), ("parameter.set", #"{"path":"keys.fader_db","value":"-3"}"#),
    ("parameter.set", #"{"path":"keys.synth.glide","value":"0.5"}"#),
    ("session.activate", #"{"session":"keys"}"#),
    ("session.deactivate", #"{"session":"keys","notifyOthers":true}"#),
    ("session.list", "{}"), ("session.explain", #"{"session":"keys"}"#), ("rig.status", "{}"),
    ("tower.whatIf", #"{"action":"activate","subject":"keys"}"#), ("decision.list", "{}"),
    ("transport.show", "{}"), ("server.info", "{}"), ("no.such", "{}"), ("rig.status", "[]"),
  ]

  @Test("stays as it was after thousands of requests, on one connection and on many")
  func flat() async throws {
    try await RunningTarmac.runByClock(Self.preset, shell: FragileRig.shell()) { tarmac in
      // The log of decisions gets to its full length, and one-time allocations are made.
      let client = try tarmac.rawClient()
      for _ in 0..<600 {
        for (method, params) in Self.requests where method.hasSuffix("activate") {
          #expect(try client.ask(method, params) != nil)
        }
      }
      // The system's queues keep some memory for each of their threads; a leak shows in every
      // stretch.
      var growths: [Int] = []
      while growths.count < 10, (growths.last ?? .max) > 32 {
        let before = try Self.kilobytes(tarmac)
        for _ in 0..<100 { try Self.askAll(tarmac) }
        growths.append(try Self.kilobytes(tarmac) - before)
      }
      #expect(growths.last ?? .max <= 32, "kB that 1,700 requests each have left: \(growths)")
    }
  }

  private static func askAll(_ tarmac: RunningTarmac) throws {
    let client = try tarmac.rawClient()
    for (method, params) in requests {
      #expect(try client.ask(method, params) != nil, "\(method)")
    }
  }

  /// How much of the heap is in use, as the least of some readings, because every reading is a
  /// block of its own.
  private static func kilobytes(_ tarmac: RunningTarmac) throws -> Int {
    try (0..<20).map { _ in
      let runs = try tarmac.session("gauge").plugins[0].runs
      try tarmac.wait("a look at the heap") {
        try tarmac.session("gauge").plugins[0].runs > runs + 1
      }
      return Int(try Double(tarmac.get("gauge.heap.kilobytes")) ?? 0)
    }.min() ?? 0
  }
}
