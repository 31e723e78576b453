// SPDX-License-Identifier: Apache-2.0
// A page of the documentation, with its sections and examples.

import Foundation

/// A page of `docs`.
struct DocumentPage {
  let text: String

  init(_ name: String) throws {
    let root = ShippedPresets.folder.deletingLastPathComponent()
    text = try String(contentsOf: root.appending(path: "docs/\(name).md"), encoding: .utf8)
  }

  /// The text below each heading of the second level, with the heading.
  var sections: [String] { Array(text.components(separatedBy: "\n## ").dropFirst()) }

  /// The examples.
  var blocks: [String] { text.matches(of: #/```yaml\n((?:.*\n)*?)```/#).map { String($0.1) } }

  /// A folder with the files that the examples of presets name.
  static func bench() throws -> Workbench {
    let bench = try Workbench()
    for name in ["sets/a.flac", "sets/jingle.wav"] { try bench.write("", to: name) }
    try bench.write("\(StubCatalogue.swh)/dj_eq", to: "states/level/owner")
    for block in try DocumentPage("presets").blocks {
      guard let name = block.firstMatch(of: #/^# (\S+\.yaml)\n/#) else { continue }
      try bench.write(block, to: String(name.1))
    }
    return bench
  }
}
