// SPDX-License-Identifier: Apache-2.0
// What somebody wants to make of a value, and how it gets there.

/// What somebody wants to make of a value.
public enum TreeChange: Hashable, Sendable {
  /// Another value.
  case value(TreeValue)
  /// The same by a hand on a fader: a number beyond its range or a limit stops at that.
  case nearest(TreeValue)
  /// Another value, as people write it.
  case words(String)
  /// A step from where it is, in its unit.
  case step(Double)
  /// The other one of on and off.
  case toggle
}

extension TreeChange {
  /// The change as a hand means it that goes as far as it can.
  public var stoppingAtEnds: TreeChange {
    if case .value(let value) = self { .nearest(value) } else { self }
  }
}

/// How a value gets to another one.
public struct Fade: Hashable, Sendable {
  /// How long it takes, in seconds.
  public var seconds: Double
  /// The shape of its way.
  public var curve: FadeCurve

  /// Describes a fade.
  public init(seconds: Double, curve: FadeCurve = .linear) {
    (self.seconds, self.curve) = (seconds, curve)
  }
}
