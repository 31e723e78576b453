// SPDX-License-Identifier: Apache-2.0
// Names of recordings with the time at which they begin.

import Glibc

/// The path of a recording, whose last part may have conversions of strftime for the time of its
/// beginning: `%Y-%m-%d_%H%M%S`.
package struct RecordingName: Hashable, Sendable {
  private let folder: Substring
  private let name: Substring

  /// The allowed conversions: those that give digits and letters in any language.
  package static let words: Set<Character> = [
    "Y", "y", "m", "d", "j", "H", "I", "M", "S", "V", "u", "s", "F",
  ]

  /// Takes the path as it was written.
  package init(_ path: String) {
    let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    (folder, name) = (path[..<slash], path[slash...])
  }

  /// What is wrong with it, in a sentence; `nil` for nothing.
  package var problem: String? {
    var rest = name
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: percent)...]
      guard let word = rest.popFirst() else {
        return "the name of the recording ends in '%': write %% for a percent sign"
      }
      guard word == "%" || Self.words.contains(word) else {
        let known = Self.words.sorted().map { "%\($0)" }.joined(separator: " ")
        return
          "%\(word) is no word for a time: the names of recordings take \(known), and %% for a percent sign"
      }
    }
    return nil
  }

  /// The path at a time, in seconds since 1970, in local time; its conversions have been checked.
  package func path(at time: Int) -> String {
    var moment = unsafe tm()
    var seconds = time_t(time)
    unsafe localtime_r(&seconds, &moment)
    var path = String(folder)
    var rest = name
    while let percent = rest.firstIndex(of: "%") {
      path += rest[..<percent]
      rest = rest[rest.index(after: percent)...]
      guard let word = rest.popFirst() else { break }
      path += unsafe Self.text(of: word, &moment)
    }
    return path + rest
  }

  private static func text(of word: Character, _ moment: inout tm) -> String {
    var text = [CChar](repeating: 0, count: 32)
    let count = unsafe strftime(&text, text.count, "%\(word)", &moment)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
