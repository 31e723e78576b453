// SPDX-License-Identifier: Apache-2.0
// The delays of `urn:tarmac:align`.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin align")
struct AlignTests {
  @Test(
    "an impulse comes out at its frame, alone and as it was",
    arguments: [(0.0, 48_000.0), (1.0, 48_000), (12.345, 44_100), (333.3, 96_000), (1_000, 22_050)]
  )
  func time(_ milliseconds: Double, rate: Double) throws {
    let plugin = try MeasuredPlugin(own: "align", variant: ":mono", rate: rate)
    plugin["delay_ms"] = Float(milliseconds)
    let expected = Int((milliseconds / 1000 * rate).rounded())
    let output = plugin.run([Signal.impulse(at: 10, frames: expected + 1_000)])[0]
    #expect(output.firstIndex { $0 != 0 } == expected + 10)
    #expect(output.filter { $0 != 0 } == [1])
    #expect(plugin["delay_frames"] == Float(expected))
  }

  @Test("metres are those of sound in air of the temperature", arguments: [-20.0, 0, 20, 35])
  func distance(_ celsius: Double) throws {
    let plugin = try MeasuredPlugin(own: "align", variant: ":mono")
    plugin["distance_m"] = 100
    plugin["temperature_c"] = Float(celsius)
    _ = plugin.run([[0]])
    // √(γ R T / M): this calculates the speed of sound in another way than the plugin.
    let speed = (1.4 * 8.314_462 * (celsius + 273.15) / 0.028_964_5).squareRoot()
    #expect(abs(Double(plugin["delay_frames"]) - 100 / speed * 48_000) < 5)
  }

  @Test("a change fades from one delay to the other, without a step")
  func change() throws {
    let plugin = try MeasuredPlugin(own: "align", variant: ":mono")
    let input = Signal.sine(500, frames: 9_600)
    let output = plugin.run([input], block: 96) { frame in
      plugin["delay_ms"] = frame < 4_800 ? 0 : 7.3
    }[0]
    #expect(output.largestStep <= input.largestStep * 1.02)
    #expect(Array(output[..<4_800]) == Array(input[..<4_800]))
    #expect(Array(output[6_000...]) == Array(input[(6_000 - 350)..<(9_600 - 350)]))
  }

  @Test("polarity and gain are what they say, on both sides")
  func level() throws {
    let plugin = try MeasuredPlugin(own: "align")
    plugin["invert"] = 1
    plugin["gain_db"] = -6
    let (left, right) = (Signal.noise(1, frames: 100), Signal.noise(2, frames: 100))
    let output = plugin.run([left, right])
    let gain = -pow(Float(10), -6 / 20)
    #expect(output[0].difference(to: left.map { $0 * gain }) < 1e-6)
    #expect(output[1].difference(to: right.map { $0 * gain }) < 1e-6)
  }
}
