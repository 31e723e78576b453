// SPDX-License-Identifier: Apache-2.0
// What ffmpeg has made of files, kept by what is in them until there is too much of it.

internal import Glibc
internal import Quantities
internal import RigErrors
internal import RigFiles

/// Decoded files in a folder of a bounded size; those that were played longest ago go first.
///
/// > Threading: Worker.
struct ConvertedFiles {
  /// How much is kept, in bytes: some hundred tracks.
  private static let mostBytes = ForeignDecoder.mostBytes
  /// After so many seconds nobody works on a draft any more.
  private static let draftSeconds = 3_600

  private let folder: String

  /// Keeps them in a folder; `nil`: in the user's own, if there is one.
  init?(in folder: String? = nil) {
    guard let folder = folder ?? CacheFolder.usual.map({ $0 + "/decoded" }) else { return nil }
    self.folder = folder
  }

  /// The decoded form of a file, which is made where it is not there.
  ///
  /// - Throws: why it can't be decoded.
  func file(
    of path: String,
    _ original: SharedDescriptor,
    _ format: String
  ) throws(SoundFileError) -> SharedDescriptor {
    let name = Self.name(of: original)
    let place = "\(folder)/\(name)"
    if let known = try? SharedDescriptor(reading: place) {
      // It was played now.
      futimens(known.file.value, nil)
      return known
    }
    try make(name, original, ForeignDecoder(path: path, format: format))
    return try SharedDescriptor(reading: place)
  }

  /// Forgets the decoded form of a file, which has turned out to be none.
  func forget(_ original: SharedDescriptor) {
    (try? Folder(folder))?.remove(Self.name(of: original))
  }

  private static func name(of original: SharedDescriptor) -> String {
    TrackFingerprint(original.file).name + ".au"
  }

  private func make(
    _ name: String,
    _ original: SharedDescriptor,
    _ decoder: ForeignDecoder
  ) throws(SoundFileError) {
    guard ForeignDecoder.isPossible else {
      throw .foreign(path: decoder.path, format: decoder.format)
    }
    let (path, length) = (decoder.path, MP4Length(original.file))
    var problem: SoundFileError?
    do throws(RigError) {
      let folder = try Folder(making: folder)
      try folder.put(at: name) { file throws(RigError) in
        do throws(SoundFileError) {
          var cut = AUCut(length)
          try decoder.decode(original.file) { piece throws(SoundFileError) in
            let kept = cut.keep(piece)
            guard !kept.isEmpty else { return }
            do throws(RigError) { try file.write(kept) } catch {
              throw .cannotRead(path: path, reason: error.message)
            }
          }
          guard cut.hasSound else { throw .empty(path: path) }
        } catch {
          problem = error
          throw RigError(.inputOutput, error.description)
        }
      }
    } catch {
      throw problem ?? .cannotRead(path: path, reason: error.message)
    }
    makeRoom(beside: name)
  }

  /// Removes what was played longest ago while there is too much.
  private func makeRoom(beside newest: String) {
    guard let folder = try? Folder(folder) else { return }
    var files: [(name: String, bytes: Int, played: Int)] = []
    for name in folder.names where name.contains(".au") {
      var status = stat()
      guard unsafe stat("\(self.folder)/\(name)", &status) == 0 else { continue }
      let isDraft = name.hasPrefix(".")
      // What a process has left behind that was killed.
      if isDraft, time(nil) - status.st_mtim.tv_sec > Self.draftSeconds { folder.remove(name) }
      if !isDraft { files.append((name, status.st_size, status.st_mtim.tv_sec)) }
    }
    var bytes = files.reduce(0) { $0 + $1.bytes }
    for file in files.sorted(by: { $0.played < $1.played })
    where bytes > Self.mostBytes && file.name != newest {
      folder.remove(file.name)
      bytes -= file.bytes
    }
  }
}

/// An AU file on its way, cut where the sound ends that the original says.
private struct AUCut {
  private static let headBytes = 24

  private let length: MP4Length?
  private var head: [UInt8] = []
  /// Where the sound begins and where the file is to end, once its head is known.
  private var start = 0
  private var end: Int?
  private var kept = 0

  init(_ length: MP4Length?) { self.length = length }

  var hasSound: Bool { kept > start }

  /// What is to be kept of the next bytes.
  mutating func keep(_ piece: ArraySlice<UInt8>) -> [UInt8] {
    var bytes = Array(piece)
    if end == nil {
      head += bytes
      guard head.count >= Self.headBytes else { return [] }
      (bytes, start) = (head, head[4..<8].bigEndian)
      end = start + sound
    }
    let count = min(bytes.count, max(0, (end ?? .max) - kept))
    kept += count
    return Array(bytes[..<count])
  }

  /// How many bytes of sound there are to be; as many as come where nobody knows.
  private var sound: Int {
    let (rate, channels) = (head[16..<20].bigEndian, head[20..<24].bigEndian)
    guard let length, (1...1_000_000).contains(rate), (1...1_024).contains(channels) else {
      return Int.max / 2
    }
    let frames = Double(length.duration) / Double(length.timescale) * Double(rate)
    return Int(clamping: min(frames, 1e12).rounded()) * channels * 4
  }
}
