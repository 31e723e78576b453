// SPDX-License-Identifier: Apache-2.0
// Which bundle a plugin is in, remembered from run to run, so that a rig pays for its own plugins only.

internal import Glibc

/// What manifests say of all bundles in a list of folders, as it was when the bundles had these times and sizes.
///
/// The text has one line for each fact, its fields separated by tabs; the last line counts the others, so that half a file is
/// never taken for a whole one.
struct PluginIndex: Equatable {
  /// The folders, as they are given to lilv.
  var path: String
  var bundles: [BundleStamp]
  /// For each plugin the bundle that defines it, by its place in `bundles`.
  var homes: [String: Int] = [:]
  /// For each plugin the other bundles that hold presets of it.
  var presets: [String: Set<Int>] = [:]
  /// Bundles of specifications that plugins' data is read with.
  var specifications: Set<Int> = []
  /// What lists say of each plugin; either all of them or none.
  var summaries: [String: PluginSummary] = [:]

  private static let heading = "tarmac plugin index 1"

  /// The text to keep.
  var text: String {
    var lines = [PluginIndex.heading, path]
    lines += bundles.map { "B\t\($0.path)\t\($0.folderTime)\t\($0.manifestTime)\t\($0.size)" }
    lines += specifications.sorted().map { "S\t\($0)" }
    for uri in homes.keys.sorted() {
      guard let home = homes[uri] else { continue }
      lines.append("P\t\(uri)\t\(home)")
      lines += (presets[uri] ?? []).sorted().map { "R\t\(uri)\t\($0)" }
      if let summary = summaries[uri] { lines.append("L\t\(summary.line)") }
    }
    lines.append("E\t\(lines.count)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// An index of bundles that nothing is known of yet.
  init(path: String, bundles: [BundleStamp]) {
    self.path = path
    self.bundles = bundles
  }

  /// Reads a text; `nil` when it is not a whole index.
  init?(text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    guard lines.count >= 3, lines[0] == PluginIndex.heading,
      lines[lines.count - 1] == "E\t\(lines.count - 1)"
    else { return nil }
    self.init(path: String(lines[1]), bundles: [])
    for line in lines[2..<(lines.count - 1)] {
      guard take(line.split(separator: "\t", omittingEmptySubsequences: false)) else { return nil }
    }
    let places = bundles.indices
    let used = [Array(homes.values), presets.values.flatMap { $0 }, Array(specifications)].joined()
    guard used.allSatisfy(places.contains) else { return nil }
  }

  private mutating func take(_ fields: [Substring]) -> Bool {
    switch (fields[0], fields.count) {
    case ("B", 5):
      guard let folder = Int64(fields[2]), let manifest = Int64(fields[3]),
        let size = Int64(fields[4])
      else { return false }
      bundles.append(
        BundleStamp(
          path: String(fields[1]),
          folderTime: folder,
          manifestTime: manifest,
          size: size
        )
      )
    case ("S", 2):
      guard let place = Int(fields[1]) else { return false }
      specifications.insert(place)
    case ("P", 3):
      guard let place = Int(fields[2]) else { return false }
      homes[String(fields[1])] = place
    case ("R", 3):
      guard let place = Int(fields[2]) else { return false }
      presets[String(fields[1]), default: []].insert(place)
    case ("L", _):
      guard let summary = PluginSummary(fields: fields.dropFirst()) else { return false }
      summaries[summary.uri] = summary
    default: return false
    }
    return true
  }
}

/// A bundle and when it was last changed.
struct BundleStamp: Equatable {
  var path: String
  /// Times in nanoseconds, the size in bytes.
  var folderTime: Int64
  var manifestTime: Int64
  var size: Int64

  /// All bundles in a list of folders, in lilv's order of folders.
  static func all(in path: String) -> [BundleStamp] {
    path.split(separator: ":").flatMap { folder -> [BundleStamp] in
      let folder = expand(String(folder))
      return names(in: folder).sorted().compactMap { BundleStamp(folder + "/" + $0 + "/") }
    }
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
    let time = { (time: timespec) in Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) }
    self.init(
      path: path,
      folderTime: time(folder.st_mtim),
      manifestTime: time(manifest.st_mtim),
      size: Int64(manifest.st_size)
    )
  }

  private static func expand(_ folder: String) -> String {
    guard folder.hasPrefix("~"), let home = unsafe getenv("HOME") else { return folder }
    return unsafe String(cString: home) + folder.dropFirst()
  }

  private static func names(in folder: String) -> [String] {
    guard let handle = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(handle) }
    var names: [String] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }
}

extension PluginSummary {
  fileprivate var line: String {
    let texts = [uri, name, category, author ?? ""].map { text in
      String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
    }
    let counts = [audioInputs, audioOutputs, eventInputs, eventOutputs].map(String.init)
    return (texts + counts).joined(separator: "\t")
  }

  fileprivate init?(fields: ArraySlice<Substring>) {
    let fields = Array(fields)
    let counts = fields.dropFirst(4).compactMap { Int($0) }
    guard fields.count == 8, counts.count == 4 else { return nil }
    self.init(
      uri: String(fields[0]),
      name: String(fields[1]),
      category: String(fields[2]),
      author: fields[3].isEmpty ? nil : String(fields[3]),
      audioInputs: counts[0],
      audioOutputs: counts[1],
      eventInputs: counts[2],
      eventOutputs: counts[3]
    )
  }
}
