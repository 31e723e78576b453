// SPDX-License-Identifier: Apache-2.0
// How long it takes from a request until its sound is heard.

import Glibc
import JACKTestBench

/// Frames from requests until the first frame that they change, as JACK hears it; up to a cycle
/// more than the true number.
struct ResponseTimes {
  /// Sorted, shortest first.
  private let frames: [Int]

  /// Changes a constant level between 0 and -6 dB time and again.
  ///
  /// - Parameters:
  /// - `ears`: hears the level that is changed, and nothing else.
  ///   - seconds: for how long.
  ///   - set: asks for the level in dB, and returns when another one may be asked for.
  /// - Throws: what `set` throws, or that nothing is heard any more.
  init(of ears: Listener, seconds: Double, set: (Double) throws -> Void) throws {
    var asked: [Int] = []
    let sound = try ears.capture(room: Int(seconds * 48_000)) { frames in
      while Double(frames()) < seconds * 48_000 {
        asked.append(frames())
        try set(asked.count.isMultiple(of: 2) ? 0.0 : -6.0)
      }
    }[0]
    let ends = asked.dropFirst() + [sound.count]
    frames = zip(asked, ends).compactMap { start, end in
      // The reference is the last sample before the request; the next sample may have changed
      // already.
      guard start > 0 else { return nil }
      return sound[start..<end].firstIndex { $0 != sound[start - 1] }.map { $0 - start }
    }.sorted()
  }

  /// The figures by their names.
  var figures: [(String, String)] {
    func percentile(_ part: Double) -> Int {
      frames.isEmpty ? -1 : frames[min(frames.count - 1, Int(Double(frames.count) * part))]
    }
    return [
      ("heard", "\(frames.count)"), ("p50_frames", "\(percentile(0.5))"),
      ("p999_frames", "\(percentile(0.999))"), ("worst_frames", "\(frames.last ?? -1)"),
    ]
  }
}
