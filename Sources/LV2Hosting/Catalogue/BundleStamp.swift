// SPDX-License-Identifier: Apache-2.0
// What tells whether a bundle has changed.

internal import Glibc

/// A bundle and when its manifest was last changed.
struct BundleStamp: Equatable {
  var path: String
  /// Times in nanoseconds, the size in bytes.
  var folderTime: Int64
  var manifestTime: Int64
  var size: Int64

  /// All bundles in folders, in the order of the folders and by name in each.
  static func all(in folders: [String]) -> [BundleStamp] {
    folders.flatMap { folder in
      FolderEntries.names(in: folder).filter(isBundleName).sorted()
        .compactMap { BundleStamp(folder + "/" + $0 + "/") }
    }
  }

  /// lilv gets lost on the way to names with control characters.
  private static func isBundleName(_ name: String) -> Bool {
    !name.hasPrefix(".") && name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
  }

  init(path: String, folderTime: Int64, manifestTime: Int64, size: Int64) {
    self.path = path
    self.folderTime = folderTime
    self.manifestTime = manifestTime
    self.size = size
  }

  /// The bundle in a folder, whose name ends in a slash; `nil` when there is none.
  init?(_ path: String) {
    var (folder, manifest) = (stat(), stat())
    guard unsafe stat(path, &folder) == 0, unsafe stat(path + "manifest.ttl", &manifest) == 0
    else { return nil }
    self.init(
      path: path,
      folderTime: nanoseconds(folder.st_mtim),
      manifestTime: nanoseconds(manifest.st_mtim),
      size: Int64(manifest.st_size)
    )
  }

  /// What everything in a bundle's folder amounts to: names, sizes, and when it was written; `nil`
  /// where no bundle is.
  ///
  /// A library that is written over in place changes neither the folder nor the manifest.
  static func contents(of folder: String) -> String? {
    let bundle = BundleStamp(folder.hasSuffix("/") ? folder : folder + "/")
    return bundle.map { contents(of: [$0]) }
  }

  /// The same for several bundles.
  static func contents(of bundles: [BundleStamp]) -> String {
    var sum = FolderSum()
    for bundle in bundles { sum.add(bundle.path, depth: 0) }
    return "\(sum.files) \(String(sum.hash, radix: 16))"
  }
}

private func nanoseconds(_ time: timespec) -> Int64 {
  Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A sum over the files below a folder.
private struct FolderSum {
  var files = 0
  var hash: UInt64 = 14_695_981_039_346_656_037
  private static let deepest = 8
  private static let most = 200_000

  mutating func add(_ folder: String, depth: Int) {
    for name in FolderEntries.names(in: folder).sorted() where files < FolderSum.most {
      let path = folder + "/" + name
      var (own, target) = (stat(), stat())
      guard unsafe lstat(path, &own) == 0 else { continue }
      // Of a link the file that it leads to counts: libraries are often kept elsewhere.
      if unsafe stat(path, &target) != 0 { target = own }
      files += 1
      mix(name.utf8)
      for value in [
        Int64(target.st_size), nanoseconds(target.st_mtim), nanoseconds(target.st_ctim),
        Int64(truncatingIfNeeded: target.st_ino),
      ] { mix((0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }) }
      let isFolder = own.st_mode & S_IFMT == S_IFDIR
      if isFolder, depth < FolderSum.deepest { add(path, depth: depth + 1) }
    }
  }

  private mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      hash = (hash ^ UInt64(truncatingIfNeeded: byte)) &* 1_099_511_628_211
    }
  }
}

/// What is in a folder.
enum FolderEntries {
  /// All names but `.` and `..`, in no order; none of a folder that can't be read.
  static func names(in folder: String) -> [String] {
    guard let handle = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}

/// A file as it was at a time.
struct FileStamp: Equatable {
  private let path: String
  private let size: Int64
  private let times: [Int64]

  /// `nil` where no file is.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    self.path = path
    size = Int64(status.st_size)
    times = [nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)]
  }
}
