// SPDX-License-Identifier: Apache-2.0
// Where in a programme the music begins and ends.

/// The loudness of the first minutes of a programme and of its last ones, in hops of 10 ms.
///
/// The thresholds are relative to the loudness of all of it, which is known at its end only. So
/// both ends are kept, in memory of one size.
struct LoudnessEdges {
  /// The hops of two minutes.
  private static let most = 12_000
  private static let secondsPerHop = 0.01
  private static let (startLevel, nextLevel, endLevel) = (-34.0, -7.0, -42.0)

  private var head: [Float] = []
  private var tail: [Float] = []
  private var count = 0

  /// Takes the loudness of the next hop in LUFS.
  mutating func add(_ level: Double) {
    if head.count < Self.most { head.append(Float(level)) }
    if tail.count < Self.most {
      tail.append(Float(level))
    } else {
      tail[count % Self.most] = Float(level)
    }
    count += 1
  }

  /// Where the music is, for a programme that is so loud as a whole and lasts so many seconds.
  func music(around integrated: Double, of seconds: Double) -> ProgrammeLoudness.Music {
    let start = head.firstIndex { Double($0) > integrated + Self.startLevel } ?? 0
    return ProgrammeLoudness.Music(
      start: Double(start) * Self.secondsPerHop,
      nextStart: last(above: integrated + Self.nextLevel, of: seconds),
      end: last(above: integrated + Self.endLevel, of: seconds)
    )
  }

  /// The end of the last hop above a level; the beginning of what is kept where there is none, and
  /// the end of all where it is loud to its end, for no hop may be under way there.
  private func last(above level: Double, of seconds: Double) -> Double {
    var hop = count
    while hop > count - tail.count, Double(tail[(hop - 1) % Self.most]) <= level { hop -= 1 }
    return hop == count ? seconds : Double(hop) * Self.secondsPerHop
  }
}
