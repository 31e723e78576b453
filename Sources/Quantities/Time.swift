// SPDX-License-Identifier: Apache-2.0
// Time: seconds for people, frames for the renderer, and the rate between them.

/// A span of time in seconds.
public struct Seconds: Hashable, Comparable, Sendable {
  /// The span in seconds.
  public var value: Double

  /// Makes a span of `value` seconds.
  public init(_ value: Double) {
    self.value = value
  }

  /// No time at all.
  public static let zero = Seconds(0)

  /// Orders by length.
  public static func < (lhs: Seconds, rhs: Seconds) -> Bool {
    lhs.value < rhs.value
  }

  /// The number of frames nearest to this span at `rate`.
  public func frames(at rate: SampleRate) -> FrameCount {
    FrameCount(Int(clamping: (value * rate.hertz).rounded()))
  }
}

/// A number of sample frames.
public struct FrameCount: Hashable, Comparable, Sendable {
  /// The count.
  public var value: Int

  /// Makes a count of `value` frames.
  public init(_ value: Int) {
    self.value = value
  }

  /// No frames.
  public static let zero = FrameCount(0)

  /// Orders by count.
  public static func < (lhs: FrameCount, rhs: FrameCount) -> Bool {
    lhs.value < rhs.value
  }

  /// How long this many frames last at `rate`.
  public func seconds(at rate: SampleRate) -> Seconds {
    Seconds(Double(value) / rate.hertz)
  }
}

/// A sample rate.
public struct SampleRate: Hashable, Sendable {
  /// Frames per second, in hertz.
  public let hertz: Double

  /// Makes a rate of `hertz` frames per second.
  public init(hertz: Double) {
    self.hertz = hertz
  }
}
