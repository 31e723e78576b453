// SPDX-License-Identifier: Apache-2.0
// The laws of `urn:tarmac:crossfade`.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin crossfade")
struct CrossfadeTests {
  /// The gains of A and of B, heard on the left and on the right.
  private func gains(_ set: (MeasuredPlugin) -> Void) throws -> (Double, Double) {
    let plugin = try MeasuredPlugin(own: "crossfade")
    set(plugin)
    let (one, none) = ([Float](repeating: 1, count: 8), [Float](repeating: 0, count: 8))
    let output = plugin.run([one, none, none, one])
    return (Double(output[0][7]), Double(output[1][7]))
  }

  @Test("each law has its gains, forwards and in reverse", arguments: 0..<4, [0.6, 1, 4, 1_000])
  func laws(_ law: Int, curve: Double) throws {
    for step in 0...20 {
      // The port's value, to the last bit.
      let position = Float(Double(step) / 10 - 1)
      let x = (Double(position) + 1) / 2
      let (far, near) = (max(0, 2 * x - 1), max(0, 1 - 2 * x))
      let additive = (1 - pow(far, Double(Float(curve))), 1 - pow(near, Double(Float(curve))))
      let power = hypot(additive.0, additive.1)
      let expected =
        switch law {
        case 0: additive
        case 1: (cos(.pi / 2 * x), sin(.pi / 2 * x))
        case 2: (1 - x, x)
        default: (additive.0 / power, additive.1 / power)
        }
      for isReverse in [false, true] {
        let (a, b) = try gains {
          $0["law"] = Float(law)
          $0["curve"] = Float(curve)
          $0["position"] = position * (isReverse ? -1 : 1)
          $0["reverse"] = isReverse ? 1 : 0
        }
        #expect(abs(a - expected.0) < 1e-6, "\(x)")
        #expect(abs(b - expected.1) < 1e-6, "\(x)")
        if law == 1 || law == 3 { #expect(abs(a * a + b * b - 1) < 1e-6) }
      }
    }
  }

  @Test("an input that is thru sounds in full at both ends")
  func thru() throws {
    for position: Float in [-1, 1] {
      let (a, b) = try gains {
        $0["position"] = position
        $0["a_thru"] = 1
        $0["b_thru"] = 1
      }
      #expect(a == 1 && b == 1)
    }
  }

  @Test("a jump takes the cut time, in a straight line", arguments: [0.5, 5, 100])
  func cut(_ milliseconds: Double) throws {
    let plugin = try MeasuredPlugin(own: "crossfade")
    plugin["law"] = 2
    plugin["cut_ms"] = Float(milliseconds)
    plugin["position"] = -1
    let none = [Float](repeating: 0, count: 9_600)
    let one = none.map { $0 + 1 }
    let output = plugin.run([one, one, none, none], block: 480) { frame in
      if frame == 960 { plugin["position"] = 1 }
    }[0]
    let frames = Int(milliseconds * 48)
    #expect(output[959] == 1)
    #expect(output[960 + frames - 1] == 0)
    #expect(output[960 + frames / 2 - 1] > 0.49 && output[960 + frames / 2 - 1] < 0.51)
    #expect(output.largestStep < 1.001 / Float(frames))
  }
}
