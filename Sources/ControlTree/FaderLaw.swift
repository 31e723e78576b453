// SPDX-License-Identifier: Apache-2.0
// Where on a fader of any length a level stands.

/// The way of every fader that has no scale of its own: from 0, which is silence, to 1.
///
/// The scale of mixing desks: three quarters up is 0 dB, half way -10, a quarter -30, a sixteenth -60; the top is +12 dB.
/// Between these points it is straight, so that each level has one place and each place one level.
public enum FaderLaw {
  private static let points: [(place: Double, level: Double)] = [
    (0, -90), (0.0625, -60), (0.25, -30), (0.5, -10), (0.75, 0), (1, 12),
  ]

  /// The level in dB at a place from 0 to 1, at 0 silence.
  ///
  /// Other places are the nearest end.
  public static func level(at place: Double) -> Double {
    guard place > 0 else { return -.infinity }
    let end = points.firstIndex { place <= $0.place } ?? points.count - 1
    let (low, high) = (points[end - 1], points[end])
    let part = (min(place, 1) - low.place) / (high.place - low.place)
    return low.level + part * (high.level - low.level)
  }

  /// The place of a level in dB, from 0 to 1; silence, and what is near it, is 0.
  public static func place(of level: Double) -> Double {
    guard level > points[0].level else { return 0 }
    guard let end = points.firstIndex(where: { level <= $0.level }) else { return 1 }
    let (low, high) = (points[end - 1], points[end])
    let part = (level - low.level) / (high.level - low.level)
    return low.place + part * (high.place - low.place)
  }
}
