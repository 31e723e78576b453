// SPDX-License-Identifier: Apache-2.0
// A YAML document as a tree: text, lists and mappings, each with its position; only the key decides
// what a text means.

/// A value of a document.
struct YAMLNode {
  var position: Position
  var content: Content
  /// The values in it, itself included, with aliases written out.
  var size = 1
  /// The levels below it.
  var height = 0
  /// Whether it is a text without quotes.
  var isPlain = false
  /// Whether a comment follows directly, which may have been meant as a part of the text.
  var isBeforeComment = false
  /// Whether it is a part of a text that YAML has cut, which has been reported.
  var isCut = false

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
    /// Whether it is a single word between the commas of a mapping: perhaps the rest of the text
    /// before it.
    var isBare = false
  }

  /// Whether it is a null, as JSON and YAML libraries write it.
  var isNull: Bool {
    guard isPlain, case .scalar(let text) = content else { return false }
    return ["null", "Null", "NULL", "~"].contains(text)
  }

  /// What it is, for a sentence.
  var summary: String {
    switch content {
    case .scalar(let text): text.isEmpty || isNull ? "nothing" : text.quoted
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension YAMLNode {
  /// A hint about a text without a meaning: the end of a sentence, or an empty text.
  var quotesHint: String {
    guard isBeforeComment else { return "" }
    return "; a '#' behind a space begins a comment: put a text that holds one in quotes"
  }
}

/// A number with its noun.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
