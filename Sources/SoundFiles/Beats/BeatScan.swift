// SPDX-License-Identifier: Apache-2.0
// Listens for the beats of sound files.

internal import Quantities

/// Finds the beats of sound files.
package enum BeatScan {
  /// From which clarity on beats are taken for granted.
  package static let clear = BeatMeter.clear

  /// Whether a file says its tempo by itself.
  ///
  /// > Threading: Worker.
  package static func saysTempo(_ path: String) -> Bool {
    (try? SoundFileReader(path: path))?.tags.bpm != nil
  }

  /// Listens to a file; `nil` if nothing in it is a beat.
  ///
  /// > Threading: Worker.
  ///
  /// - Throws: why it can't be read.
  package static func beats(of path: String) throws(SoundFileError) -> HeardBeats? {
    let source = try PlayerSource(try SoundFileReader(path: path))
    defer { source.close() }
    try source.seek(to: 0)
    var meter = BeatMeter(channels: source.channels, hertz: source.rate.hertz)
    try unsafe TrackMeasurement.read(.max, of: source) { unsafe meter.add($0) }
    return meter.reading
  }
}
