// SPDX-License-Identifier: Apache-2.0
// An open sound file, decoded to interleaved floats by whatever knows its format; or a stream.

internal import CSndfile
internal import Quantities

/// A sound file, or a stream, that is being read.
///
/// > Threading: Any, one at a time.
final class SoundFileReader {
  let path: String
  /// Which file it is, as it was when it was opened.
  let identity: FileIdentity
  /// The file; `nil` for a stream.
  private let descriptor: SharedDescriptor?
  private let decoder: any SoundDecoder
  /// What was wrong with it from the beginning.
  private let firstRemarks: [String]

  /// Opens a file; all of it is gone through where its header alone does not say how long it is.
  init(path: String) throws(SoundFileError) {
    self.path = path
    if StreamAddress.isOne(path) {
      decoder = try StreamDecoder(path)
      (descriptor, identity, firstRemarks) = (nil, .none, [])
      return
    }
    let descriptor = try SharedDescriptor(reading: path)
    self.descriptor = descriptor
    identity = FileIdentity(of: descriptor.file)
    (decoder, firstRemarks) = try Self.open(path, descriptor)
  }

  /// Opens the file that has the name by now, for a player that has room for so many channels; a
  /// mono file fills them all.
  convenience init(successorOf path: String, channels: Int) throws(SoundFileError) {
    try self.init(path: path)
    guard [1, channels].contains(self.channels) else {
      let reason =
        "it has \(self.channels) channels by now instead of \(channels); `tarmac reload` takes it over"
      throw .cannotRead(path: path, reason: reason)
    }
    guard frames > 0 else { throw .empty(path: path) }
  }

  var channels: Int { decoder.channels }
  var rate: SampleRate { decoder.rate }
  /// The length.
  var frames: Int { decoder.frames }
  /// What is not as it should be, and was found so far; each to go on with after "the file".
  var remarks: [String] { firstRemarks + decoder.remarks }

  /// What it says of its music; looks for it.
  var tags: SoundTags {
    var tags = decoder.tags
    if let descriptor { tags.mix = tags.mix.completed(by: MixTags(of: descriptor.file)) }
    return tags
  }
  /// How the stream is, if it is one.
  var stream: StreamState? { (decoder as? StreamDecoder)?.state }

  /// Fills `buffer` with interleaved frames and returns how many there were: none at the end.
  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    try unsafe decoder.read(buffer)
  }

  /// Goes to a frame from 0 to `frames`; where that takes long, it stops on the way once it is not
  /// wanted any more.
  func seek(to frame: Int, while isWanted: @Sendable () -> Bool = { true }) throws(SoundFileError) {
    try decoder.seek(to: frame, while: isWanted)
  }

  /// Has a flag raised when the file is written, moved, replaced or deleted; a stream is connected.
  ///
  /// - Parameters:
  ///   - watch: what looks at files.
  ///   - flag: the flag.
  ///   - seconds: how much of a stream is kept back.
  /// - Throws: that the system has no room for a stream.
  func attend(
    with watch: FileWatch,
    _ flag: ReplacementFlag,
    keeping seconds: Double
  ) throws(SoundFileError) {
    if let descriptor { watch.add(descriptor.file, flag) }
    try (decoder as? StreamDecoder)?.connect(keeping: seconds)
  }

  private static func open(
    _ path: String,
    _ descriptor: SharedDescriptor
  ) throws(SoundFileError) -> (any SoundDecoder, [String]) {
    if MPEGStructure.begins(in: descriptor.file), let mpeg = MPEGStructure(descriptor.file) {
      return (try MPEGDecoder(path: path, descriptor, mpeg), [])
    }
    if let links = OggLinks.ranges(in: descriptor.file), links.count > 1 {
      return (try ChainDecoder(path: path, descriptor, links), [])
    }
    if let riff = RIFFStructure(descriptor.file) {
      let window = SoundWindow(of: descriptor.file, prefix: riff.prefix, range: riff.range)
      return (try SndfileDecoder(path: path, descriptor.file, window: window), [riff.remark])
    }
    let decoder: SndfileDecoder
    do {
      decoder = try SndfileDecoder(path: path, descriptor.file)
    } catch {
      // An MP3 with something strange before it, or nothing that can be played.
      if hasMPEGName(path), let mpeg = MPEGStructure(descriptor.file) {
        return (try MPEGDecoder(path: path, descriptor, mpeg), [])
      }
      if let format = ForeignFormat.name(of: descriptor.file) {
        guard let store = ConvertedFiles() else { throw .foreign(path: path, format: format) }
        return (try ForeignSound(path: path, descriptor, format, in: store), [])
      }
      if case .cannotRead(_, "Format not recognised") = error {
        throw .cannotRead(
          path: path,
          reason: "it is no sound file, or of a format that nobody here knows"
        )
      }
      throw error
    }
    if decoder.container == SF_FORMAT_FLAC, let structure = FLACStructure(descriptor.file) {
      return (FLACDecoder(decoder, descriptor, structure), [])
    }
    if decoder.frames == .max {
      // What was never completed does not say how long it is.
      let frames = try decoder.skip(.max) { true }
      descriptor.file.rewind()
      return (try SndfileDecoder(path: path, descriptor.file, frames: frames), [])
    }
    return (decoder, [])
  }

  private static func hasMPEGName(_ path: String) -> Bool {
    let ending = path.split(separator: ".").last?.lowercased()
    return ["mp3", "mp2", "mp1", "mpga", "mpa"].contains(ending)
  }
}
