// SPDX-License-Identifier: Apache-2.0
// The clock of a stream's sender is not that of our card: without help, what is kept back of the
// stream runs out in a day, or grows.

internal import CSoxr

/// How fast a stream is to be played, so that as much of it is kept back as at the beginning.
struct StreamPace {
  /// The most that the speed departs from 1: less than a hundredth of a semitone.
  static let most = 500e-6
  /// For how many seconds too much or too little is caught up with at a hundred-thousandth.
  private static let strength = 200e-6
  /// How many seconds of stream the level is averaged over.
  private static let memory = 20.0

  /// How many seconds are to be kept back.
  let target: Double
  private var level: Double?

  init(target: Double) { self.target = target }

  /// The speed for the next `seconds` of a stream of which `kept` seconds are kept back.
  mutating func speed(keeping kept: Double, for seconds: Double) -> Double {
    let share = min(1, seconds / Self.memory)
    let level = (level ?? kept) * (1 - share) + kept * share
    self.level = level
    return 1 + min(max((level - target) * Self.strength, -Self.most), Self.most)
  }

  /// Begins again, where another level is to be expected.
  mutating func forget() { level = nil }
}

/// A converter whose ratio moves.
@safe
final class PacedResampler {
  private let state: OpaquePointer

  /// Makes a converter of interleaved frames; `nil` where libsoxr has no memory for it.
  init?(channels: Int) {
    var quality = unsafe soxr_quality_spec(UInt(SOXR_HQ), UInt(SOXR_VR))
    let most = 1 + StreamPace.most
    let made = unsafe soxr_create(most, 1, UInt32(clamping: channels), nil, nil, &quality, nil)
    guard let made = unsafe made else { return nil }
    unsafe state = made
    unsafe soxr_set_io_ratio(state, 1, 0)
  }

  deinit { unsafe soxr_delete(state) }

  /// Converts what it can of `input` frames at a speed that is reached over so many frames; returns
  /// how many frames it took and made.
  func convert(
    _ input: UnsafeBufferPointer<Float>,
    to output: UnsafeMutableBufferPointer<Float>,
    channels: Int,
    at speed: Double
  ) -> (taken: Int, made: Int) {
    var (taken, made) = (0, 0)
    unsafe soxr_set_io_ratio(state, speed, output.count / channels)
    let refusal = unsafe soxr_process(
      state,
      input.baseAddress,
      input.count / channels,
      &taken,
      output.baseAddress,
      output.count / channels,
      &made
    )
    unsafe precondition(refusal == nil, "libsoxr refused a valid ratio")
    return (taken, made)
  }
}
