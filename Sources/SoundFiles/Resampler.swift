// SPDX-License-Identifier: Apache-2.0
// Conversion from a file's rate to the rig's, by libsoxr.

internal import CSoxr
internal import Quantities

/// A converter of interleaved frames from one rate to another: linear phase, 20 bits, flat up to
/// 0.91 of the lower rate's half.
///
/// What it makes begins and ends with what it takes: libsoxr keeps its own delay back.
@safe
struct Resampler: ~Copyable {
  /// The ratios of rates that are converted.
  private static let ratios = 1.0 / 256...256
  private let state: OpaquePointer
  private let channels: Int

  /// Makes a converter; `nil` when the ratio of the rates or the number of channels is out of
  /// reach.
  init?(channels: Int, from source: SampleRate, to target: SampleRate) {
    guard channels > 0, Resampler.ratios.contains(target.hertz / source.hertz) else { return nil }
    // libsoxr's own defaults: interleaved floats, its high quality, this thread alone.
    let state = unsafe soxr_create(
      source.hertz,
      target.hertz,
      UInt32(clamping: channels),
      nil,
      nil,
      nil,
      nil
    )
    guard let state = unsafe state else { return nil }
    unsafe self.state = state
    self.channels = channels
  }

  /// Makes a converter that keeps the rate, and whose speed may be up to `most` times that; `nil`
  /// where libsoxr has no memory for it.
  init?(channels: Int, fastest most: Double) {
    var quality = unsafe soxr_quality_spec(UInt(SOXR_HQ), UInt(SOXR_VR))
    let state = unsafe soxr_create(most, 1, UInt32(clamping: channels), nil, nil, &quality, nil)
    guard let state = unsafe state else { return nil }
    unsafe self.state = state
    self.channels = channels
    setSpeed(1, over: 0)
  }

  deinit {
    unsafe soxr_delete(state)
  }

  /// Changes the speed, over so many frames that are made; only where it may change.
  func setSpeed(_ speed: Double, over frames: Int) {
    let refusal = unsafe soxr_set_io_ratio(state, speed, frames)
    unsafe precondition(refusal == nil, "libsoxr refused a valid speed")
  }

  /// Forgets what came before.
  func reset() {
    let refusal = unsafe soxr_clear(state)
    unsafe precondition(refusal == nil, "libsoxr can't begin again")
  }

  /// Converts what it can and returns how many frames it took and made; no input says that no more
  /// will come.
  func convert(
    _ input: UnsafeBufferPointer<Float>,
    to output: UnsafeMutableBufferPointer<Float>
  ) -> (taken: Int, made: Int) {
    var (taken, made) = (0, 0)
    let frames = input.count / channels
    let refusal = unsafe soxr_process(
      state,
      frames > 0 ? input.baseAddress : nil,
      frames,
      &taken,
      output.baseAddress,
      output.count / channels,
      &made
    )
    unsafe precondition(refusal == nil, "libsoxr refused a valid ratio")
    return (taken, made)
  }
}
