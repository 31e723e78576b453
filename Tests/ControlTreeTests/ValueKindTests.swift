// SPDX-License-Identifier: Apache-2.0
// Which inputs values of the tree take, and how texts, numbers and steps become values.

import ControlTree
import Foundation
import RigErrors
import Testing

@Suite("Kinds of values")
struct ValueKindTests {
  private static let level = ValueKind.level(-90...12, allowsSilence: true)
  private static let trim = ValueKind.level(-90...12, allowsSilence: false)
  private static let ratio = ValueKind.number(NumberRange(1...20))
  private static let wave = ValueKind.number(
    NumberRange(
      0...3,
      isWhole: true,
      scalePoints: [ScalePoint(label: "Sine", value: 0), ScalePoint(label: "Saw", value: 3)]
    )
  )

  @Test(
    "take texts as people write them",
    arguments: [
      (level, "-6", TreeValue.number(-6)),
      (level, "-6 dB", .number(-6)),
      (level, "-inf", .number(-.infinity)),
      (trim, "12", .number(12)),
      (ratio, "2.5", .number(2.5)),
      (wave, "2", .number(2)),
      (wave, "saw", .number(3)),
      (.toggle(), "on", .toggle(true)),
      (.toggle(), "0", .toggle(false)),
      (.toggle([ScalePoint(label: "Fast", value: 1)]), "Fast", .toggle(true)),
      (.choice(["granted", "denied"]), "denied", .text("denied")),
      (.text, "", .text("")),
      (
        .number(NumberRange(-9e18...9e18, isWhole: true)), "9007199254740993",
        .long(9_007_199_254_740_993)
      ),
    ]
  )
  func texts(_ kind: ValueKind, _ text: String, _ value: TreeValue) throws {
    #expect(try kind.value(of: text, at: "x") == value)
  }

  @Test(
    "refuse what they don't take with a sentence",
    arguments: [
      (level, "13", "'x' can't be '13': it takes -90 to 12 dB, or -inf."),
      (level, "nan", "'x' can't be 'nan': it takes -90 to 12 dB, or -inf."),
      (trim, "-inf", "'x' can't be '-inf': it takes -90 to 12 dB."),
      (ratio, "0.5", "'x' can't be '0.5': it takes 1 to 20."),
      (ratio, "inf", "'x' can't be 'inf': it takes 1 to 20."),
      (wave, "1.5", "'x' can't be '1.5': it takes 0 to 3, whole, or Sine, Saw."),
      (.toggle(), "maybe", "'x' can't be 'maybe': it takes on or off."),
      (.choice(["granted", "denied"]), "no", "'x' can't be 'no': it takes granted, denied."),
      (.meter(unit: "dB"), "1", "'x' can't be '1': it takes a reading in dB."),
    ]
  )
  func refusals(_ kind: ValueKind, _ text: String, _ sentence: String) {
    let error = #expect(throws: RigError.self) { try kind.value(of: text, at: "x") }
    #expect(error?.message == sentence)
  }

  @Test("take numbers from doors that know nothing else")
  func numbers() throws {
    #expect(try ValueKind.toggle().checked(.number(1), at: "x") == .toggle(true))
    #expect(try ValueKind.toggle().checked(.number(0), at: "x") == .toggle(false))
    #expect(try Self.wave.checked(.number(2), at: "x") == .number(2))
    #expect(try Self.level.checked(.number(-6), at: "x") == .number(-6))
    #expect(throws: RigError.self) { try ValueKind.toggle().checked(.number(0.5), at: "x") }
    #expect(throws: RigError.self) { try Self.level.checked(.text("-6"), at: "x") }
    #expect(throws: RigError.self) { try Self.level.checked(.number(.nan), at: "x") }
  }

  @Test(
    "steps go to the end of the range and no further",
    arguments: [
      (level, TreeValue.number(-6), 3.0, TreeValue.number(-3)),
      (level, .number(11), 3, .number(12)),
      (level, .number(-.infinity), 3, .number(-87)),
      (ratio, .number(2), -1.5, .number(1)),
      (wave, .number(1), 1, .number(2)),
      (wave, .number(1), 0.4, .number(1)),
      (
        .number(NumberRange(-(.infinity)...(.infinity), isWhole: true)), .number(1), 1e30,
        .long(.max)
      ),
    ]
  )
  func steps(_ kind: ValueKind, _ value: TreeValue, _ step: Double, _ result: TreeValue) throws {
    #expect(try kind.step(step, from: value, at: "x") == result)
  }

  @Test("what has no steps says so")
  func noSteps() {
    let error = #expect(throws: RigError.self) {
      try ValueKind.toggle().step(1, from: .toggle(true), at: "x")
    }
    #expect(error?.message == "'x' has no steps: it takes on or off.")
    #expect(throws: RigError.self) { try Self.level.step(.nan, from: .number(0), at: "x") }
  }

  @Test(
    "go through JSON unchanged",
    arguments: [
      TreeValue.number(-6.5), .number(-.infinity), .long(.max), .toggle(true), .text("a \"b\""),
    ]
  )
  func coding(_ value: TreeValue) throws {
    let json = try JSONEncoder().encode([value])
    #expect(try JSONDecoder().decode([TreeValue].self, from: json) == [value])
  }

  @Test(
    "are read with the digits that they have, and no more than people want",
    arguments: [
      (TreeValue.number(-6), "-6"), (.number(Double(Float(0.1))), "0.1"), (.number(0.1), "0.1"),
      (.number(116.0 / 30), "3.866667"), (.number(1e-9), "1e-09"), (.number(-.infinity), "-inf"),
      (.number(2_500_000), "2500000"), (.long(.max), "9223372036854775807"),
      (.toggle(false), "off"),
    ]
  )
  func words(_ value: TreeValue, _ words: String) {
    #expect(value.words == words)
  }

  @Test("fade curves begin at 0, end at 1, and never go back", arguments: FadeCurve.allCases)
  func curves(_ curve: FadeCurve) {
    let way = (0...100).map { curve.progress(Double($0) / 100) }
    #expect(way.first == 0 && way.last == 1)
    #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(curve.progress(-1) == 0 && curve.progress(2) == 1)
  }
}
