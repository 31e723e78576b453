// SPDX-License-Identifier: Apache-2.0
// The laws of knobs, and which values a knob may reach.

import ControlTree
import Testing

@Suite("The law of a control")
struct ControlLawTests {
  @Test("has 0 dB in the centre of a gain knob, and at three quarters of a fader")
  func levels() {
    let range = -90.0...12
    #expect(ValueKind.level(range, allowsSilence: true).law.place(of: 0, in: range) == 0.75)
    #expect(ValueKind.level(range, allowsSilence: false).law.place(of: 0, in: range) == 0.5)
    #expect(ControlLaw.trim.value(at: 0.5, in: range) == 0)
    #expect(ControlLaw.trim.value(at: 2, in: range) == 12)
    #expect(ControlLaw.trim.place(of: -.infinity, in: range) == 0)
  }

  @Test("goes by equal differences, by equal factors, or through points, and back")
  func ways() {
    let points = [(0.0, -80.0), (0.1, -36), (0.5, 0), (1, 12)].map { ControlLaw.Point($0.0, $0.1) }
    let laws: [(ControlLaw, ClosedRange<Double>)] = [
      (.linear, -3...9), (.logarithmic, 20...20_000), (.points(points), -80...12),
    ]
    for (law, range) in laws {
      #expect(law.value(at: 0, in: range) == range.lowerBound)
      #expect(abs(law.value(at: 1, in: range) - range.upperBound) < 1e-9)
      for step in 0...100 {
        let place = Double(step) / 100
        #expect(abs(law.place(of: law.value(at: place, in: range), in: range) - place) < 1e-9)
      }
    }
    #expect(abs(ControlLaw.logarithmic.value(at: 0.5, in: 20...20_000) - 632.455) < 1e-3)
    // Without a lowest value above 0 there are no equal factors.
    #expect(ControlLaw.logarithmic.value(at: 0.5, in: 0...10) == 5)
  }

  @Test("is none where its points don't ascend from one end to the other")
  func nonsense() {
    let wrong: [[(Double, Double)]] = [
      [], [(0, 1)], [(0, 1), (0.5, 2)], [(0, 1), (1, 1)], [(0.1, 1), (1, 2)],
    ]
    for points in wrong {
      #expect(ControlLaw(through: points.map { ControlLaw.Point($0.0, $0.1) }) == nil)
    }
    #expect(ControlLaw(through: [ControlLaw.Point(0, 1), ControlLaw.Point(1, 2)]) != nil)
  }

  @Test("lets a hand that goes on beyond a range stop at it, and nonsense be refused")
  func nearest() {
    let (level, trim) = (
      ValueKind.level(-90...12, allowsSilence: true),
      ValueKind.level(-90...12, allowsSilence: false)
    )
    #expect(level.nearest(.number(40)) == .number(12))
    #expect(level.nearest(.number(-120)) == .number(-90))
    #expect(level.nearest(.number(-.infinity)) == .number(-.infinity))
    #expect(trim.nearest(.number(-.infinity)) == .number(-90))
    #expect(ValueKind.number(NumberRange(0...10)).nearest(.number(11.5)) == .number(10))
    #expect(ValueKind.number(NumberRange(0...10)).nearest(.long(1 << 60)) == .number(10))
    let named = NumberRange(0...10, scalePoints: [ScalePoint(label: "off", value: -1)])
    #expect(ValueKind.number(named).nearest(.number(-1)) == .number(-1))
    #expect(level.nearest(.text("loud")) == .text("loud"))
    guard case .number(let number) = level.nearest(.number(.nan)) else { return }
    #expect(number.isNaN)
  }
}
