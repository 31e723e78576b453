// SPDX-License-Identifier: Apache-2.0
// A square whose edges have nothing above half of the sample rate.

/// A square wave by band-limited steps.
///
/// Source: E. Brandt, "Hard Sync Without Aliasing": a naive square, and at each edge the difference
/// between a step and one that is low-passed. Its steps are symmetric, as the future is known: the
/// oscillator runs 16 frames ahead.
struct BandLimitedSquare: ~Copyable {
  private static var half: Int { @_noLocks get { 16 } }
  private static var taps: Int { @_noLocks get { 32 } }
  private static var rows: Int { @_noLocks get { 256 } }
  /// For each part of a frame by which an edge is before a sample: the differences around it.
  private let table = SampleBuffer(count: (rows + 1) * taps)
  /// Frames that are not yet complete, from 16 frames ago on.
  private let line = SampleBuffer(count: Block.capacity + 2 * taps)
  private var phase: UInt64 = 0

  init() {
    // The integral of a low-pass at half of the sample rate, by Simpson's rule between the points
    // of the table.
    let (rows, taps) = (BandLimitedSquare.rows, BandLimitedSquare.taps)
    let half = Double(BandLimitedSquare.half)
    func height(_ point: Double) -> Double {
      Kaiser.sinc(point / Double(rows) - half, half: half, beta: 8)
    }
    let steps = DoubleBuffer(count: rows * taps + 1)
    for point in 0..<rows * taps {
      let start = Double(point)
      steps.numbers[point + 1] =
        steps.numbers[point] + height(start) + 4 * height(start + 0.5) + height(start + 1)
    }
    let whole = steps.numbers[rows * taps]
    for row in 0...rows {
      for tap in 0..<taps {
        let step = steps.numbers[tap * rows + row] / whole
        table.samples[row * taps + tap] = Float(2 * (step - (tap >= taps / 2 ? 1 : 0)))
      }
    }
  }

  /// Begins with the middle of a rising edge, as if it had always been.
  @_noLocks
  mutating func start(_ step: UInt64) {
    line.samples.fill(0)
    let frames = BandLimitedSquare.taps
    phase = 0 &- step &* UInt64(truncatingIfNeeded: BandLimitedSquare.half &+ 1)
    make(frames, step)
    drop(frames)
  }

  /// Writes at most 64 frames; 2 to the power of 64 steps are a period.
  @_noLocks
  mutating func render(_ output: Samples, _ frames: Int, _ step: UInt64) {
    make(frames, step)
    for index in 0..<frames { output[index] = line.samples[index] }
    drop(frames)
  }

  @_noLocks
  private mutating func make(_ frames: Int, _ step: UInt64) {
    let line = line.samples
    let scale = 1 / Double(step)
    for index in 0..<frames {
      let before = phase
      phase &+= step
      let isHigh = phase < 1 &<< 63
      line[index &+ BandLimitedSquare.half] += isHigh ? 1 : -1
      if (before ^ phase) &>> 63 != 0 {
        let late = Double(phase & (1 &<< 63 &- 1)) * scale
        add(at: index, late: late, sign: isHigh ? 1 : -1)
      }
    }
  }

  /// Adds an edge, which is by a part of a frame before the frame of the oscillator.
  @inline(__always)
  @_noLocks
  private func add(at index: Int, late: Double, sign: Float) {
    let (rows, taps) = (BandLimitedSquare.rows, BandLimitedSquare.taps)
    let place = late * Double(rows)
    let row = min(Int(clamping: place), rows &- 1)
    let share = Float(place - Double(row))
    let (line, table) = (line.samples, table.samples)
    var tap = 0
    while tap < taps {
      let one = table[eight: row &* taps &+ tap]
      let other = table[eight: (row &+ 1) &* taps &+ tap]
      line[eight: index &+ tap] += (one + (other - one) * share) * sign
      tap &+= 8
    }
  }

  /// Lets what comes after so many frames be the first.
  @_noLocks
  private func drop(_ frames: Int) {
    let line = line.samples
    let taps = BandLimitedSquare.taps
    for index in 0..<taps { line[index] = line[index &+ frames] }
    for index in taps..<taps &+ frames { line[index] = 0 }
  }
}
