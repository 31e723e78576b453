// SPDX-License-Identifier: Apache-2.0
// Which bundle a plugin is in, remembered from run to run, so that a rig pays for its own plugins
// only.

/// What manifests say of all bundles in a list of folders, as it was when the bundles had these
/// times and sizes.
///
/// The text has one line for each fact, its fields separated by tabs; the last line counts the
/// others, so that half a file is never taken for a whole one.
struct PluginIndex: Equatable {
  /// The folders, with colons between them.
  var path: String
  var bundles: [BundleStamp]
  /// For each plugin the bundle that defines it, by its index in `bundles`.
  var homes: [String: Int] = [:]
  /// For each plugin the other bundles that speak of it, or of what it is made after.
  var related: [String: Set<Int>] = [:]
  /// Bundles of specifications that plugins' data is read with.
  var specifications: Set<Int> = []
  /// What lists say of each plugin; either all of them or none.
  var summaries: [String: PluginSummary] = [:]
  /// What all files of all bundles amounted to when the lists were made.
  var contents = ""
  /// What is wrong with manifests, a sentence for each.
  var problems: [String] = []

  private static let heading = "tarmac plugin index 2"

  /// The text to keep.
  var text: String {
    var lines = [PluginIndex.heading, path]
    lines += bundles.map { "B\t\($0.path)\t\($0.folderTime)\t\($0.manifestTime)\t\($0.size)" }
    lines += specifications.sorted().map { "S\t\($0)" }
    for uri in homes.keys.sorted() {
      guard let home = homes[uri] else { continue }
      lines.append("P\t\(uri)\t\(home)")
      lines += (related[uri] ?? []).sorted().map { "R\t\(uri)\t\($0)" }
      if let summary = summaries[uri] { lines.append("L\t\(summary.line)") }
    }
    lines += problems.map { "X\t\(PluginIndex.plain($0))" }
    if !contents.isEmpty { lines.append("C\t\(contents)") }
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
    let indices = bundles.indices
    let used = [Array(homes.values), related.values.flatMap { $0 }, Array(specifications)].joined()
    guard used.allSatisfy(indices.contains) else { return nil }
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
      guard let bundle = Int(fields[1]) else { return false }
      specifications.insert(bundle)
    case ("P", 3):
      guard let bundle = Int(fields[2]) else { return false }
      homes[String(fields[1])] = bundle
    case ("R", 3):
      guard let bundle = Int(fields[2]) else { return false }
      related[String(fields[1]), default: []].insert(bundle)
    case ("L", _):
      guard let summary = PluginSummary(fields: fields.dropFirst()) else { return false }
      summaries[summary.uri] = summary
    case ("X", 2): problems.append(String(fields[1]))
    case ("C", 2): contents = String(fields[1])
    default: return false
    }
    return true
  }

  /// A text without what separates lines and fields.
  fileprivate static func plain(_ text: String) -> String {
    String(text.map { $0 == "\t" || $0.isNewline ? " " : $0 })
  }
}

extension PluginSummary {
  fileprivate var line: String {
    let texts = [uri, name, category, author ?? ""].map(PluginIndex.plain)
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
