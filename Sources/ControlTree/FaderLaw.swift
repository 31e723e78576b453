// SPDX-License-Identifier: Apache-2.0
// Where on a fader of any length a level stands.

/// The way of every fader that has no scale of its own: from 0, which is silence, to 1.
///
/// The scale of mixing desks: three quarters up is 0 dB, half way -10, a quarter -30, a sixteenth -60; the top is +12 dB.
/// Between these points it is straight, so that each level has one position and each position one level.
public enum FaderLaw {
  private static let points: [(position: Double, level: Double)] = [
    (0, -90), (0.0625, -60), (0.25, -30), (0.5, -10), (0.75, 0), (1, 12),
  ]

  /// The level in dB at a position from 0 to 1, at 0 silence.
  ///
  /// Other positions are the nearest end.
  public static func level(at position: Double) -> Double {
    guard position > 0 else { return -.infinity }
    let end = points.firstIndex { position <= $0.position } ?? points.count - 1
    let (low, high) = (points[end - 1], points[end])
    let part = (min(position, 1) - low.position) / (high.position - low.position)
    return low.level + part * (high.level - low.level)
  }

  /// The position of a level in dB, from 0 to 1; silence, and what is near it, is 0.
  public static func position(of level: Double) -> Double {
    guard level > points[0].level else { return 0 }
    guard let end = points.firstIndex(where: { level <= $0.level }) else { return 1 }
    let (low, high) = (points[end - 1], points[end])
    let part = (level - low.level) / (high.level - low.level)
    return low.position + part * (high.position - low.position)
  }
}
