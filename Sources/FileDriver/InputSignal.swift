// SPDX-License-Identifier: Apache-2.0
// What the renderer hears when there is no sound card.

internal import Glibc
internal import Quantities

/// The signal of one input channel.
package enum InputSignal: Hashable, Sendable {
  /// Exact zeros.
  case silence
  /// A sine of this many hertz and this peak, from its zero crossing on.
  case tone(hertz: Double, peak: Float)
  /// These samples, then silence.
  case samples([Float])

  /// Writes `buffer.count` samples that begin at `frame`.
  func write(
    to buffer: UnsafeMutableBufferPointer<Float>,
    from frame: Int,
    rate: SampleRate
  ) {
    for index in buffer.indices {
      unsafe buffer[index] = sample(at: frame + index, rate)
    }
  }

  private func sample(at frame: Int, _ rate: SampleRate) -> Float {
    switch self {
    case .silence: 0
    case .tone(let hertz, let peak):
      peak * Float(sin(2 * Double.pi * hertz * Double(frame) / rate.hertz))
    case .samples(let samples): samples.indices.contains(frame) ? samples[frame] : 0
    }
  }
}
