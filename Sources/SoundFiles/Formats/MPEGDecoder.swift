// SPDX-License-Identifier: Apache-2.0
// A file of MPEG frames (MP3 and its elders), decoded by libmpg123.

internal import CMpg123
internal import Glibc
internal import Quantities

/// Decodes an MPEG file as long as there are frames, whatever its first one says of their number.
///
/// libsndfile would do so too, but believes that one, ends with it, and lets libmpg123 speak to the
/// terminal.
///
/// > Threading: Worker, one at a time.
@safe
final class MPEGDecoder: SoundDecoder {
  /// A frame borrows from so many before it that decoding must begin this much earlier.
  private static let prerollFrames = 16 * 1152
  /// How many damaged places are reported.
  private static let mostTold = 10
  private static let isReady = mpg123_init() == MPG123_OK.rawValue

  let path: String
  let channels: Int
  let rate: SampleRate
  let frames: Int
  private(set) var remarks: [String] = []
  let tags: SoundTags
  private let descriptor: SharedDescriptor
  private let handle: OpaquePointer
  /// The frame that comes next.
  private var position = 0
  /// Whether what comes has another rate.
  private var isForeign = false

  /// Opens a file, and counts what is in it.
  init(
    path: String,
    _ descriptor: SharedDescriptor,
    _ structure: MPEGStructure
  ) throws(SoundFileError) {
    (self.path, self.descriptor) = (path, descriptor)
    channels = structure.isStereo ? 2 : 1
    rate = SampleRate(hertz: Double(structure.first.rate))
    guard Self.isReady, let handle = unsafe mpg123_new(nil, nil) else {
      throw .cannotRead(path: path, reason: "libmpg123 can't be used")
    }
    unsafe self.handle = unsafe handle
    var flags = MPG123_QUIET.rawValue | MPG123_GAPLESS.rawValue | MPG123_FORCE_FLOAT.rawValue
    if structure.isStereo { flags |= MPG123_FORCE_STEREO.rawValue }
    unsafe Self.set(handle, MPG123_FLAGS, Int(flags))
    unsafe Self.set(handle, MPG123_REMOVE_FLAGS, Int(MPG123_AUTO_RESAMPLE.rawValue))
    // Whatever is no frame is passed over, however long it is.
    unsafe Self.set(handle, MPG123_RESYNC_LIMIT, -1)
    let isOpen =
      unsafe mpg123_open_fd(handle, descriptor.file.value) == MPG123_OK.rawValue
      && Self.rate(of: handle) == structure.first.rate
      && mpg123_scan(handle) == MPG123_OK.rawValue
    let length = unsafe isOpen ? max(0, mpg123_length(handle)) : 0
    tags = unsafe isOpen ? Self.tags(of: handle) : SoundTags()
    frames = min(length, structure.change?.frame ?? .max)
    guard isOpen else {
      let reason = unsafe String(cString: mpg123_strerror(handle))
      throw .cannotRead(path: path, reason: reason)
    }
    remarks = remarks(on: structure)
  }

  deinit {
    unsafe mpg123_delete(handle)
  }

  private static func set(_ handle: OpaquePointer, _ key: mpg123_parms, _ value: Int) {
    _ = unsafe mpg123_param2(handle, Int32(clamping: key.rawValue), value, 0)
  }

  /// The rate of what comes next, as floats; `nil` where it is something else.
  private static func rate(of handle: OpaquePointer) -> Int? {
    var (rate, channels, encoding): (Int, Int32, Int32) = (0, 0, 0)
    let isKnown = unsafe mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue
    return isKnown && encoding == MPG123_ENC_FLOAT_32.rawValue ? rate : nil
  }

  /// What the second version of ID3 says, and where that says nothing the first one, which cuts
  /// texts off.
  private static func tags(of handle: OpaquePointer) -> SoundTags {
    var first: UnsafeMutablePointer<mpg123_id3v1>?
    var second: UnsafeMutablePointer<mpg123_id3v2>?
    guard unsafe mpg123_id3(handle, &first, &second) == MPG123_OK.rawValue else {
      return SoundTags()
    }
    let (old, new) = unsafe (first?.pointee, second?.pointee)
    return unsafe SoundTags(
      title: text(new?.title) ?? old.map { bytes(of: $0.title) },
      artist: text(new?.artist) ?? old.map { bytes(of: $0.artist) },
      album: text(new?.album) ?? old.map { bytes(of: $0.album) }
    )
  }

  private static func text(_ string: UnsafeMutablePointer<mpg123_string>?) -> [UInt8]? {
    guard let string = unsafe string?.pointee, let start = unsafe string.p else { return nil }
    let bytes = unsafe UnsafeBufferPointer(start: start, count: string.fill)
    let text = unsafe bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return text.isEmpty ? nil : text
  }

  /// A text of fixed length that may end with zeros.
  private static func bytes<Text>(of text: Text) -> [UInt8] {
    unsafe withUnsafeBytes(of: text) { unsafe Array($0.prefix { $0 != 0 }) }
  }

  private func remarks(on structure: MPEGStructure) -> [String] {
    var remarks = structure.damages.prefix(Self.mostTold).map { damage in
      "is damaged at \(moment(damage.frame, at: rate)): \(damage.bytes) bytes are passed over"
    }
    if let change = structure.change {
      let other = SampleRate(hertz: Double(change.rate))
      remarks.append(
        "goes on at \(other.words) from \(moment(change.frame, at: rate)) on, instead of \(rate.words); "
          + "that part is not played"
      )
    }
    return remarks
  }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    let wanted = min(buffer.count / channels, frames - position)
    var failures = 0
    while wanted > 0 {
      var bytes = 0
      let size = wanted * channels * MemoryLayout<Float>.stride
      let code = unsafe mpg123_read(handle, buffer.baseAddress, size, &bytes)
      let count = isForeign ? 0 : bytes / (channels * MemoryLayout<Float>.stride)
      if code == MPG123_NEW_FORMAT.rawValue {
        isForeign = unsafe Self.rate(of: handle).map(Double.init) != rate.hertz
      } else if code == MPG123_DONE.rawValue, count == 0 {
        return 0
      } else if code != MPG123_OK.rawValue, code != MPG123_DONE.rawValue {
        // It goes on with the next frame.
        failures += 1
        guard failures < 1000 else {
          let reason = unsafe String(cString: mpg123_strerror(handle))
          throw .cannotRead(path: path, reason: reason)
        }
      }
      position += count
      if count > 0 { return count }
    }
    return 0
  }

  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) {
    let start = max(0, frame - Self.prerollFrames)
    guard unsafe mpg123_seek(handle, start, SEEK_SET) == start else {
      let reason = unsafe String(cString: mpg123_strerror(handle))
      throw .cannotRead(path: path, reason: reason)
    }
    (position, isForeign) = (start, false)
    try skip(frame - start, while: isWanted)
  }
}

extension SampleRate {
  /// For people.
  var words: String { hertz == hertz.rounded() ? "\(Int(clamping: hertz)) Hz" : "\(hertz) Hz" }
}
