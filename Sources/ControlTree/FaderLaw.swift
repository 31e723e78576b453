// SPDX-License-Identifier: Apache-2.0
// The position of a level on a fader of any length.

/// The scale of every fader that has none of its own: from 0, which is silence, to 1.
///
/// The scale of mixing desks: three quarters up is 0 dB, half way -10, a quarter -30, a sixteenth
/// -60; the top is +12 dB. Between these points it is linear, so that each level has one position
/// and each position one level.
package enum FaderLaw {
  private static let range = -90.0...12

  /// The level in dB at a position from 0 to 1, at 0 silence.
  ///
  /// Positions beyond are clamped.
  package static func level(at position: Double) -> Double {
    position > 0 ? ControlLaw.fader.value(at: position, in: range) : -.infinity
  }

  /// The position of a level in dB, from 0 to 1; silence, and levels near it, are at 0.
  package static func position(of level: Double) -> Double {
    ControlLaw.fader.place(of: level, in: range)
  }
}
