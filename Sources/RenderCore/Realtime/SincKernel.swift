// SPDX-License-Identifier: Apache-2.0
// The weights of the frames around a place between two of them.

/// A sinc in a Kaiser window, as a table for interpolation.
///
/// 64 frames at rate 1; the pass band ends at 0.82 of half of the sample rate, the stop band begins
/// at half of it, 90 dB down.
enum SincKernel {
  /// How many frames on each side it looks at, at rate 1.
  static var reach: Int { @_noLocks get { 32 } }
  /// How many entries of the table there are from one frame to the next.
  static var resolution: Int { @_noLocks get { 512 } }

  /// Fills `weights` with those of `count` frames, the first of which is `offset` frames away from
  /// the place; a `reach` of more than that of the table makes all of them less, and further.
  @_noLocks
  static func fill(
    _ weights: UnsafeMutablePointer<Float>,
    from table: UnsafePointer<Float>,
    at offset: Double,
    _ count: Int,
    reach: Double
  ) {
    let stretch = reach / Double(SincKernel.reach)
    let (scale, gain) = (Double(resolution) / stretch, Float(1 / stretch))
    for index in 0..<count {
      let position = abs(offset + Double(index)) * scale
      let entry = Int(position)
      let share = Float(position - Double(entry))
      let (low, high) = unsafe (table[entry], table[entry &+ 1])
      unsafe weights[index] = gain * (low + share * (high - low))
    }
  }
}
