// SPDX-License-Identifier: Apache-2.0
// How loud tracks are made, and by what gain.

internal import Glibc
internal import Loudness

/// How loud tracks are to be.
package struct TrackLevel: Hashable, Sendable {
  /// What is made as loud as the others.
  package enum Mode: String, CaseIterable, Sendable {
    /// Each track.
    case track
    /// The tracks of one folder together: what is quiet among them stays quiet.
    case album
    /// Nothing.
    case off
  }

  /// The loudness in LUFS.
  package var target: Double
  package var mode: Mode
  /// The highest true peak in dBTP; a track whose peaks would be higher stays quieter.
  package var peakLimit: Double

  package init(target: Double, mode: Mode = .track, peakLimit: Double) {
    (self.target, self.mode, self.peakLimit) = (target, mode, peakLimit)
  }

  /// No gain makes more of it than that, in dB: what is hardly there is not made a noise.
  static let mostGain = 30.0

  /// The gain for something that measures so, in dB; a peak that is not known is taken for full
  /// scale.
  func gain(of loudness: ProgrammeLoudness, widening: Double) -> Double {
    guard let integrated = loudness.integrated else { return 0 }
    let wanted = target - integrated - widening
    return min(wanted, peakLimit - (loudness.truePeak ?? 0), Self.mostGain)
  }
}

/// The gain that a track has for as long as it sounds.
package struct TrackGain: Hashable, Sendable {
  /// In dB.
  package let decibels: Double
  /// The loudness from which it follows, in LUFS; `nil` where none is known.
  package let loudness: Double?

  init(decibels: Double, loudness: Double?) {
    (self.decibels, self.loudness) = (decibels, loudness)
  }

  /// The gain that makes something as loud as is wished.
  init(_ loudness: ProgrammeLoudness, _ level: TrackLevel, widening: Double) {
    self.init(
      decibels: level.gain(of: loudness, widening: widening),
      loudness: loudness.integrated
    )
  }

  /// A track that is left as it is.
  static let none = TrackGain(decibels: 0, loudness: nil)

  /// What samples are multiplied by; exactly 1 where nothing is to be changed.
  var factor: Float { decibels == 0 ? 1 : Float(pow(10, decibels / 20)) }
}

/// What is done to a track for as long as it sounds.
struct TrackTreatment {
  var gain = TrackGain.none
  /// Where its music is, if what surrounds that is left out.
  var music: ProgrammeLoudness.Music?
  /// Whether nothing at all is in it, as far as it has been measured.
  var isSilent = false
  /// Whether it begins and ends where somebody has set marks.
  var followsMarks = false

  /// A track that is left as it is.
  static let none = TrackTreatment()
}
