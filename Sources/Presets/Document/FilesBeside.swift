// SPDX-License-Identifier: Apache-2.0
// The files that a preset names, for a program that copies it to another place.

/// The files that a preset names by relative paths.
package enum FilesBeside {
  /// Every text of a preset, and of the files that it includes, that is the relative path of a file
  /// that exists, and the existing folders of others: what a preset needs elsewhere, and perhaps
  /// more.
  ///
  /// Paths that lead out of the preset's folder are left out.
  ///
  /// - Parameter preset: the preset's file; one that can't be read gives no paths.
  /// - Returns: relative paths, each once.
  package static func paths(of preset: String) -> [String] {
    var search = Search(folder: Path.folder(of: preset))
    search.look(in: preset, at: "")
    return search.found
  }

  private struct Search {
    let folder: String
    var found: [String] = []
    private var seen: Set<String> = []

    init(folder: String) { self.folder = folder }

    /// Looks through a file whose relative paths start at `place`.
    mutating func look(in file: String, at place: String) {
      guard let opened = try? RegularFile(file),
        let bytes = try? opened.bytes(limit: Limits.fileBytes),
        let root = try? YAMLTree.read(bytes, file: file, ProblemLog())
      else { return }
      look(in: root, at: place)
    }

    private mutating func look(in node: YAMLNode, at place: String) {
      switch node.content {
      case .scalar(let text): note(text, at: place)
      case .sequence(let items): for item in items { look(in: item, at: place) }
      case .mapping(let entries): for entry in entries { look(in: entry.value, at: place) }
      }
    }

    private mutating func note(_ text: String, at place: String) {
      let path = place + text
      let parts = path.split(separator: "/", omittingEmptySubsequences: false)
      guard !text.hasPrefix("/"), !text.hasPrefix(Path.homeMark),
        !parts.contains(where: { ["", ".", ".."].contains($0) }),
        seen.insert(path).inserted
      else { return }
      let parent = Path.folder(of: path)
      if Path.exists(folder + path) {
        found.append(path)
        let isText = path.hasSuffix(".yaml") || path.hasSuffix(".yml")
        if isText { look(in: folder + path, at: parent) }
      } else if !parent.isEmpty, Path.isFolder(folder + parent) {
        // Something is to be written there.
        found.append(parent)
      }
    }
  }
}
