// SPDX-License-Identifier: Apache-2.0
// The way of a fader: how the scale of a mixing desk is spread over its length.

/// How far up a fader a level is: most of the way for the levels that one works with.
public enum FaderLaw {
  private static let points: [(position: Double, level: Double)] = [
    (0.0625, -60), (0.25, -30), (0.5, -10), (0.75, 0), (1, 12),
  ]
  /// Below it the way leads to silence.
  private static let lowest = -90.0

  /// Where on its way, from 0 to 1, a fader stands for a level in dB; at 0 for silence.
  public static func position(of level: Double) -> Double {
    guard level > lowest else { return 0 }
    var last = (position: 0.0, level: lowest)
    for point in points {
      if level <= point.level {
        let part = (level - last.level) / (point.level - last.level)
        return last.position + part * (point.position - last.position)
      }
      last = point
    }
    return 1
  }

  /// The level in dB for which a fader stands so far up; silence at 0.
  public static func level(at position: Double) -> Double {
    guard position > 0 else { return -.infinity }
    var last = (position: 0.0, level: lowest)
    for point in points {
      if position <= point.position {
        let part = (position - last.position) / (point.position - last.position)
        return last.level + part * (point.level - last.level)
      }
      last = point
    }
    return points[points.count - 1].level
  }
}
