// SPDX-License-Identifier: Apache-2.0
// A file that ffmpeg decodes, played from what it has made of it.

internal import Quantities

/// What ffmpeg has made of a file: an AU file of floats.
///
/// > Threading: Worker, one at a time.
final class ForeignSound: SoundDecoder {
  /// Where what it says of its music begins.
  private static let annotation = 24
  private static let mostWords = 4_096

  private let sound: SndfileDecoder
  let tags: SoundTags

  /// Opens what was made of a file, and has it made first where that is not there.
  init(
    path: String,
    _ original: SharedDescriptor,
    _ format: String,
    in store: ConvertedFiles
  ) throws(SoundFileError) {
    var converted = try store.file(of: path, original, format)
    do {
      sound = try SndfileDecoder(path: path, converted.file)
    } catch {
      // What is kept has been damaged: it is made once more.
      store.forget(original)
      converted = try store.file(of: path, original, format)
      sound = try SndfileDecoder(path: path, converted.file)
    }
    var bytes = FileBytes(of: converted.file)
    let start = bytes.read(4, at: 4).bigEndian
    let length = min(max(0, start - Self.annotation), Self.mostWords)
    tags = SoundTags(lines: bytes.read(length, at: Self.annotation))
  }

  var channels: Int { sound.channels }
  var rate: SampleRate { sound.rate }
  var frames: Int { sound.frames }

  func read(_ buffer: UnsafeMutableBufferPointer<Float>) throws(SoundFileError) -> Int {
    try unsafe sound.read(buffer)
  }

  func seek(to frame: Int, while isWanted: @Sendable () -> Bool) throws(SoundFileError) {
    try sound.seek(to: frame, while: isWanted)
  }
}

extension SoundTags {
  /// Takes lines such as `Title=One`.
  fileprivate init(lines: ArraySlice<UInt8>) {
    var found: [String: [UInt8]] = [:]
    for line in lines.prefix(while: { $0 != 0 }).split(separator: UInt8(ascii: "\n")) {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = String(decoding: line[..<equals], as: UTF8.self).lowercased()
      found[key] = Array(line[line.index(after: equals)...])
    }
    self.init(title: found["title"], artist: found["artist"], album: found["album"])
  }
}
