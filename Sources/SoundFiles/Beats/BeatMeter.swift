// SPDX-License-Identifier: Apache-2.0
// The tempo of a track, and where its beats are, as far as it has one tempo.

internal import Glibc
internal import Quantities

/// What was heard of the beats of a track.
package struct HeardBeats: Hashable, Sendable {
  /// In beats a minute.
  package var bpm: Double
  /// Where the first beat is, in seconds.
  package var first: Double
  /// How much of what begins in the track comes again with each beat, from 0 to 1; less than
  /// `BeatMeter.clear` means that it has no one tempo, or that another one fits as well.
  package var clarity: Double
}

/// Listens for what begins in a track, such as strokes of a drum, and finds the tempo that they
/// have in common.
struct BeatMeter {
  /// The tempos that are looked for.
  static let tempos = 60.0...200
  /// From which clarity on beats are taken for granted.
  static let clear = 0.05
  /// How many moments there are in a second.
  private static let moments = 200.0
  /// Loops are not longer than this; they have whole beats.
  private static let longestLoop = 40.0
  /// How many harmonics of the beat count.
  private static let harmonics = 8

  private let channels: Int
  private let hertz: Double
  private let hop: Int
  private var filled = 0
  private var frames = 0
  /// What is below about 150 Hz, and the energies of that and of all in the present moment.
  private var low: Float = 0
  private var energies: (low: Double, all: Double) = (0, 0)
  private var before: (low: Double, all: Double) = (0, 0)
  private var onsets: [Double] = []
  /// The same of what is low alone.
  private var lows: [Double] = []

  init(channels: Int, hertz: Double) {
    (self.channels, self.hertz) = (channels, hertz)
    hop = max(1, Int(clamping: (hertz / Self.moments).rounded()))
  }

