// SPDX-License-Identifier: Apache-2.0
// `urn:tarmac:meter` against libebur128.

import CEbur128
import PluginMeasurement
import Testing

@Suite("The plugin meter, by a reference")
struct MeterReferenceTests {
  @Test("an hour of programme reads what libebur128 reads, within 0.1 LU")
  func hour() throws {
    let meter = try MeasuredPlugin(own: "meter")
    let reference = Reference([EBUR128_MODE_I, EBUR128_MODE_LRA])
    var programme = Programme(2_026)
    for second in 0..<3_600 {
      let sound = programme.next(48_000)
      _ = meter.run(sound, block: 4_096)
      reference.add(sound)
      guard second % 60 == 59 else { continue }
      // For the range, the reference takes a short-term value each second, the meter each 100 ms:
      // it takes many values until both are alike.
      let rangeTolerance = second == 3_599 ? 0.1 : 1
      for (symbol, level, tolerance) in [
        ("integrated_lufs", reference.integrated, 0.1),
        ("momentary_lufs", reference.momentary, 0.1),
        ("short_term_lufs", reference.shortTerm, 0.1),
        ("range_lu", reference.range, rangeTolerance),
      ] where level > -100 {
        #expect(abs(Double(meter[symbol]) - level) < tolerance, "\(symbol) at \(second) s")
      }
    }
    // The programme has crossed the gates.
    #expect(meter["range_lu"] > 5)
  }

  private func softened(_ samples: [Float]) -> [Float] {
    let once = zip(samples, samples.dropFirst()).map { ($0 + $1) / 2 }
    return zip(once, once.dropFirst()).map { ($0 + $1) / 2 }
  }

  @Test("a minute of programme has the true peak that libebur128 finds, within 0.2 dB")
  func truePeak() throws {
    let meter = try MeasuredPlugin(own: "meter")
    let reference = Reference([EBUR128_MODE_TRUE_PEAK])
    var programme = Programme(5)
    // At the very top of the band both use filters of their own.
    let sound = programme.next(60 * 48_000).map(softened)
    _ = meter.run(sound, block: 4_096)
    reference.add(sound)
    #expect(abs(Double(meter["true_peak_db"]) - decibels(reference.truePeak)) < 0.2)
  }
}

/// libebur128 for two channels at 48 kHz.
@safe
private final class Reference {
  private var state: UnsafeMutablePointer<ebur128_state>?

  init(_ modes: [mode]) {
    let mode = modes.reduce(0) { $0 | Int32(bitPattern: $1.rawValue) }
    unsafe state = ebur128_init(2, 48_000, mode)
  }

  deinit { unsafe ebur128_destroy(&state) }

  func add(_ sound: [[Float]]) {
    let frames = interleaved(sound)
    _ = unsafe ebur128_add_frames_float(state, frames, sound[0].count)
  }

  private func read(
    _ function: (UnsafeMutablePointer<ebur128_state>?, UnsafeMutablePointer<Double>?) -> Int32
  ) -> Double {
    var value = 0.0
    _ = unsafe function(state, &value)
    return value
  }

  var integrated: Double { unsafe read(ebur128_loudness_global) }
  var range: Double { unsafe read(ebur128_loudness_range) }
  var momentary: Double { unsafe read(ebur128_loudness_momentary) }
  var shortTerm: Double { unsafe read(ebur128_loudness_shortterm) }
  var truePeak: Double {
    let channels = (0..<2 as Range<UInt32>).map { channel in
      unsafe read { unsafe ebur128_true_peak($0, channel, $1) }
    }
    return channels.max() ?? 0
  }
}
