// SPDX-License-Identifier: Apache-2.0
// Conversion from a file's rate to the rig's, by libsamplerate.

internal import CSamplerate
internal import Quantities

/// A converter of interleaved frames from one rate to another.
@safe
struct Resampler: ~Copyable {
  private let state: OpaquePointer
  private let channels: Int
  private let ratio: Double

  /// Makes a converter; `nil` when the ratio of the rates or the number of channels is out of reach.
  init?(channels: Int, from source: SampleRate, to target: SampleRate) {
    ratio = target.hertz / source.hertz
    self.channels = channels
    guard src_is_valid_ratio(ratio) != 0 else { return nil }
    var error: Int32 = 0
    let state = unsafe src_new(Int32(SRC_SINC_MEDIUM_QUALITY), Int32(clamping: channels), &error)
    guard let state = unsafe state else { return nil }
    unsafe self.state = state
  }

  deinit {
    unsafe src_delete(state)
  }

  /// Forgets what came before.
  func reset() {
    unsafe src_reset(state)
  }

  /// Converts what it can and returns how many frames it took and made.
  func convert(
    _ input: UnsafeBufferPointer<Float>,
    to output: UnsafeMutableBufferPointer<Float>,
    isLast: Bool
  ) -> (taken: Int, made: Int) {
    var data = unsafe SRC_DATA()
    unsafe data.data_in = input.baseAddress
    unsafe data.input_frames = input.count / channels
    unsafe data.data_out = output.baseAddress
    unsafe data.output_frames = output.count / channels
    unsafe data.src_ratio = ratio
    unsafe data.end_of_input = isLast ? 1 : 0
    let code = unsafe src_process(state, &data)
    precondition(code == 0, "libsamplerate refused a valid ratio")
    return unsafe (data.input_frames_used, data.output_frames_gen)
  }
}