  /// Listens to interleaved frames.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    let share = Float(1 - exp(-2 * Double.pi * 150 / hertz))
    for frame in 0..<(samples.count / channels) {
      var sum: Float = 0
      for channel in 0..<channels { unsafe sum += samples[frame * channels + channel] }
      low += share * (sum - low)
      energies.low += Double(low * low)
      energies.all += Double(sum * sum)
      filled += 1
      frames += 1
      if filled == hop { endMoment() }
    }
  }

  /// What gets louder counts, by how many times as loud it gets.
  private mutating func endMoment() {
    let scale = 1e4 / Double(hop)
    let now = (low: log(1 + scale * energies.low), all: log(1 + scale * energies.all))
    lows.append(max(0, now.low - before.low))
    onsets.append(2 * max(0, now.low - before.low) + max(0, now.all - before.all))
    (before, energies, filled) = (now, (0, 0), 0)
  }

  /// What was heard; `nil` where nothing begins, or too little was heard.
  var reading: HeardBeats? {
    let rate = hertz / Double(hop)
    guard onsets.count > Int(clamping: 3 * rate) else { return nil }
    let mean = onsets.reduce(0, +) / Double(onsets.count)
    let signal = onsets.map { $0 - mean }
    guard signal.contains(where: { abs($0) > 1e-6 }) else { return nil }
    let spectrum = Spectrum(of: signal, finer: 4)
    guard var frequency = fundamental(spectrum, rate) else { return nil }
    frequency = refined(frequency, signal, rate)
    var bpm = 60 * frequency * rate
    // A loop has whole beats.
    let seconds = Double(frames) / hertz
    let beats = (seconds * bpm / 60).rounded()
    if seconds < Self.longestLoop, beats >= 4 {
      let whole = 60 * beats / seconds
      // What is nearer than half a beat off over all of it can't be seen from that.
      if abs(whole - bpm) * seconds / 60 < 0.2 { bpm = whole }
    }
    let energy = signal.reduce(0) { $0 + $1 * $1 } * Double(signal.count)
    let periodic = 2 * strength(bpm / 60 / rate, Self.harmonics, signal)
    return HeardBeats(
      bpm: bpm,
      first: phase(rate, bpm),
      clarity: energy > 0 ? min(1, periodic / energy) : 0
    )
  }

  /// The frequency of beats, in turns for each moment: that with the strongest harmonics, near the
  /// tempos that most music has.
  private func fundamental(_ spectrum: Spectrum, _ rate: Double) -> Double? {
    func strength(_ frequency: Double) -> Double {
      (1...4).reduce(0) { $0 + spectrum.power(at: Double($1) * frequency).squareRoot() }
    }
    func likelihood(_ bpm: Double) -> Double {
      let octaves = log2(bpm / 125)
      return exp(-octaves * octaves / 2)
    }
    let step = 1 / Double(spectrum.size) * rate * 60
    var (best, greatest) = (0.0, 0.0)
    for bpm in stride(from: Self.tempos.lowerBound, through: Self.tempos.upperBound, by: step) {
      let value = strength(bpm / 60 / rate) * likelihood(bpm)
      if value > greatest { (best, greatest) = (bpm, value) }
    }
    guard greatest > 0 else { return nil }
    // Half as fast, if every second beat differs, above all in what is low: there are hats between
    // the strokes of a kick.
    let slow = best / 120 / rate
    if best / 2 >= Self.tempos.lowerBound - 1 {
      let mean = lows.reduce(0, +) / Double(lows.count)
      let low = Spectrum(of: lows.map { $0 - mean }, finer: 4)
      if unevenness(low, slow) > 0.7, unevenness(spectrum, slow) > 0.35 { return slow }
    }
    return best / 60 / rate
  }

  /// How much stronger or weaker every second beat is, where one of two has a frequency.
  private func unevenness(_ spectrum: Spectrum, _ slow: Double) -> Double {
    let between = peak(spectrum, slow) + peak(spectrum, 3 * slow)
    let on = peak(spectrum, 2 * slow) + peak(spectrum, 4 * slow)
    return on > 0 ? between / on : 0
  }

  /// The greatest amplitude near a frequency.
  private func peak(_ spectrum: Spectrum, _ frequency: Double) -> Double {
    let step = 1 / Double(spectrum.size)
    return (-4...4).map { spectrum.power(at: frequency + Double($0) * step) }.max()?.squareRoot()
      ?? 0
  }

  /// The frequency near another one at which the harmonics are strongest.
  ///
  /// Each search looks less far and more closely, with more of them.
  private func refined(_ start: Double, _ signal: [Double], _ rate: Double) -> Double {
    var best = start
    var reach = 1 / Double(signal.count)
    for harmonics in [2, 4, 8, 8, 8] {
      let candidates = (-8...8).map { step in
        let frequency = best + Double(step) * reach / 8
        return (frequency, strength: strength(frequency, harmonics, signal))
      }
      best = candidates.max { $0.strength < $1.strength }?.0 ?? best
      reach /= 5
    }
    return best
  }

  private func strength(_ frequency: Double, _ harmonics: Int, _ signal: [Double]) -> Double {
    (1...harmonics).reduce(0) { sum, harmonic in
      // A phasor that turns on, renewed now and then.
      let angle = 2 * Double.pi * frequency * Double(harmonic)
      var (real, imaginary) = (0.0, 0.0)
      var (c, s) = (1.0, 0.0)
      let (stepC, stepS) = (cos(angle), sin(angle))
      for (index, value) in signal.enumerated() {
        if index % 1_024 == 0 { (c, s) = (cos(angle * Double(index)), sin(angle * Double(index))) }
        real += value * c
        imaginary += value * s
        (c, s) = (c * stepC - s * stepS, c * stepS + s * stepC)
      }
      return sum + real * real + imaginary * imaginary
    }
  }

  /// Where the first beat is, in seconds: most of what begins does so on beats.
  private func phase(_ rate: Double, _ bpm: Double) -> Double {
    let period = 60 / bpm * rate
    let bins = max(8, Int(clamping: period))
    var profile = [Double](repeating: 0, count: bins)
    for (index, value) in onsets.enumerated() {
      let turn = (Double(index) / period).truncatingRemainder(dividingBy: 1)
      profile[min(bins - 1, Int(clamping: turn * Double(bins)))] += value
    }
    func weights(_ bin: Int) -> [Double] { (-2...2).map { profile[(bin + $0 + bins) % bins] } }
    func near(_ bin: Int) -> Double { weights(bin).reduce(0, +) }
    let best = (0..<bins).max { near($0) < near($1) } ?? 0
    // The middle of what is near, by its weight.
    let sum = near(best)
    let shift =
      sum > 0 ? zip(-2...2, weights(best)).reduce(0) { $0 + Double($1.0) * $1.1 } / sum : 0
    let place = (Double(best) + 0.5 + shift) / Double(bins) * period / rate
    let length = 60 / bpm
    return place - (place / length).rounded(.down) * length
  }
}
