// SPDX-License-Identifier: Apache-2.0
// An open sound file, decoded to interleaved floats.

internal import CSndfile
internal import Glibc
internal import Quantities

/// A sound file that is being read.
///
/// > Threading: Any, one at a time.
@safe
final class SoundFileReader {
  /// An MPEG frame borrows from so many before it that decoding must begin this much earlier.
  private static let prerollFrames = 16 * 1152

  let path: String
  let channels: Int
  let rate: SampleRate
  /// The length.
  private(set) var frames: Int
  private let isMPEG: Bool
  private let descriptor: Descriptor
  private var file: OpaquePointer

  init(path: String) throws(SoundFileError) {
    self.path = path
    descriptor = try Descriptor(reading: path)
    var info = SF_INFO()
    unsafe file = try Self.open(descriptor, path, &info)
    channels = Int(info.channels)
    rate = SampleRate(hertz: Double(info.samplerate))
    isMPEG = Int(info.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG
    frames = Int(info.frames)
    if frames == Int.max {
      // A FLAC stream that was never completed does not say how long it is.
      frames = try skip(Int.max)
      try reopen()
    }
  }

  deinit {
    unsafe sf_close(file)
  }

  /// Fills `buffer` with interleaved frames and returns how many there were; fewer only at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    let wanted = sf_count_t(buffer.count / channels)
    let count = unsafe sf_readf_float(file, buffer.baseAddress, wanted)
    guard unsafe count == wanted || sf_error(file) == 0 else {
      throw unsafe .cannotRead(path: path, reason: SystemError.text(of: file))
    }
    return Int(count)
  }

  /// Goes to a frame from 0 to `frames`; where that takes long, it stops on the way once it is not wanted any more.
  func seek(to frame: Int, while isWanted: @Sendable () -> Bool = { true }) throws(SoundFileError) {
    let start = isMPEG ? max(0, frame - Self.prerollFrames) : frame
    if unsafe sf_seek(file, sf_count_t(start), SEEK_SET) == start {
      try skip(frame - start, while: isWanted)
    } else {
      // A FLAC file that breaks off can be played but not sought.
      try reopen()
      try skip(frame, while: isWanted)
    }
  }

  /// Decodes up to `count` frames for nothing and returns how many there were.
  @discardableResult
  private func skip(
    _ count: Int,
    while isWanted: @Sendable () -> Bool = { true }
  ) throws(SoundFileError) -> Int {
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

  private func reopen() throws(SoundFileError) {
    lseek(descriptor.value, 0, SEEK_SET)
    var info = SF_INFO()
    let fresh = try unsafe Self.open(descriptor, path, &info)
    // Somebody may have written another one over it. With more channels its frames would have no room.
    guard info.channels == channels, Double(info.samplerate) == rate.hertz else {
      unsafe sf_close(fresh)
      throw .cannotRead(path: path, reason: "it has become another file since it was opened")
    }
    unsafe sf_close(file)
    unsafe file = fresh
  }

  private static func open(
    _ descriptor: borrowing Descriptor,
    _ path: String,
    _ info: inout SF_INFO
  ) throws(SoundFileError) -> OpaquePointer {
    unsafe try descriptor.openSound(SFM_READ, &info) { reason in
      .cannotRead(path: path, reason: reason)
    }
  }
}
