// SPDX-License-Identifier: Apache-2.0
// A sound file that is being written and can be opened by others at any moment, even if it is never
// completed.

internal import CSndfile
internal import Glibc
package import Quantities

/// A sound file that is being written.
///
/// > Threading: Any, one at a time.
@safe
package final class SoundFileWriter {
  /// Where the file is.
  package let path: String
  /// Samples in a frame.
  package let channels: Int
  /// How many frames have been written.
  package private(set) var frames = 0
  let format: SoundFileFormat
  private let descriptor: Descriptor
  private var file: OpaquePointer?

  /// Creates a file; refuses one that exists unless it is `replacing`.
  package init(
    path: String,
    format: SoundFileFormat,
    channels: Int,
    rate: SampleRate,
    replacing: Bool = false
  ) throws(SoundFileError) {
    self.path = path
    self.channels = channels
    self.format = format
    var info = SF_INFO()
    info.channels = Int32(clamping: channels)
    info.samplerate = Int32(clamping: rate.hertz)
    info.format = format.code
    guard unsafe sf_format_check(&info) != 0 else {
      let shape = "\(channels) channels at \(info.samplerate) Hz"
      throw .cannotWrite(path: path, reason: "the format cannot hold \(shape)")
    }
    descriptor = try Descriptor(writing: path, replacing: replacing)
    unsafe file = try descriptor.openSound(SFM_WRITE, &info) { reason in
      unsafe unlink(path)
      return .cannotWrite(path: path, reason: reason)
    }
    command(SFC_RF64_AUTO_DOWNGRADE, true)
    command(SFC_SET_CLIPPING, format.hasFullScale)
  }

  deinit {
    // Without a file it would put down an error where others look for theirs.
    if let file = unsafe file { unsafe sf_close(file) }
  }

  /// Appends interleaved frames.
  package func write(_ samples: UnsafeBufferPointer<Float>) throws(SoundFileError) {
    let wanted = samples.count / channels
    let count = unsafe sf_writef_float(file, samples.baseAddress, sf_count_t(wanted))
    frames += Int(count)
    guard count == wanted else {
      throw unsafe .cannotWrite(path: path, reason: SystemError.text(of: file))
    }
  }

  /// Makes the file valid as it is now, so that nothing but what follows is lost if the process is
  /// killed.
  ///
  /// Asks the kernel to begin writing to the disk, but does not wait for it, which could take
  /// seconds.
  package func sync() {
    guard unsafe file != nil else { return }
    switch format {
    case .wav16, .wav24: command(SFC_UPDATE_HEADER_NOW, true)
    case .wavFloat:
      command(SFC_UPDATE_HEADER_NOW, true)
      completeFormat()
    case .flac24: updateStreamInfo()
    case .vorbis, .opus, .mp3: break
    }
    posix_fadvise(descriptor.value, 0, 0, POSIX_FADV_DONTNEED)
  }

  /// Completes the file; nothing can be written after this.
  package func close() throws(SoundFileError) {
    guard let open = unsafe file else { return }
    unsafe file = nil
    let code = unsafe sf_close(open)
    guard code == 0 else {
      throw unsafe .cannotWrite(path: path, reason: String(cString: sf_error_number(code)))
    }
    if format == .wavFloat { completeFormat() }
  }

  /// Makes the chunk that describes the samples the plain one of floats, with the length of an
  /// extension that it has not.
  ///
  /// libsndfile describes them by a GUID, with speakers that nobody has named; sox takes that for a
  /// header with a part missing.
  private func completeFormat() {
    // Room for the lengths of more than 4 GB, then the chunk: 16 bytes that all have, 24 that
    // extend them.
    let offset = 44
    var chunk = [UInt8](repeating: 0, count: 48)
    guard unsafe pread(descriptor.value, &chunk, chunk.count, offset) == chunk.count,
      chunk.starts(with: Array("fmt ".utf8) + [40, 0, 0, 0, 0xFE, 0xFF])
    else { return }
    let samples = Array(chunk[10..<24])
    let plain =
      Array("fmt ".utf8) + [18, 0, 0, 0, 3, 0] + samples + [0, 0]
      + Array("JUNK".utf8) + [14, 0, 0, 0] + [UInt8](repeating: 0, count: 14)
    _ = unsafe pwrite(descriptor.value, plain, plain.count, offset)
  }

  private func command(_ command: Int, _ value: Bool) {
    unsafe sf_command(file, Int32(clamping: command), nil, value ? 1 : 0)
  }

  /// Puts the number of the frames that are in the file into its header.
  ///
  /// libFLAC does so only at the end; until then a reader would not know the length and could not
  /// seek.
  private func updateStreamInfo() {
    // "fLaC", a block header of 4 bytes, then STREAMINFO: two block sizes of 16 bits, …, 36 bits of
    // length.
    var header = [UInt8](repeating: 0, count: 26)
    guard unsafe pread(descriptor.value, &header, 26, 0) == 26 else { return }
    let block = Int(header[10]) << 8 | Int(header[11])
    guard block > 0, frames > 0 else { return }
    // The encoder sees one frame of the next block before it writes a block.
    let complete = (frames - 1) / block * block
    var length = [header[21] & 0xF0 | UInt8(truncatingIfNeeded: complete >> 32 & 0x0F)]
    for shift in [24, 16, 8, 0] { length.append(UInt8(truncatingIfNeeded: complete >> shift)) }
    _ = unsafe pwrite(descriptor.value, length, length.count, 21)
  }
}
