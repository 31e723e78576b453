// SPDX-License-Identifier: Apache-2.0
// The sound files of a folder as a list.

internal import Glibc

/// The sound files of a folder and of those in it, in the order of their names.
package struct TrackFolder {
  /// How deep folders may lie in one another.
  private static let deepest = 16
  /// How files are called that are worth a try.
  private static let endings: Set<String> = [
    "wav", "wave", "rf64", "w64", "flac", "ogg", "oga", "opus", "mp1", "mp2", "mp3", "mpa", "mpga",
    "aif", "aiff", "aifc", "caf", "au", "snd", "voc", "sd2", "iff", "8svx", "paf",
    // By ffmpeg.
    "m4a", "m4b", "mp4", "m4v", "mov", "3gp", "aac", "wma", "webm", "mka", "mkv", "ape", "wv",
    "mpc",
    "tta", "dsf", "dff", "ra", "amr", "avi",
  ]

  package private(set) var tracks: [Track] = []

  /// Looks into a folder; what is hidden is left out, and links to folders are not followed.
  package init(_ path: String) throws(SoundFileError) {
    guard let names = Self.names(in: path) else {
      throw .cannotRead(path: path, reason: SystemError.text(errno))
    }
    add(names, in: path, depth: 0)
  }

  /// The paths of the sound files of a folder, or that of a file itself.
  package static func paths(at path: String) -> [String] {
    (try? TrackFolder(path))?.tracks.map(\.path) ?? [path]
  }

  private mutating func add(
    _ names: [(name: String, isFolder: Bool)],
    in folder: String,
    depth: Int
  ) {
    for (name, isFolder) in names.sorted(by: { Self.comes($0.name, before: $1.name) }) {
      guard tracks.count < TrackOrder.longest else { return }
      let path = "\(folder)/\(name)"
      if isFolder {
        guard depth < Self.deepest, let inner = Self.names(in: path) else { continue }
        add(inner, in: path, depth: depth + 1)
      } else if Self.isWorthTrying(name) {
        tracks.append(Track(path))
      }
    }
  }

  /// The sound files of a folder itself; `nil` if it can't be read.
  static func files(of path: String) -> [Track]? {
    names(in: path)?.filter { !$0.isFolder && isWorthTrying($0.name) }.map { $0.name }
      .sorted(by: comes).map { Track("\(path)/\($0)") }
  }

  private static func isWorthTrying(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The names of a folder; `nil` if it can't be read.
  static func names(in path: String) -> [(name: String, isFolder: Bool)]? {
    guard let list = unsafe opendir(path) else { return nil }
    defer { unsafe closedir(list) }
    var names: [(name: String, isFolder: Bool)] = []
    while let entry = unsafe readdir(list), names.count < TrackOrder.longest {
      let name = unsafe withUnsafePointer(to: entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      var status = stat()
      guard unsafe lstat("\(path)/\(name)", &status) == 0 else { continue }
      names.append((name, status.st_mode & S_IFMT == S_IFDIR))
    }
    return names
  }

  /// The order that people expect: numbers by their value, letters in either case.
  static func comes(_ one: String, before other: String) -> Bool {
    var (left, right) = (one.lowercased().utf8[...], other.lowercased().utf8[...])
    while let first = left.first, let second = right.first {
      let (digits, others) = (left.digits, right.digits)
      if !digits.isEmpty, !others.isEmpty {
        let (number, second) = (digits.drop { $0 == 0x30 }, others.drop { $0 == 0x30 })
        if number.count != second.count { return number.count < second.count }
        if !number.elementsEqual(second) { return number.lexicographicallyPrecedes(second) }
        (left, right) = (left.dropFirst(digits.count), right.dropFirst(others.count))
      } else if first != second {
        return first < second
      } else {
        (left, right) = (left.dropFirst(), right.dropFirst())
      }
    }
    if left.isEmpty != right.isEmpty { return left.isEmpty }
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}

extension Substring.UTF8View {
  /// The digits at the beginning.
  fileprivate var digits: Substring.UTF8View { prefix { (0x30...0x39).contains($0) } }
}
