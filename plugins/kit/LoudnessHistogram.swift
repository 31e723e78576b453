// SPDX-License-Identifier: Apache-2.0
// Hours of loudness values in memory of one size, with the gates of ITU-R BS.1770 and EBU Tech
// 3342.

/// How often which loudness was, in bins of 0.01 LU from -70 LUFS, the absolute gate, to 30 LUFS.
///
/// Each bin keeps the sum of the energies too, so that a mean is as exact as without bins; only
/// where a gate cuts is decided for a whole bin. A hundred groups of a hundred bins are summed as
/// well: a question costs 200 sums.
///
/// > Threading: Realtime; made by Control.
package struct LoudnessHistogram: ~Copyable {
  private static var lowest: Double { @_noLocks get { -70 } }
  /// As many bins as a group has, and as many groups: one for each LU.
  private static var hundred: Int { @_noLocks get { 100 } }
  private let counts = DoubleBuffer(count: 10_000)
  private let energies = DoubleBuffer(count: 10_000)
  private let groupCounts = DoubleBuffer(count: 100)
  private let groupEnergies = DoubleBuffer(count: 100)
  private var total = Sum()

  /// Values, and the sum of their energies.
  private struct Sum {
    var count = 0.0
    var energy = 0.0
  }

  /// Makes an empty one.
  package init() {}

  /// Forgets all values.
  @_noLocks
  package mutating func reset() {
    let hundred = LoudnessHistogram.hundred
    // Few groups have any: those of silence are not touched.
    for group in 0..<hundred where groupCounts.numbers[group] > 0 {
      counts.numbers.part(from: group &* hundred, count: hundred).fill(0)
      energies.numbers.part(from: group &* hundred, count: hundred).fill(0)
      groupCounts.numbers[group] = 0
      groupEnergies.numbers[group] = 0
    }
    total = Sum()
  }

  /// Takes a K-weighted mean square; not below the absolute gate.
  @_noLocks
  package mutating func add(_ energy: Double) {
    let level = Loudness.level(energy)
    guard level >= LoudnessHistogram.lowest else { return }
    let bin = LoudnessHistogram.bin(level)
    let group = bin / LoudnessHistogram.hundred
    counts.numbers[bin] += 1
    energies.numbers[bin] += energy
    groupCounts.numbers[group] += 1
    groupEnergies.numbers[group] += energy
    total.count += 1
    total.energy += energy
  }

  @_noLocks
  private static func bin(_ level: Double) -> Int {
    min(max(Int(clamping: (level - lowest) * 100), 0), 9_999)
  }

  /// The mean loudness of what is above the gate, which is `below` LU under the mean of all; `nil`
  /// without any.
  @_noLocks
  package func gatedLevel(below: Double) -> Double? {
    let sum = gated(below)
    return sum.count > 0 ? Loudness.level(sum.energy / sum.count) : nil
  }

  /// By how many LU the loudness differs between `low` and `high`, shares of the values above the
  /// gate.
  @_noLocks
  package func range(below: Double, from low: Double, to high: Double) -> Double {
    let last = gated(below).count - 1
    guard last > 0 else { return 0 }
    // Counted from the loudest one; a half is rounded up from below.
    let fromTop = (
      last - Double(Int(clamping: last * low + 0.5)),
      last - Double(Int(clamping: last * high + 0.5))
    )
    return max(0, level(fromTop: fromTop.1) - level(fromTop: fromTop.0))
  }

  @_noLocks
  private func gated(_ below: Double) -> Sum {
    guard total.count > 0 else { return Sum() }
    let hundred = LoudnessHistogram.hundred
    let gate = Loudness.level(total.energy / total.count) - below
    guard gate > LoudnessHistogram.lowest else { return total }
    let first = LoudnessHistogram.bin(gate)
    var sum = Sum()
    var group = first / hundred
    for bin in first..<(group &+ 1) &* hundred {
      let (count, energy) = (counts.numbers[bin], energies.numbers[bin])
      // The bin in which the gate lies is in or out by its mean.
      if bin == first && count > 0 && Loudness.level(energy / count) < gate { continue }
      sum.count += count
      sum.energy += energy
    }
    group &+= 1
    while group < hundred {
      sum.count += groupCounts.numbers[group]
      sum.energy += groupEnergies.numbers[group]
      group &+= 1
    }
    return sum
  }

  /// The loudness of a value, by how many are louder.
  @_noLocks
  private func level(fromTop rank: Double) -> Double {
    let hundred = LoudnessHistogram.hundred
    var louder = 0.0
    var group = hundred &- 1
    while group > 0, louder + groupCounts.numbers[group] <= rank {
      louder += groupCounts.numbers[group]
      group &-= 1
    }
    var bin = (group &+ 1) &* hundred &- 1
    while bin > group &* hundred, louder + counts.numbers[bin] <= rank {
      louder += counts.numbers[bin]
      bin &-= 1
    }
    return Loudness.level(energies.numbers[bin] / max(counts.numbers[bin], 1))
  }
}
