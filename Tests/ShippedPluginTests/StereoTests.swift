// SPDX-License-Identifier: Apache-2.0
// The laws of `urn:tarmac:stereo`.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin stereo")
struct StereoTests {
  private let left = Signal.noise(1, frames: 4_800, amplitude: 0.5)
  private let right = Signal.noise(2, frames: 4_800, amplitude: 0.5)

  @Test("is transparent as it comes, bit for bit, whatever the length of a block")
  func neutral() throws {
    for block in [1, 7, 64, 65, 256, 4_800] {
      let output = try MeasuredPlugin(own: "stereo").run([left, right], block: block)
      #expect(output == [left, right])
    }
  }

  @Test("each law has the gains that it is named for", arguments: 0..<5)
  func laws(_ law: Int) throws {
    for step in -10...10 {
      let position = Double(step) / 10
      let plugin = try MeasuredPlugin(own: "stereo")
      plugin["law"] = Float(law)
      plugin["balance"] = Float(position)
      let ones = [Float](repeating: 1, count: 8)
      let output = plugin.run([ones, ones])
      let angle = (position + 1) * Double.pi / 4
      let (a, b) = ((1 - position) / 2, (1 + position) / 2)
      let expected: (Double, Double) =
        switch law {
        case 0: (min(1, 1 - position), min(1, 1 + position))
        case 1: (2.0.squareRoot() * cos(angle), 2.0.squareRoot() * sin(angle))
        case 2: (cos(angle), sin(angle))
        case 3: ((cos(angle) * a).squareRoot(), (sin(angle) * b).squareRoot())
        default: (a, b)
        }
      #expect(abs(Double(output[0][4]) - expected.0) < 1e-6)
      #expect(abs(Double(output[1][4]) - expected.1) < 1e-6)
    }
  }

  @Test("the mono bass comes back as if it had never been there, wherever blocks are cut")
  func monoBassAgain() throws {
    func output(_ block: Int) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "stereo")
      return plugin.run([left, right], block: block) { frame in
        plugin["mono_below_hz"] = frame < 960 || frame >= 2_880 ? 200 : 0
      }
    }
    let expected = try output(960)
    for block in [1, 48, 96, 160, 192] { #expect(try output(block) == expected) }
  }
}
