// SPDX-License-Identifier: Apache-2.0
// The crossfader: its laws, what it acts on, and what users have set of it.

import EngineTestBench
import Foundation
import RigEngine
import RigErrors
import Testing

@Suite("The crossfader")
struct CrossfaderTests {
  static func preset(_ keys: String = "", _ sides: (String, String) = ("A", "B")) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, channels: 2 }
      booth: { role: usb, channels: 1 }
    crossfader: { \(keys) }
    buses:
      fx: { channels: 1, sends: [ { to: booth } ] }
    sessions:
      one:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        crossfader: \(sides.0)
        source: { jack: "far:out_1" }
        sends: [ { to: main, channels: [ 1 ] }, { to: booth, follows: not } ]
      two:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        crossfader: \(sides.1)
        source: { jack: "far:out_2" }
        sends: [ { to: main, channels: [ 2 ] } ]
    """
  }

  /// The gains of A and B as tables of mixers give them: a straight power for the far side, or one
  /// that is divided by the length of both.
  static func law(_ curve: String, _ steepness: Double, at place: Double) -> [Double] {
    switch curve {
    case "constantPower":
      let scale = pow(0.5, 1 / steepness)
      let (left, right) = (place * scale - scale, place * scale + scale)
      var a = right > 0 ? 1 - pow(right, steepness) : 1
      var b = left < 0 ? 1 - pow(-left, steepness) : 1
      if a > b { b = 1 - a } else { a = 1 - b }
      let length = (a * a + b * b).squareRoot()
      return [a / length, b / length]
    default:
      let power = ["slowCut": 20, "fastCut": 1_000][curve] ?? steepness
      let far = 1 - pow(abs(place), power)
      return place > 0 ? [far, 1] : [1, far]
    }
  }

  /// What the two sessions have of their input on their side of the main output.
  private static func heard(_ bench: EngineBench) -> [Double] {
    bench.settle()
    return (0..<2).map { Double(bench.heard("main", channel: $0) / EngineBench.input) }
  }

  @Test("follows its laws", arguments: ["additive", "constantPower", "slowCut", "fastCut"])
  func laws(_ curve: String) throws {
    let bench = try EngineBench(Self.preset("curve: \(curve)"))
    var steepness = 1.0
    for round in 0..<1_000 {
      if round % 50 == 49 {
        steepness = round % 100 == 49 ? 0.6 + Double(round) / 300 : Double(round) / 20
        try bench.set("rig.crossfader.steepness", to: "\(steepness)")
      }
      // Both ends and the middle; then all over, by the golden ratio.
      let place =
        round < 3 ? Double(round) - 1 : (Double(round) * 1.236_068).remainder(dividingBy: 2)
      try bench.set("rig.crossfader.position", to: "\(place)")
      let heard = Self.heard(bench)
      for (gain, expected) in zip(heard, Self.law(curve, steepness, at: place)) {
        #expect(abs(gain - expected) < 1e-6, "\(gain), not \(expected) at \(place), \(steepness)")
      }
    }
  }

  @Test("acts on what is assigned to it, behind the fader and on sends that follow it")
  func assignments() throws {
    let bench = try EngineBench(Self.preset("position: -1"))
    #expect(Self.heard(bench) == [1, 0])
    try bench.set("rig.crossfader.reverse", to: "on")
    #expect(Self.heard(bench) == [0, 1])
    #expect(bench.heard("booth") == EngineBench.input, "a send that does not follow")
    try bench.set("one.crossfader", to: "thru")
    #expect(Self.heard(bench) == [1, 1])
    try bench.set("one.crossfader", to: "B")
    try bench.set("rig.crossfader.cut_b", to: "on")
    #expect(Self.heard(bench) == [0, 0])
    try bench.set("rig.crossfader.cut_b", to: "off")
    #expect(Self.heard(bench) == [1, 1])
    try bench.set("fx.crossfader", to: "A")
    try bench.set("two.balance", to: "-1")
    try bench.set("rig.crossfader.position", to: "1")
    #expect(Self.heard(bench) == [0, 0], "reversed; what leans to the left is on no right side")
    try bench.set("two.balance", to: "0.5")
    try bench.set("rig.crossfader.position", to: "0.5")
    #expect(Self.heard(bench) == [0.5, 0.5], "leaning and fading")
  }

  @Test("keeps what its user has set over a reload, until the preset says something else")
  func reloads() async throws {
    let bench = try EngineBench(Self.preset("position: -1"))
    try bench.set("rig.crossfader.position", to: "0.5")
    try bench.set("two.crossfader", to: "A")
    try await bench.reload(Self.preset("position: -1, cut_b: on"))
    #expect(Self.heard(bench) == [0.5, 0.5])
    try await bench.reload(Self.preset("position: 1, cut_b: on"))
    #expect(Self.heard(bench) == [0, 0])
    try await bench.reload(Self.preset("position: 1, cut_b: on", ("thru", "B")))
    #expect(Self.heard(bench) == [1, 0], "the preset has not changed side B, which is cut")
  }

  @Test("takes no other word and no number beyond its ends")
  func refusals() throws {
    let bench = try EngineBench(Self.preset())
    for (path, value) in [
      ("one.crossfader", "C"), ("rig.crossfader.position", "1.1"),
      ("rig.crossfader.curve", "power"), ("rig.crossfader.steepness", "0.5"),
    ] {
      #expect(throws: RigError.self, "\(path)") { try bench.set(path, to: value) }
    }
    #expect(Self.heard(bench) == [1, 1])
  }
}
