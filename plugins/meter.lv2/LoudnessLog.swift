// SPDX-License-Identifier: Apache-2.0
// The loudness of now, of the last seconds and of all since the start.

/// Loudness by EBU Tech 3341 and 3342, hop by hop.
struct LoudnessLog: ~Copyable {
  /// The K-weighted mean squares of 400 ms and of 3 s.
  private(set) var momentary = 0.0
  private(set) var shortTerm = 0.0
  private(set) var highestMomentary = 0.0
  private(set) var highestShortTerm = 0.0
  /// In LUFS.
  private(set) var integrated = -120.0
  /// In LU.
  private(set) var range = 0.0
  private var blocks = LoudnessHistogram()
  private var shortTerms = LoudnessHistogram()
  private let framesPerHop: Double
  /// How many hops are measured without a gap.
  private var count = 0

  init(framesPerHop: Double) { self.framesPerHop = framesPerHop }

  /// Forgets all that is measured since the start; the windows go on.
  @_noLocks
  mutating func reset() {
    blocks.reset()
    shortTerms.reset()
    highestMomentary = 0
    highestShortTerm = 0
    integrated = -120
    range = 0
  }

  /// Forgets what the windows have heard too.
  @_noLocks
  mutating func forget() {
    reset()
    momentary = 0
    shortTerm = 0
    count = 0
  }

  /// Begins with the next hop, which may be under way, and then is not whole.
  @_noLocks
  mutating func begin(isInHop: Bool) { count = isInHop ? -1 : 0 }

  @_noLocks
  mutating func add(_ hops: borrowing Hops, isMeasuring: Bool) {
    let (momentaryHops, shortTermHops) = (40, 300)
    momentary = hops.energy(momentaryHops) / (Double(momentaryHops) * framesPerHop)
    shortTerm = hops.energy(shortTermHops) / (Double(shortTermHops) * framesPerHop)
    guard isMeasuring else { return }
    count &+= 1
    // A window counts when it is full, and for the means each 100 ms.
    if count >= momentaryHops {
      highestMomentary = max(highestMomentary, momentary)
      if count % 10 == 0 {
        blocks.add(momentary)
        integrated = blocks.gatedLevel(below: 10) ?? -120
      }
    }
    if count >= shortTermHops {
      highestShortTerm = max(highestShortTerm, shortTerm)
      if count % 10 == 0 {
        shortTerms.add(shortTerm)
        range = shortTerms.range(below: 20, from: 0.1, to: 0.95)
      }
    }
  }
}
