// SPDX-License-Identifier: Apache-2.0
// Changes of a value, at once or as a fade.

/// A change of a value.
package enum TreeChange: Hashable, Sendable {
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
  package var stoppingAtEnds: TreeChange {
    if case .value(let value) = self { .nearest(value) } else { self }
  }
}

/// A fade to a new value.
package struct Fade: Hashable, Sendable {
  /// How long it takes, in seconds.
  package var seconds: Double
  /// The shape of the fade.
  package var curve: FadeCurve

  /// Describes a fade.
  package init(seconds: Double, curve: FadeCurve = .linear) {
    (self.seconds, self.curve) = (seconds, curve)
  }
}
