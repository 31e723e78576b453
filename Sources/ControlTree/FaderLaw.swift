// SPDX-License-Identifier: Apache-2.0
// Where on a fader of any length a level stands.

/// The way of every fader that has no scale of its own: from 0, which is silence, to 1.
///
/// The scale of mixing desks: three quarters up is 0 dB, half way -10, a quarter -30, a sixteenth
/// -60; the top is +12 dB. Between these points it is straight, so that each level has one position
/// and each position one level.
public enum FaderLaw {
  private static let range = -90.0...12

  /// The level in dB at a position from 0 to 1, at 0 silence.
  ///
  /// Other positions are the nearest end.
  public static func level(at position: Double) -> Double {
    position > 0 ? ControlLaw.fader.value(at: position, in: range) : -.infinity
  }

  /// The position of a level in dB, from 0 to 1; silence, and what is near it, is 0.
  public static func position(of level: Double) -> Double {
    ControlLaw.fader.place(of: level, in: range)
  }
}
