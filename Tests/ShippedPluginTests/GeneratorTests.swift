// SPDX-License-Identifier: Apache-2.0
// When `urn:tarmac:generator` sounds.

import Glibc
import PluginMeasurement
import Testing

@Suite("The plugin generator")
struct GeneratorTests {
  @Test(
    "an impulse is at the frame asked for, alone, with its level",
    arguments: [0, 1, 63, 64, 65, 1_000, 47_999]
  )
  func impulse(_ delay: Int) throws {
    for block in [1, 64, 100, 1_024] {
      let plugin = try generator(.impulse, level: -6)
      plugin["delay_frames"] = Float(delay)
      let output = plugin.run([], block: block, frames: 48_000)
      let gain = Float(pow(10, -6.0 / 20))
      #expect(output[0] == Signal.impulse(at: delay, frames: 48_000, amplitude: gain))
      #expect(output[1] == output[0])
    }
  }

  @Test("impulses come again after the interval, in whole frames")
  func impulses() throws {
    let plugin = try generator(.impulse)
    plugin["interval_ms"] = 10
    plugin["delay_frames"] = 7
    let output = plugin.run([], frames: 4_800)[0]
    for (frame, sample) in output.enumerated() {
      #expect(sample == ((frame - 7) % 480 == 0 ? 1 : 0))
    }
  }

  @Test("each signal begins at the frame asked for, after activation and after play alike")
  func delay() throws {
    for kind in GeneratorSignal.allCases {
      let plugin = try generator(kind)
      plugin["independent"] = 1
      let first = plugin.run([], frames: 5_000)
      plugin["play"] = 0
      _ = plugin.run([], frames: 1_000)
      plugin["play"] = 1
      plugin["delay_frames"] = 321
      let later = plugin.run([], frames: 5_321)
      plugin.restart()
      let again = plugin.run([], frames: 5_321)
      for channel in 0..<2 {
        #expect(later[channel].prefix(321).allSatisfy { $0 == 0 })
        #expect(Array(later[channel].dropFirst(321)) == first[channel], "\(kind)")
      }
      #expect(again == later)
    }
  }

  @Test("the frequency changes without a jump of the phase")
  func frequency() throws {
    let plugin = try generator(.sine)
    plugin["frequency_hz"] = 100
    let output = plugin.run([], block: 64, frames: 48_000) { frame in
      if frame >= 24_000 { plugin["frequency_hz"] = 200 }
    }
    #expect(output[0].largestStep < Float(2 * Double.pi * 200 / 48_000) * 1.001)
  }

  @Test("it is the same in blocks of any length, bit for bit, and mono is the left channel")
  func blocks() throws {
    for kind in GeneratorSignal.allCases {
      for ident in [Float(0), 1] {
        func output(_ block: Int, _ variant: String = "") throws -> [[Float]] {
          let plugin = try generator(kind, variant: variant)
          plugin["ident"] = ident
          plugin["independent"] = 1
          plugin["delay_frames"] = 77
          plugin["sweep_s"] = 0.1
          plugin["interval_ms"] = 3
          // Controls are changed at the same frames, whatever the blocks are.
          return plugin.run([], frames: 6 * 5_824) { frame in
            min(block, 5_824 - frame % 5_824)
          } before: { frame in
            if frame == 5_824 { plugin["level_dbfs"] = -10 }
            if frame == 2 * 5_824 { plugin["play"] = 0 }
            if frame == 3 * 5_824 { plugin["play"] = 1 }
            if frame == 4 * 5_824 { plugin["signal"] = kind == .sine ? 1 : 0 }
            if frame == 5 * 5_824 { plugin["frequency_hz"] = 333 }
          }
        }
        let expected = try output(5_824)
        for block in [1, 7, 64, 65, 256] where ident == 0 || block == 7 {
          #expect(try output(block) == expected, "\(kind), \(block)")
        }
        #expect(try output(64, ":mono")[0] == expected[0])
      }
    }
  }

  @Test("stopped, it fades within 5 ms and is silent; so it is when not enabled")
  func stops() throws {
    for symbol in ["play", "enabled"] {
      let plugin = try generator(.sine)
      plugin["frequency_hz"] = 100
      let sound = plugin.run([], frames: 4_920)[0]
      plugin[symbol] = 0
      let end = plugin.run([], frames: 4_800)[0]
      // The step of a sine, and that of the fade.
      #expect((sound.suffix(1) + end).largestStep < 0.0131 + 1 / 240)
      #expect(end.dropFirst(240).allSatisfy { $0 == 0 })
      #expect(Array(end.prefix(120)).peak > 0.5)
    }
  }

  @Test("another signal begins after a fade, with the delay")
  func change() throws {
    let plugin = try generator(.sine)
    _ = plugin.run([], frames: 1_000)
    plugin["signal"] = GeneratorSignal.impulse.rawValue
    plugin["delay_frames"] = 100
    let output = plugin.run([], frames: 1_000)[0]
    #expect(Array(output[240...]) == Signal.impulse(at: 100, frames: 760))
  }

  @Test("the identification lets each channel sound when it should")
  func identification() throws {
    for (mode, times) in [
      (
        1,
        [
          (0.1, true, false), (0.7, false, false), (1.1, false, true), (1.4, false, false),
          (1.6, false, true), (2.5, false, false), (3.1, true, false),
        ]
      ),
      (2, [(0.1, true, true), (2.8, false, true), (3.1, true, true), (5.9, false, true)]),
      (
        3,
        [
          (0.1, true, true), (2.3, false, true), (2.6, true, true), (2.8, true, false),
          (3.1, true, true), (3.3, true, false), (3.9, true, true), (6.3, false, true),
        ]
      ),
    ] as [(Float, [(Double, Bool, Bool)])] {
      let plugin = try generator(.sine)
      plugin["ident"] = mode
      let output = plugin.run([], frames: 7 * 48_000)
      for (time, left, right) in times {
        let frames = Int(time * 48_000)..<Int(time * 48_000) + 480
        #expect((output[0][frames].max() ?? 0 > 0.9) == left, "\(mode) at \(time) s")
        #expect((output[1][frames].max() ?? 0 > 0.9) == right, "\(mode) at \(time) s")
        #expect(left || output[0][frames].allSatisfy { $0 == 0 })
        #expect(right || output[1][frames].allSatisfy { $0 == 0 })
      }
    }
  }

  @Test("all signals are numbers at all rates", arguments: [22_050.0, 44_100, 192_000, 384_000])
  func rates(_ rate: Double) throws {
    for kind in GeneratorSignal.allCases {
      for hertz: Float in [1, 1_000, 96_000] {
        let plugin = try generator(kind, rate: rate)
        plugin["frequency_hz"] = hertz
        plugin["end_hz"] = hertz
        plugin["start_hz"] = 96_000
        let output = plugin.run([], block: 333, frames: 20_000)[0]
        #expect(output.isFinite)
        #expect(output.peak < (kind == .pink ? 8 : 1.3))
        #expect(output.peak > 0 || (hertz == 1 && kind == .square))
      }
    }
  }

  @Test("a level that is set while it waits is that of the first frame")
  func levelWhileWaiting() throws {
    let plugin = try MeasuredPlugin(own: "generator")
    plugin["signal"] = 6
    plugin["level_dbfs"] = 0
    plugin["delay_frames"] = 300
    plugin["play"] = 1
    let output = plugin.run([], block: 100, frames: 400) { frame in
      plugin["level_dbfs"] = frame < 200 ? 0 : -40
    }
    #expect(abs(output[0][300] - 0.01) < 1e-7)
  }
}
