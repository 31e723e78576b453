// SPDX-License-Identifier: Apache-2.0
// Time: seconds for people, frames for the renderer, and the rate between them.

/// A span of time in seconds.
package struct Seconds: Hashable, Comparable, Sendable {
  /// The span in seconds.
  package var value: Double

  /// Makes a span of `value` seconds.
  package init(_ value: Double) {
    self.value = value
  }

  /// No time at all.
  package static let zero = Seconds(0)

  /// Orders by length.
  package static func < (lhs: Seconds, rhs: Seconds) -> Bool {
    lhs.value < rhs.value
  }

  /// The number of frames nearest to this span at `rate`.
  package func frames(at rate: SampleRate) -> FrameCount {
    FrameCount(Int(clamping: (value * rate.hertz).rounded()))
  }
}

/// A number of sample frames.
package struct FrameCount: Hashable, Comparable, Sendable {
  /// The count.
  package var value: Int

  /// Makes a count of `value` frames.
  package init(_ value: Int) {
    self.value = value
  }

  /// No frames.
  package static let zero = FrameCount(0)

  /// Orders by count.
  package static func < (lhs: FrameCount, rhs: FrameCount) -> Bool {
    lhs.value < rhs.value
  }

  /// How long this many frames last at `rate`.
  package func seconds(at rate: SampleRate) -> Seconds {
    Seconds(Double(value) / rate.hertz)
  }
}

/// A sample rate.
package struct SampleRate: Hashable, Sendable {
  /// Frames per second, in hertz.
  package let hertz: Double

  /// Makes a rate of `hertz` frames per second.
  package init(hertz: Double) {
    self.hertz = hertz
  }
}
