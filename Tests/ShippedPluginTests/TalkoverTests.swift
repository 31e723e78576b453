// SPDX-License-Identifier: Apache-2.0
// When, how far and how fast `urn:tarmac:talkover` turns down.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin talkover")
struct TalkoverTests {
  private let frames = 9_600
  private var music: [Float] { Signal.noise(1, frames: frames, amplitude: 0.5) }

  /// The gain of each frame, with ones as music and `voice` in the side chain of the mono variant.
  private func gains(_ plugin: MeasuredPlugin, _ voice: [Float], block: Int = 64) -> [Float] {
    plugin.run([[Float](repeating: 1, count: voice.count), voice], block: block)[0]
  }

  private func level(_ decibels: Double) -> Float { Float(pow(10, decibels / 20)) }

  private func constant(_ decibels: Double, _ frames: Int) -> [Float] {
    [Float](repeating: level(decibels), count: frames)
  }

  @Test("leaves the music alone, bit for bit, without a voice and without a connection")
  func idle() throws {
    let other = Signal.noise(2, frames: frames, amplitude: 0.5)
    let silence = [Float](repeating: 0, count: frames)
    let murmur = Signal.noise(3, frames: frames, amplitude: 0.0099)
    for voice in [[], silence, murmur] {
      let plugin = try MeasuredPlugin(own: "talkover")
      #expect(plugin.run([music, other, voice, voice], block: 65) == [music, other])
      #expect(plugin["reduction_db"] == 0 && plugin["talking"] == 0 && plugin["latency"] == 0)
      let mono = try MeasuredPlugin(own: "talkover", variant: ":mono")
      #expect(mono.run([music, voice], block: 65) == [music])
    }
  }

  @Test("opens at the threshold, and is down by the depth then", arguments: [3.0, 14, 30, 60])
  func depth(_ depth: Double) throws {
    for threshold in [-60.0, -40, -12, 0] {
      for (offset, isDown) in [(-0.01, false), (0.01, true)] {
        let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
        plugin["threshold_db"] = Float(threshold)
        plugin["depth_db"] = Float(depth)
        let output = gains(plugin, constant(threshold + offset, 2_000))
        let last = decibels(Double(output[1_999]))
        #expect(isDown ? abs(last + depth) < 1e-4 : output.allSatisfy { $0 == 1 })
        #expect(abs(Double(plugin["reduction_db"]) - (isDown ? depth : 0)) < 1e-4)
        #expect(plugin["talking"] == (isDown ? 1 : 0))
      }
    }
  }

  @Test("takes the times of its ports, to the frame", arguments: [44_100.0, 48_000, 96_000])
  func times(_ rate: Double) throws {
    for (attack, hold, release) in [(20.0, 400.0, 600.0), (1, 10, 10), (137, 50, 333)] {
      let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono", rate: rate)
      plugin["attack_ms"] = Float(attack)
      plugin["hold_ms"] = Float(hold)
      plugin["release_ms"] = Float(release)
      func count(_ time: Double) -> Int { Int((time * rate / 1000).rounded(.up)) }
      let (begin, spoken) = (101, count(attack) + 1_001)
      let silence = [Float](repeating: 0, count: count(hold + release) + 500)
      let output = gains(
        plugin,
        [Float](repeating: 0, count: begin) + constant(-20, spoken) + silence
      )
      let down = level(-14)
      let firstDown = try #require(output.firstIndex { $0 < 1 })
      let atDepth = try #require(output.firstIndex { abs($0 - down) < 1e-7 })
      let up = try #require(output.indices.first { $0 > begin + spoken && output[$0] > down })
      let atTop = try #require(output.indices.first { $0 > up && output[$0] == 1 })
      #expect(firstDown == begin)
      #expect(abs(atDepth - begin + 1 - count(attack)) <= 1)
      #expect(abs(up - begin - spoken - count(hold)) <= 1)
      #expect(abs(atTop - up + 1 - count(release)) <= 1)
      // Half of the way in decibels in half of the time.
      #expect(abs(decibels(Double(output[begin + count(attack) / 2 - 1])) + 7) < 0.4)
      #expect(abs(decibels(Double(output[up + count(release) / 2 - 1])) + 7) < 0.05)
    }
  }

  @Test("never steps by more than its ramp allows, whatever the voice does")
  func steps() throws {
    let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
    plugin["attack_ms"] = 10
    plugin["hold_ms"] = 0
    plugin["release_ms"] = 30
    // Words and pauses of 3 to 45 ms.
    let choice = Signal.noise(4, frames: 200)
    let voice = choice.flatMap { value in
      Signal.noise(5, frames: 150 + Int(abs(value) * 2_000), amplitude: value > 0 ? 0.5 : 1e-5)
    }
    let output = gains(plugin, voice).map { decibels(Double($0)) }
    let falls = zip(output, output.dropFirst()).map { $0 - $1 }
    let fall = try #require(falls.max())
    let rise = try #require(falls.min())
    #expect(fall < 14.0 / 480 * 1.001 + 1e-5)
    #expect(rise > -14.0 / 1_440 * 1.001 - 1e-5)
    // It does move.
    #expect(fall > 0.02)
    #expect(rise < -0.009)
  }

