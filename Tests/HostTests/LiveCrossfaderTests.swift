// SPDX-License-Identifier: Apache-2.0
// The crossfader of a live rig, heard by a second JACK client.

import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench
import Testing

@Suite("The crossfader of a live rig", .serialized)
struct LiveCrossfaderTests {
  private static let preset = """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] }
      booth: { role: usb, ports: [ "ears:in_3" ] }
      tape: { role: virtual, direction: output, ports: [ "ears:in_4" ] }
    sessions:
      one:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        crossfader: A
        source: { jack: "source:out_1" }
        sends: [ { to: main, channels: [ 1 ] }, { to: booth, follows: not }, { to: tape, follows: crossfader } ]
      two:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        crossfader: B
        source: { jack: "source:out_2" }
        sends: [ { to: main, channels: [ 2 ] }, { to: booth, tap: pre } ]
    """
  private static let levels: [Float] = [0.25, 0.5]

  private static func run(_ body: (SteadyRig) throws -> Void) async throws {
    try await SteadyRig.run(preset, sources: levels, outputs: 4, body)
  }

  /// At how many positions each law is heard: `TARMAC_POSITIONS`, for more than the usual ones.
  private static let positions =
    ProcessInfo.processInfo.environment["TARMAC_POSITIONS"].flatMap { Int($0) } ?? 100

  @Test(
    "is heard by its laws, on sends that follow it and on no other",
    arguments: ["additive", "constantPower", "slowCut", "fastCut"]
  )
  func laws(_ curve: String) async throws {
    try await Self.run { rig in
      try rig.set("rig.crossfader.curve", curve)
      for round in 0..<Self.positions {
        // Both ends and the middle; then all over, by the golden ratio.
        let place =
          round < 3 ? Double(round) - 1 : (Double(round) * 1.236_068).remainder(dividingBy: 2)
        try rig.set("rig.crossfader.position", "\(place)")
        let power = place == 0 ? 0 : pow(abs(place), curve == "slowCut" ? 20 : 1_000)
        let far = curve == "additive" ? 1 - abs(place) : 1 - power
        var gains = place > 0 ? [far, 1] : [1, far]
        if curve == "constantPower" {
          // With a straight line: shares that add up to 1, divided by their length.
          let (a, b) = ((1 - place) / 2, (1 + place) / 2)
          gains = [a, b].map { $0 / (a * a + b * b).squareRoot() }
        }
        let (left, right) = (Float(gains[0]) * 0.25, Float(gains[1]) * 0.5)
        try rig.expect([left, right, 0.75, left], "\(curve) at \(place)")
      }
    }
  }

  @Test("cuts within a cycle, without a step")
  func cuts() async throws {
    try await Self.run { rig in
      try rig.expect([0.25, 0.5, 0.75, 0.25], "in the middle")
      func expect(_ what: String, from start: Float, to end: Float, after body: () throws -> Void)
        throws
      {
        let heard = try rig.ears.capture(tail: 9_600, around: body)[0]
        let first = try #require(heard.firstIndex { $0 != start }, "\(what): nothing moves")
        let last = try #require(heard.firstIndex { $0 == end }, "\(what): it does not end")
        #expect(last - first < 256, "\(what): \(last - first) frames")
        let steps = zip(heard, heard.dropFirst()).map { abs($1 - $0) }
        #expect(steps.max() ?? 1 < 0.25 / 200, "\(what): a step of \(steps.max() ?? 1)")
      }
      try expect("a cut", from: 0.25, to: 0) { try rig.set("rig.crossfader.cut_a", "on") }
      try expect("its end", from: 0, to: 0.25) { try rig.set("rig.crossfader.cut_a", "off") }
      try rig.set("rig.crossfader.curve", "fastCut")
      try expect("the end of the way", from: 0.25, to: 0) {
        try rig.set("rig.crossfader.position", "1")
      }
      try expect("a hair from it", from: 0, to: 0.25) {
        try rig.set("rig.crossfader.position", "0.97")
      }
    }
  }

  @Test("fades from side to side as slowly as it is asked to, without steps")
  func fades() async throws {
    try await Self.run { rig in
      try rig.set("rig.crossfader.position", "-1")
      try rig.expect([0.25, 0, 0.75, 0.25], "side A")
      let heard = try rig.ears.capture(tail: 36_000) {
        var request = TreeSetRequest(path: "rig.crossfader.position")
        (request.value, request.over_seconds) = (.number(1), 0.5)
        _ = try rig.tarmac.ask(request)
      }
      try rig.expect([0, 0.5, 0.75, 0], "side B")
      for (channel, level) in zip(heard, Self.levels) {
        let way = Self.way(of: channel)
        #expect(way.step < level / 1_000, "a step of \(way.step)")
        // Each side moves for half of the time, 12,000 frames.
        #expect(way.frames > 9_600 && way.pauses < 3_000, "\(way)")
      }
    }
  }

  /// The longest step on the way of a level, how long the way is, and for how long it stands still.
  private static func way(of level: [Float]) -> (step: Float, frames: Int, pauses: Int) {
    let steps = zip(level, level.dropFirst()).map { abs($1 - $0) }
    let moving = steps.drop { $0 == 0 }.reversed().drop { $0 == 0 }
    return (steps.max() ?? 1, moving.count, moving.count { $0 == 0 })
  }
}
