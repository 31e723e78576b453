// SPDX-License-Identifier: Apache-2.0
// When, how far and how fast `urn:tarmac:gate` opens and closes.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin gate")
struct GateTests {
  private func level(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  private func constant(_ decibels: Double, _ frames: Int) -> [Float] {
    [Float](repeating: level(decibels), count: frames)
  }

  /// A mono gate without the high-pass, so that constants count as sound.
  private func gate(
    rate: Double = 48_000,
    _ values: KeyValuePairs<String, Float> = [:]
  ) throws -> MeasuredPlugin {
    let plugin = try MeasuredPlugin(own: "gate", variant: ":mono", rate: rate)
    plugin["sidechain_hp_hz"] = 0
    for (symbol, value) in values { plugin[symbol] = value }
    return plugin
  }

  /// The gain of each frame in dB.
  private func gains(_ plugin: MeasuredPlugin, _ input: [Float], block: Int = 64) -> [Double] {
    zip(plugin.run([input], block: block)[0], input).map { decibels(Double($0 / $1)) }
  }

  @Test("is its input, bit for bit, while it is open", arguments: [0, 1])
  func open(_ mode: Int) throws {
    for block in [1, 64, 65, 4_800] {
      let plugin = try MeasuredPlugin(own: "gate")
      plugin["mode"] = Float(mode)
      let left = Signal.noise(1, frames: 4_800, amplitude: 0.5)
      let right = Signal.noise(2, frames: 4_800, amplitude: 1e-5)
      let output = plugin.run([left, right], block: block)
      #expect(output[0][100...] == left[100...] && output[1][100...] == right[100...])
      #expect(plugin["open"] == 1 && plugin["reduction_db"] == 0)
    }
  }

  @Test("is down by the range below the threshold only", arguments: [0.0, 10, 40, 79, 80])
  func range(_ range: Double) throws {
    for threshold in [-80.0, -45, -10, 0] {
      for (offset, isOpen) in [(-0.01, false), (0.01, true)] {
        let plugin = try gate(["threshold_db": Float(threshold), "range_db": Float(range)])
        let input = constant(threshold + offset, 3_000)
        let output = plugin.run([input])[0]
        if isOpen || range == 0 {
          #expect(output[100...] == input[100...])
        } else if range == 80 {
          #expect(output.allSatisfy { $0 == 0 })
        } else {
          #expect(abs(decibels(Double(output[2_999] / input[0])) + range) < 1e-4)
        }
        #expect(plugin["open"] == (isOpen ? 1 : 0))
        #expect(abs(Double(plugin["reduction_db"]) - (isOpen ? 0 : range)) < 1e-4)
      }
    }
  }

  @Test("as an expander has the curve of its ratio", arguments: [1.0, 1.5, 2, 4, 20])
  func expander(_ ratio: Double) throws {
    for level in stride(from: -75.0, through: -46, by: 3.5) {
      let values: KeyValuePairs<String, Float> = [
        "mode": 1, "ratio": Float(ratio), "range_db": 30, "release_ms": 10, "attack_ms": 10,
      ]
      let expected = min(30, (ratio - 1) * (-45 - level))
      let output = gains(try gate(values), constant(level, 4_800))
      #expect(abs(output[4_799] + expected) < 1e-3)
      let sine = Signal.sine(441, frames: 9_600, amplitude: pow(10, level / 20), phase: 0.1)
      let heard = gains(try gate(values), sine)
      #expect(heard[4_800...].allSatisfy { abs($0 + expected) < 0.02 * ratio })
    }
  }

  @Test("takes the times of its ports, to the frame", arguments: [44_100.0, 48_000, 96_000])
  func times(_ rate: Double) throws {
    for (attack, hold, release) in [(1.0, 150.0, 200.0), (0.1, 10, 5), (63, 77, 300)] {
      let plugin = try gate(
        rate: rate,
        ["attack_ms": Float(attack), "hold_ms": Float(hold), "release_ms": Float(release)]
      )
      func count(_ time: Double) -> Int { Int((time * rate / 1000).rounded(.up)) }
      let (begin, loud) = (101, count(attack) + 1_001)
      let output = gains(
        plugin,
        constant(-70, begin) + constant(-20, loud) + constant(-70, count(hold + release) + 500)
      )
      let moved = try #require(output.firstIndex { $0 > -39.999 })
      let atTop = try #require(output.firstIndex { $0 == 0 })
      let down = try #require(output.indices.first { $0 > atTop && output[$0] < 0 })
      let closed = try #require(output.indices.first { $0 > down && output[$0] < -39.999_9 })
      #expect(moved == begin)
      #expect(abs(atTop - begin + 1 - count(attack)) <= 1)
      #expect(abs(down - begin - loud - count(hold)) <= 1)
      #expect(abs(closed - down + 1 - count(release)) <= 1)
      #expect(abs(output[down + count(release) / 2 - 1] + 20) < 0.2)
    }
  }

  @Test("an expander goes down and up at the same speed, and holds for as long")
  func expanderTimes() throws {
    let plugin = try gate(["mode": 1, "ratio": 3, "attack_ms": 10, "hold_ms": 50])
    let input = constant(-60, 4_800) + constant(-20, 2_000) + constant(-55, 20_000)
    let output = gains(plugin, input)
    // 30 dB of 40 in 10 ms.
    #expect(abs(output[4_799] + 30) < 1e-3)
    #expect(abs(try #require(output.firstIndex(of: 0)) - 4_800 - 360) <= 2)
    // 20 dB of 40 in 200 ms.
    let down = try #require(output.indices.first { $0 > 6_000 && output[$0] < 0 })
    #expect(abs(down - 6_800 - 2_400) <= 1)
    let settled = try #require(output.indices.first { $0 > down && output[$0] < -19.999 })
    #expect(abs(settled - down - 4_800) <= 2)
    #expect(output[settled...].allSatisfy { abs($0 + 20) < 1e-3 })
  }

  @Test("does not chatter while sound wobbles within the hysteresis", arguments: [0, 6, 20])
  func hysteresis(_ hysteresis: Int) throws {
    let wobble = (0..<20).flatMap { turn in
      constant(turn % 2 == 0 ? -45.05 : -44.95 - Double(hysteresis), 1_200)
    }
    let plugin = try gate(["hysteresis_db": Float(hysteresis), "hold_ms": 0])
    // It has never been open.
    #expect(gains(plugin, wobble).allSatisfy { $0 < -39.999 || hysteresis == 0 })
    plugin.restart()
    let output = gains(plugin, constant(-44, 200) + wobble)
    #expect(hysteresis == 0 || output[200...].allSatisfy { $0 == 0 })
    plugin.restart()
    let below = constant(-45.05 - Double(hysteresis), 20_000)
    #expect(gains(plugin, constant(-44, 200) + below)[20_199] < -39.999)
  }

  @Test("stays open for peaks that come just within the hold, and closes for later ones")
  func peaks() throws {
    for (distance, isOpen) in [(480, true), (481, true), (482, false)] {
      let plugin = try gate(["hold_ms": 10])
      let peaks = (0..<20).flatMap { _ in constant(-70, distance - 1) + constant(-50, 1) }
      let output = gains(plugin, constant(-44, 200) + peaks)
      #expect(output[200...].allSatisfy { $0 == 0 } == isOpen, "\(distance)")
    }
  }

  @Test("does not move within a wave of 50 Hz, also without a hold")
  func lowSound() throws {
    let plugin = try gate(["hold_ms": 0, "hysteresis_db": 0])
    let input = Signal.sine(50, frames: 9_600, amplitude: 0.006)
    #expect(plugin.run([input])[0][1_000...] == input[1_000...])
  }

  @Test("opens for no rumble that the high-pass keeps away, and for a voice of the same level")
  func highPass() throws {
    for (hertz, frequency, isOpen) in [
      (80.0, 10.0, false), (200, 50, false), (200, 1_000, true), (0, 10, true), (1_000, 200, false),
    ] {
      let plugin = try gate(["sidechain_hp_hz": Float(hertz), "threshold_db": -40])
      let input = Signal.sine(frequency, frames: 9_600, amplitude: 0.05)
      _ = plugin.run([input])
      #expect((plugin["open"] == 1) == isOpen, "\(frequency) Hz above \(hertz) Hz")
    }
  }

  @Test("never steps by more than its ramps allow", arguments: [0, 1])
  func steps(_ mode: Int) throws {
    let plugin = try gate([
      "mode": Float(mode), "ratio": 4, "attack_ms": 10, "hold_ms": 0, "release_ms": 30,
    ])
    let choice = Signal.noise(4, frames: 200)
    let input = choice.flatMap { value in
      constant(value > 0 ? -30 : -46 - 30 * Double(-value), 150 + Int(abs(value) * 2_000))
    }
    let output = gains(plugin, input)
    let rises = zip(output, output.dropFirst()).map { $1 - $0 }
    let rise = try #require(rises.max())
    let fall = try #require(rises.min())
    #expect(rise < 40.0 / 480 * 1.001 + 2e-5)
    #expect(fall > -40.0 / 1_440 * 1.001 - 2e-5)
    #expect(rise > 0.08)
    #expect(fall < -0.027)
  }

  @Test("gives both sides the same gain, that of the louder one")
  func link() throws {
    let quiet = [Float](repeating: 0.001, count: 6_000)
    let loud = [Float](repeating: 0.001, count: 1_000) + [Float](repeating: 0.1, count: 5_000)
    let mono = gains(try gate(), loud)
    for inputs in [[quiet, loud], [loud, quiet]] {
      let plugin = try MeasuredPlugin(own: "gate")
      plugin["sidechain_hp_hz"] = 0
      let output = plugin.run(inputs, block: 64)
      for channel in 0...1 {
        let heard = zip(output[channel], inputs[channel]).map { decibels(Double($0 / $1)) }
        #expect(zip(heard, mono).allSatisfy { abs($0 - $1) < 2e-6 })
      }
    }
  }

  @Test("does the same wherever blocks are cut, on all its ways", arguments: [0, 1])
  func blocks(_ mode: Int) throws {
    let input = (0..<16).flatMap { turn in
      Signal.noise(UInt64(turn), frames: 799, amplitude: [0.4, 0.003, 0.001, 0.0001][turn % 4])
    }
    func output(_ block: Int) throws -> [[Float]] {
      let plugin = try MeasuredPlugin(own: "gate")
      for (symbol, value) in [
        ("mode", Float(mode)), ("hold_ms", 3), ("release_ms", 17), ("attack_ms", 2.7),
        ("ratio", 3), ("hysteresis_db", 2), ("range_db", mode == 0 ? 80 : 37),
      ] { plugin[symbol] = value }
      return plugin.run([input, input.reversed()], block: block)
    }
    let expected = try output(input.count)
    for block in [1, 7, 64, 65, 256] { #expect(try output(block) == expected) }
  }
}
