// SPDX-License-Identifier: Apache-2.0
// A file, or a window of one, that libsndfile decodes.

internal import CSndfile
internal import Glibc
internal import Quantities

/// What libsndfile decodes.
///
/// > Threading: Worker, one at a time.
@safe
final class SndfileDecoder: SoundDecoder {
  let path: String
  let channels: Int
  let rate: SampleRate
  let frames: Int
  /// The format in libsndfile's numbers, without its details.
  let container: Int
  /// What it reads instead of the file as it is.
  private let window: SoundWindow?
  private var file: OpaquePointer
  /// What the next call is to say: libsndfile says it once.
  private var fault: SoundFileError?

  /// Opens a file, or a window of it; the descriptor is kept by the owner of this, which may know
  /// better how long the file is.
  init(
    path: String,
    _ descriptor: borrowing Descriptor,
    window: SoundWindow? = nil,
    frames: Int? = nil
  ) throws(SoundFileError) {
    (self.path, self.window) = (path, window)
    var info = SF_INFO()
    unsafe file = try Self.open(path, descriptor, window, &info)
    channels = Int(info.channels)
    rate = SampleRate(hertz: Double(info.samplerate))
    container = Int(info.format) & SF_FORMAT_TYPEMASK
    self.frames = frames ?? Int(info.frames)
  }

  deinit {
    unsafe sf_close(file)
  }

  var tags: SoundTags {
    func text(_ key: Int) -> [UInt8]? {
      guard let text = unsafe sf_get_string(file, Int32(clamping: key)) else { return nil }
      return unsafe [UInt8](
        UnsafeBufferPointer(start: text, count: strlen(text)).map(UInt8.init(bitPattern:))
      )
    }
    return SoundTags(
      title: text(SF_STR_TITLE),
      artist: text(SF_STR_ARTIST),
      album: text(SF_STR_ALBUM)
    )
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    if let fault {
      self.fault = nil
      throw fault
    }
    let wanted = sf_count_t(buffer.count / channels)
    let count = unsafe sf_readf_float(file, buffer.baseAddress, wanted)
    guard unsafe count < wanted && sf_error(file) != 0 else { return Int(count) }
    let fault = unsafe SoundFileError.cannotRead(path: path, reason: SystemError.text(of: file))
    guard count > 0 else { throw fault }
    // What came before it is heard.
    self.fault = fault
    return Int(count)
  }

  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) {
    fault = nil
    guard unsafe sf_seek(file, sf_count_t(frame), SEEK_SET) == frame else {
      throw unsafe .cannotRead(path: path, reason: SystemError.text(of: file))
    }
  }

  private static func open(
    _ path: String,
    _ descriptor: borrowing Descriptor,
    _ window: SoundWindow?,
    _ info: inout SF_INFO
  ) throws(SoundFileError) -> OpaquePointer {
    guard let window else {
      return unsafe try descriptor.openSound(SFM_READ, &info) { reason in
        .cannotRead(path: path, reason: reason)
      }
    }
    guard let file = unsafe window.open(&info) else {
      throw .cannotRead(path: path, reason: "libsndfile can't open what is in it")
    }
    return unsafe file
  }
}
