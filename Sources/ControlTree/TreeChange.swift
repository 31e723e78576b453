// SPDX-License-Identifier: Apache-2.0
// Changes of a value, at once or as a fade.

/// A change of a value.
public enum TreeChange: Hashable, Sendable {
  /// A new value.
  case value(TreeValue)
  /// A new value, such as from a fader: a number beyond its range or a limit stops there.
  case nearest(TreeValue)
  /// A new value, as people write it.
  case words(String)
  /// A step from the present value, in its unit.
  case step(Double)
  /// The opposite of a switch's present value.
  case toggle
}

extension TreeChange {
  /// The change, but one that goes as far as the range allows.
  public var stoppingAtEnds: TreeChange {
    if case .value(let value) = self { .nearest(value) } else { self }
  }
}

/// A fade to a new value.
public struct Fade: Hashable, Sendable {
  /// How long it takes, in seconds.
  public var seconds: Double
  /// The shape of the fade.
  public var curve: FadeCurve

  /// Describes a fade.
  public init(seconds: Double, curve: FadeCurve = .linear) {
    (self.seconds, self.curve) = (seconds, curve)
  }
}
