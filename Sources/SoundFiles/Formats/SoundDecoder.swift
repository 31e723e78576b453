// SPDX-License-Identifier: Apache-2.0
// What decodes a file, whatever its format.

internal import Quantities

/// Decodes an open file to interleaved floats.
///
/// > Threading: Worker, one at a time.
protocol SoundDecoder: AnyObject {
  var channels: Int { get }
  var rate: SampleRate { get }
  /// The length.
  var frames: Int { get }
  /// What is not as it should be, and was found so far; each to go on with after "the file".
  var remarks: [String] { get }
  /// What it says of its music.
  var tags: SoundTags { get }
  /// Fills `buffer` with interleaved frames and returns how many there were: none at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int
  /// Goes to a frame from 0 to `frames`; where that takes long, it stops on the way once it is not
  /// wanted any more.
  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError)
}

extension SoundDecoder {
  var remarks: [String] { [] }

  /// Decodes up to `count` frames for nothing and returns how many there were.
  @discardableResult
  func skip(_ count: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) -> Int {
    let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: 4096 * channels)
    defer { unsafe buffer.deallocate() }
    var skipped = 0
    while skipped < count, isWanted() {
      let rest = unsafe buffer[..<(min(4096, count - skipped) * channels)]
      let piece = try unsafe read(UnsafeMutableBufferPointer(rebasing: rest))
      if piece == 0 { break }
      skipped += piece
    }
    return skipped
  }
}

/// A moment in a file for people: minutes and seconds to a hundredth.
func moment(_ frame: Int, at rate: SampleRate) -> String {
  let hundredths = Int(clamping: (Double(frame) / rate.hertz * 100).rounded())
  let (minutes, rest) = (hundredths / 6000, hundredths % 6000)
  let seconds = "\(rest / 100).\(rest % 100 < 10 ? "0" : "")\(rest % 100)"
  return minutes == 0 ? "\(seconds) s" : "\(minutes):\(rest < 1000 ? "0" : "")\(seconds)"
}