  @Test("stays down for a voice within 4 dB below the threshold, and opens for none")
  func hysteresis() throws {
    for (level, isDown) in [(-43.9, true), (-44.1, false)] {
      let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
      plugin["hold_ms"] = 20
      let output = gains(plugin, constant(-39.9, 2_000) + constant(level, 60_000))
      #expect(isDown ? output[61_999] == output[2_000] : output[61_999] == 1)
      plugin.restart()
      #expect(gains(plugin, constant(level, 2_000)).allSatisfy { $0 == 1 })
    }
  }

  @Test("does not move within a wave of 50 Hz, also without a hold")
  func lowVoice() throws {
    let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
    plugin["hold_ms"] = 0
    plugin["attack_ms"] = 1
    let output = gains(plugin, Signal.sine(50, frames: 9_600, amplitude: 0.011))
    #expect(output[1_000...].allSatisfy { $0 == output[1_000] && $0 < 0.3 })
  }

  @Test("turns both sides down alike, whichever side the voice is on")
  func link() throws {
    let ones = [Float](repeating: 1, count: 4_800)
    let voice = Signal.noise(6, frames: 4_800, amplitude: 0.3)
    let silence = [Float](repeating: 0, count: 4_800)
    let mono = gains(try MeasuredPlugin(own: "talkover", variant: ":mono"), voice)
    for (left, right) in [(voice, silence), (silence, voice), (voice, []), (voice, voice)] {
      let plugin = try MeasuredPlugin(own: "talkover")
      #expect(plugin.run([ones, ones, left, right], block: 64) == [mono, mono])
    }
  }

  @Test("does the same wherever blocks are cut, on all its ways")
  func blocks() throws {
    let voice = (0..<12).flatMap { turn in
      Signal.noise(UInt64(turn), frames: 799, amplitude: turn % 3 == 0 ? 0.4 : 0.001)
    }
    let music = Signal.noise(1, frames: voice.count)
    for lookahead in [Float(0), 3] {
      func output(_ block: Int) throws -> [[Float]] {
        let plugin = try MeasuredPlugin(own: "talkover")
        for (symbol, value) in [
          ("lookahead_ms", lookahead), ("hold_ms", 3), ("release_ms", 21), ("attack_ms", 2.7),
        ] { plugin[symbol] = value }
        return plugin.run([music, voice, voice, music.map { $0 / 1_000 }], block: block)
      }
      let expected = try output(voice.count)
      for block in [1, 7, 64, 65, 256] { #expect(try output(block) == expected) }
    }
  }

  @Test("with a look-ahead is down before the voice comes, and as late as it says")
  func lookahead() throws {
    let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
    plugin["lookahead_ms"] = 5
    plugin["attack_ms"] = 5
    plugin["hold_ms"] = 100
    let silence = [Float](repeating: 0, count: frames)
    #expect(
      plugin.run([music, silence])[0] == [Float](repeating: 0, count: 240) + music.dropLast(240)
    )
    #expect(plugin["latency"] == 240)
    plugin.restart()
    let voice = [Float](repeating: 0, count: 1_000) + constant(-20, 100) + silence
    let output = gains(plugin, voice)
    // The same as with a delayed voice: down at its first frame, and held from its last one.
    #expect(output[999] == 1 && output[1_000] < 1)
    #expect(abs(decibels(Double(output[1_239])) + 14) < 1e-4)
    #expect(output[1_239 + 100 + 4_800] == output[1_300])
    #expect(output[1_240 + 100 + 4_800] > output[1_300])
  }

  @Test("takes another look-ahead when it is activated, not while it sounds")
  func latency() throws {
    let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
    let silence = [Float](repeating: 0, count: frames)
    let output = plugin.run([music, silence], block: 480) {
      plugin["lookahead_ms"] = $0 > 0 ? 20 : 0
    }
    #expect(output[0] == music)
    #expect(plugin["latency"] == 0)
    for (enabled, milliseconds) in [(Float(1), Float(20)), (0, 1)] {
      plugin["enabled"] = enabled
      plugin.restart()
      // Some hosts run without frames before they set the controls.
      plugin["lookahead_ms"] = 7
      _ = plugin.run([[], []], frames: 0)
      #expect(plugin["latency"] == 336)
      plugin["lookahead_ms"] = milliseconds
      let late = Int(milliseconds * 48)
      let output = plugin.run([music, silence])[0]
      #expect(output == [Float](repeating: 0, count: late) + music.dropLast(late))
      #expect(plugin["latency"] == Float(late))
    }
  }

  @Test("goes to a new depth in 10 ms while it is down")
  func newDepth() throws {
    let plugin = try MeasuredPlugin(own: "talkover", variant: ":mono")
    plugin["attack_ms"] = 1
    let ones = [Float](repeating: 1, count: 4_800)
    let output = plugin.run([ones, constant(-20, 4_800)], block: 480) {
      plugin["depth_db"] = $0 < 2_400 ? 20 : 6
    }[0].map { decibels(Double($0)) }
    #expect(abs(output[2_399] + 20) < 1e-4 && abs(output[2_880] + 6) < 1e-4)
    let steps = zip(output[2_399...2_880], output[2_400...2_881]).map { abs($0 - $1) }
    #expect(try #require(steps.max()) < 14.0 / 480 * 1.01)
  }
}
