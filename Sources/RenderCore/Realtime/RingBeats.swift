// SPDX-License-Identifier: Apache-2.0
// The beats of what is in a ring.

/// Where the beats of a ring are, in its frames; none has no length.
package struct RingBeats: BitwiseCopyable, Sendable, Hashable {
  /// The place of one of them; it may be before the ring.
  package var origin: Double
  /// From one to the next.
  package var length: Double

  /// No beats.
  package static var none: RingBeats { @_noLocks get { RingBeats(origin: 0, length: 0) } }

  /// Describes beats.
  @_noLocks
  package init(origin: Double, length: Double) {
    (self.origin, self.length) = (origin, length)
  }

  var isKnown: Bool { @_noLocks get { length > 0 } }

  /// How many beats a place is behind the origin.
  @_noLocks
  func beats(at place: Double) -> Double { (place - origin) / length }

  /// The place that is so many beats behind the origin.
  @_noLocks
  func place(of beats: Double) -> Double { origin + beats * length }

  /// The shortest way from a place to one that is `beat` beats behind the origin, or `period` beats
  /// or a multiple of that from there; in frames.
  @_noLocks
  func way(from place: Double, to beat: Double, period: Double = 1) -> Double {
    let way = (beat - beats(at: place)) / period
    return (way - (way + 0.5).wholeBelow) * period * length
  }
}
