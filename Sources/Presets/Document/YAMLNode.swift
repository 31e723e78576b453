// SPDX-License-Identifier: Apache-2.0
// A YAML document as a tree: text, lists and mappings, each with its position. What a text means is
// decided by the key that it stands at, never here.

/// A value of a document.
struct YAMLNode {
  var position: Position
  var content: Content
  /// The values in it, itself included, with aliases written out.
  var size = 1
  /// The levels below it.
  var height = 0

  enum Content {
    case scalar(String)
    case sequence([YAMLNode])
    case mapping([Entry])
  }

  /// A key with its value.
  struct Entry {
    var key: String
    var position: Position
    var value: YAMLNode
  }

  /// What it is, for a sentence.
  var summary: String {
    switch content {
    case .scalar(let text): text.isEmpty ? "nothing" : text.quoted
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

/// A number with its noun.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension String {
  /// The text in quotes, fit for one line: control characters replaced, long text cut.
  var quoted: String { quoted(limit: 120) }

  /// A path in quotes, uncut.
  var quotedPath: String { quoted(limit: .max) }

  private func quoted(limit: Int) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars.prefix(limit) {
      let isControl = scalar.properties.generalCategory == .control
      let isBreak = scalar == "\u{2028}" || scalar == "\u{2029}"
      shown.append(isControl || isBreak ? "\u{FFFD}" : scalar)
    }
    let isCut = unicodeScalars.dropFirst(limit).first != nil
    return "'\(String(shown))\(isCut ? "…" : "")'"
  }
}
