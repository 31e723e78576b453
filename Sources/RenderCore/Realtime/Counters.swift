// SPDX-License-Identifier: Apache-2.0
// What the audio thread counts for others to read.

internal import Quantities
internal import Synchronization

/// A number that anybody may read and only the audio thread advances; so it needs no locked bus
/// cycle.
package struct Counter: ~Copyable, Sendable {
  private let value = Atomic<UInt64>(0)

  /// Starts at 0.
  ///
  /// > Threading: Control.
  package init() {}

  /// The number now.
  ///
  /// > Threading: Any.
  package var current: UInt64 {
    @_noLocks get { value.load(ordering: .relaxed) }
  }

  /// Adds to it.
  @_noLocks
  package borrowing func advance(by amount: UInt64 = 1) {
    value.store(value.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }
}

/// Counts of one session.
@safe
struct StripCounters: ~Copyable {
  /// Cycles in which the session's segment was called.
  let calls = Counter()
  /// Chunks that held NaN or infinity and were replaced by silence.
  let invalidChunks = Counter()
  /// Time spent in the session's segment.
  let nanoseconds = Counter()
  /// Cycles that took longer than their sound lasts, and most of that in the session's segment.
  let overruns = Counter()
  /// The bits of the linear gain of a duck with a side chain, at the end of the last chunk that it
  /// moved in.
  let duckBits = Atomic<UInt32>(Float(1).bitPattern)
}

/// How long cycles take, in buckets that grow by a sixteenth of an octave.
@safe
package struct CycleHistogram: ~Copyable, @unchecked Sendable {
  private static let perOctave = 16
  private static let bucketCount = 40 * perOctave
  private let buckets: UnsafeMutablePointer<Atomic<Int>>
  private let longest = Atomic<UInt64>(0)

  /// > Threading: Control.
  init() {
    unsafe buckets = .allocate(capacity: CycleHistogram.bucketCount)
    for index in 0..<CycleHistogram.bucketCount {
      unsafe (buckets + index).initialize(to: Atomic(0))
    }
  }

  deinit {
    unsafe buckets.deallocate()
  }

  @_noLocks
  borrowing func record(nanoseconds: UInt64) {
    let bucket = min(CycleHistogram.bucket(of: nanoseconds), CycleHistogram.bucketCount &- 1)
    unsafe buckets[bucket].add(1, ordering: .relaxed)
    if nanoseconds > longest.load(ordering: .relaxed) {
      longest.store(nanoseconds, ordering: .relaxed)
    }
  }

  @_noLocks
  private static func bucket(of nanoseconds: UInt64) -> Int {
    guard nanoseconds >= 16 else { return Int(truncatingIfNeeded: nanoseconds) }
    let octave = 63 &- nanoseconds.leadingZeroBitCount
    let shift = UInt64(truncatingIfNeeded: octave &- 4)
    let fraction = Int(truncatingIfNeeded: nanoseconds &>> shift) & 15
    return (octave &- 3) &* perOctave &+ fraction
  }

  /// The longest cycle so far, in nanoseconds.
  ///
  /// > Threading: Any.
  package var worst: UInt64 { longest.load(ordering: .relaxed) }

  /// How many cycles were counted.
  ///
  /// > Threading: Any.
  package borrowing func count() -> Int {
    (0..<CycleHistogram.bucketCount).reduce(0) { unsafe $0 + buckets[$1].load(ordering: .relaxed) }
  }

  /// The time in nanoseconds that `share` (0…1) of the cycles did not exceed; exact to a sixteenth
  /// of an octave.
  ///
  /// > Threading: Any.
  package borrowing func quantile(_ share: Double) -> UInt64 {
    let wanted = Int(clamping: (Double(count()) * share).rounded(.up))
    var seen = 0
    for index in 0..<CycleHistogram.bucketCount {
      unsafe seen += buckets[index].load(ordering: .relaxed)
      guard seen >= wanted, seen > 0 else { continue }
      return min(CycleHistogram.upperBound(ofBucket: index), worst)
    }
    return 0
  }

  /// > Threading: Any.
  private static func upperBound(ofBucket index: Int) -> UInt64 {
    guard index >= perOctave else { return UInt64(truncatingIfNeeded: index) }
    let octave = index / perOctave + 3
    return UInt64(truncatingIfNeeded: perOctave + index % perOctave + 1) << (octave - 4)
  }

  /// Starts counting again.
  ///
  /// > Threading: Control; cycles that end meanwhile may be lost.
  package borrowing func reset() {
    for index in 0..<CycleHistogram.bucketCount {
      unsafe buckets[index].store(0, ordering: .relaxed)
    }
    longest.store(0, ordering: .relaxed)
  }
}
