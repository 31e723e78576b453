// SPDX-License-Identifier: Apache-2.0
// A gong and a voice: vowels are resonances of a buzz, consonants are noise; it says "Attention
// please, the doors are open".

internal import Glibc

/// A sound of speech.
private struct Phone {
  /// The resonances in hertz.
  var formants: [Double]
  /// The level of the buzz.
  var voice: Double
  /// The level of the noise, and its pitch in hertz.
  var noise = 0.0
  var hiss = 4000.0

  static let silence = Phone(formants: [500, 1500, 2500], voice: 0)
  static let schwa = Phone(formants: [500, 1450, 2500], voice: 0.8)
  package static let short = Phone(formants: [560, 1800, 2500], voice: 1)
  static let long = Phone(formants: [290, 2250, 3000], voice: 0.9)
  static let open = Phone(formants: [700, 1150, 2500], voice: 1)
  static let round = Phone(formants: [480, 850, 2450], voice: 1)
  static let nasal = Phone(formants: [260, 1400, 2300], voice: 0.45)
  static let liquid = Phone(formants: [380, 1050, 2600], voice: 0.6)
  static let rhotic = Phone(formants: [420, 1250, 1650], voice: 0.6)
  static let t = Phone(formants: [400, 1700, 2600], voice: 0, noise: 0.5, hiss: 5200)
  static let p = Phone(formants: [350, 900, 2300], voice: 0, noise: 0.3, hiss: 1200)
  static let d = Phone(formants: [300, 1700, 2600], voice: 0.25, noise: 0.12, hiss: 4500)
  static let th = Phone(formants: [300, 1300, 2500], voice: 0.4, noise: 0.05, hiss: 5000)
  static let sh = Phone(formants: [350, 1800, 2600], voice: 0, noise: 0.45, hiss: 2900)
  static let z = Phone(formants: [300, 1600, 2600], voice: 0.35, noise: 0.25, hiss: 6200)
}

extension DemoAudio {
  /// Each sound with its length in milliseconds and the pitch of the voice in hertz at its end.
  private static let words: [(Phone, Double, Double)] = [
    (.schwa, 90, 118), (.silence, 50, 124), (.t, 45, 134), (.short, 170, 146), (.nasal, 90, 138),
    (.sh, 120, 126), (.schwa, 80, 116), (.nasal, 130, 108), (.silence, 60, 112),
    (.p, 40, 124), (.liquid, 70, 138), (.long, 260, 122), (.z, 150, 104), (.silence, 320, 116),
    (.th, 60, 116), (.schwa, 90, 118), (.silence, 30, 124), (.d, 40, 134), (.round, 200, 142),
    (.rhotic, 90, 130), (.z, 100, 120), (.open, 150, 116), (.rhotic, 90, 112),
    (.round, 230, 128), (.silence, 50, 114), (.p, 35, 108), (.schwa, 90, 100), (.nasal, 240, 84),
    (.silence, 150, 80),
  ]

  /// One channel: a gong of two tones, then the voice.
  static func announcement() -> [[Double]] {
    var samples = [Double](repeating: 0, count: Int(1.9 * rate))
    for (hertz, start) in [(659.26, 0.02), (523.25, 0.62)] {
      for index in Int(start * rate)..<samples.count {
        let time = Double(index) / rate - start
        let fade = min(1, time / 0.004) * min(1, Double(samples.count - index) / 4800)
        for (ratio, level, decay) in [
          (1.0, 0.5, 0.7), (2, 0.16, 0.4), (3.01, 0.08, 0.22), (5.4, 0.04, 0.09),
        ] {
          samples[index] += fade * level * exp(-time / decay) * sin(2 * .pi * hertz * ratio * time)
        }
      }
    }
    let voice = speech()
    let highest = voice.reduce(0) { max($0, $1.magnitude) }
    return [samples + voice.map { $0 / highest * 0.62 }]
  }

  private static func speech() -> [Double] {
    var formants = [DemoResonator](repeating: DemoResonator(), count: 4)
    var hiss = DemoResonator()
    var noise = DemoNoise(seed: 11)
    var now = Phone.silence
    var (pitch, phase, lastBuzz) = (110.0, 0.0, 0.0)
    var samples: [Double] = []
    for (phone, milliseconds, target) in words {
      for index in 0..<Int(milliseconds / 1000 * rate) {
        if index % 16 == 0 {
          // The mouth moves in about 15 ms, the pitch in about 60.
          now.approach(phone, by: 0.022)
          pitch += (target - pitch) * 0.0055
          for (number, hertz) in (now.formants + [3500]).enumerated() {
            formants[number].tune(hertz: hertz, bandwidth: [70, 95, 140, 220][number])
          }
          hiss.tune(hertz: now.hiss, bandwidth: 1400)
        }
        let wobble = 1 + 0.008 * sin(2 * .pi * 5.1 * Double(samples.count) / rate)
        phase += pitch * wobble / rate
        if phase >= 1 { phase -= 1 }
        // The air through the vocal cords: they open slowly, shut fast, and stay shut for a while.
        let opening = phase < 0.6 ? phase * phase * (0.6 - phase) * 27 : 0
        let breath = 0.02 * noise.next()
        let buzz = (opening - lastBuzz) * 8 + breath * opening
        lastBuzz = opening
        let throat = formants.indices.reduce(now.voice * buzz) { formants[$1].filter($0) }
        samples.append(throat + 0.35 * now.noise * hiss.filter(noise.next()))
      }
    }
    return samples
  }
}

extension Phone {
  /// Moves part of the way to another sound.
  fileprivate mutating func approach(_ other: Phone, by part: Double) {
    for index in formants.indices {
      formants[index] += (other.formants[index] - formants[index]) * part
    }
    voice += (other.voice - voice) * part
    noise += (other.noise - noise) * part
    // Where there is no noise yet, its pitch may jump.
    hiss = noise < 0.02 ? other.hiss : hiss + (other.hiss - hiss) * part
  }
}
