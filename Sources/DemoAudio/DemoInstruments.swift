// SPDX-License-Identifier: Apache-2.0
// The instruments of the demo's loops; each gives one note.

internal import Glibc

/// A small generator of noise that gives the same noise everywhere.
struct DemoNoise {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  /// The next sample, from -1 to 1.
  mutating func next() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(Int64(bitPattern: state)) / 0x1p63
  }
}

/// A resonance; a row of them makes a vowel, one of them a drum's colour.
struct DemoResonator {
  private var gain = 0.0
  private var near = 0.0
  private var far = 0.0
  private var last = 0.0
  private var beforeLast = 0.0

  mutating func tune(hertz: Double, bandwidth: Double) {
    let radius = exp(-.pi * bandwidth / DemoAudio.rate)
    far = -radius * radius
    near = 2 * radius * cos(2 * .pi * hertz / DemoAudio.rate)
    gain = 1 - near - far
  }

  mutating func filter(_ sample: Double) -> Double {
    let output = gain * sample + near * last + far * beforeLast
    (beforeLast, last) = (last, output)
    return output
  }
}

enum DemoInstrument {
  /// A sound of `seconds`, from its time in seconds; the last 5 ms fade out.
  private static func sound(_ seconds: Double, _ sample: (Double) -> Double) -> [Double] {
    let count = Int(seconds * DemoAudio.rate)
    return (0..<count).map { index in
      min(1, Double(count - index) / 240) * sample(Double(index) / DemoAudio.rate)
    }
  }

  static func kick() -> [Double] {
    sound(0.35) { time in
      // The phase is the integral of 48 Hz and a fall from 190 Hz.
      let phase = 48 * time + 142 * 0.028 * (1 - exp(-time / 0.028))
      let click = exp(-time / 0.0015) * 0.5
      return sin(2 * .pi * phase) * exp(-time / 0.13) + click * sin(2 * .pi * 1800 * time)
    }
  }

  static func hat(decay: Double, seed: UInt64) -> [Double] {
    var noise = DemoNoise(seed: seed)
    var (last, lastEdge) = (0.0, 0.0)
    return sound(decay * 6) { time in
      let sample = noise.next()
      let edge = sample - last
      defer { (last, lastEdge) = (sample, edge) }
      return (edge - lastEdge) * 0.25 * min(1, time / 0.0005) * exp(-time / decay)
    }
  }

  static func clap(seed: UInt64) -> [Double] {
    var noise = DemoNoise(seed: seed)
    var body = DemoResonator()
    body.tune(hertz: 1300, bandwidth: 900)
    var edge = 0.0
    return sound(0.3) { time in
      let bursts = [0, 0.011, 0.022].filter { time >= $0 }.map { exp(-(time - $0) / 0.005) }
      let tail = time < 0.03 ? 0 : 0.5 * exp(-(time - 0.03) / 0.06)
      let sample = body.filter(noise.next() * ((bursts.max() ?? 0) + tail))
      defer { edge = sample }
      return 3 * (sample - 0.9 * edge)
    }
  }

  static func rim() -> [Double] {
    sound(0.08) { time in
      (sin(2 * .pi * 1710 * time) + 0.7 * sin(2 * .pi * 920 * time)) * exp(-time / 0.012)
    }
  }

  /// A saw of few partials, which darkens as it fades.
  static func bass(_ hertz: Double, seconds: Double) -> [Double] {
    sound(seconds) { time in
      let bright = 0.15 + 0.5 * exp(-time / 0.07)
      var sample = 0.0
      var level = 1.0
      for partial in 1...9 {
        sample +=
          level * sin(2 * .pi * hertz * Double(partial) * time) / Double(partial).squareRoot()
        level *= bright
      }
      return sample * min(1, time / 0.003) * exp(-time / 0.35)
    }
  }

  /// A short chord of detuned saws on one note.
  static func stab(_ hertz: Double, decay: Double) -> [Double] {
    sound(decay * 5) { time in
      let bright = 0.45 + 0.47 * exp(-time / (decay * 0.7))
      var sample = 0.0
      for detune in [0.9965, 1, 1.0042] {
        var level = 1.0
        for partial in 1...14 {
          let phase = hertz * detune * Double(partial) * time
          sample += level * sin(2 * .pi * phase) / Double(partial)
          level *= bright
        }
      }
      return sample / 3 * min(1, time / 0.004) * exp(-time / decay)
    }
  }

  /// An electric piano: one sine bends the phase of another, less and less.
  static func keys(_ hertz: Double, decay: Double) -> [Double] {
    sound(decay * 4) { time in
      let bell = 0.35 * exp(-time / 0.12) * sin(2 * .pi * 14 * hertz * time)
      let bend = 1.4 * exp(-time / (decay * 0.6)) * sin(2 * .pi * hertz * time)
      return sin(2 * .pi * hertz * time + bend + bell) * min(1, time / 0.002) * exp(-time / decay)
    }
  }

  static func sub(_ hertz: Double, seconds: Double) -> [Double] {
    sound(seconds) { time in
      let tone = sin(2 * .pi * hertz * time) + 0.25 * sin(4 * .pi * hertz * time)
      return tone * min(1, time / 0.008) * min(1, (seconds - time) / 0.06)
    }
  }
}
