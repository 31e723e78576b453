// SPDX-License-Identifier: Apache-2.0
// The reference of the tree is that of a rig which has everything.

import ControlProtocol
import Foundation
import Testing

@Suite("The reference of the tree", .serialized)
struct ReferenceTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "docs/tree.md")

  @Test("is what docs/tree.md says, and each path of a rig is one of its kinds")
  func page() async throws {
    try await FullRig.run { tarmac in
      let page = try tarmac.command("tree", "--markdown")
      if ProcessInfo.processInfo.environment["TARMAC_KEEP"] == "1" {
        try page.write(to: Self.page, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOf: Self.page, encoding: .utf8) == page)
      let patterns = page.matches(of: #/\n\| `([^`]+)`/#).map { $0.1.split(separator: ".") }
      for node in try tarmac.ask(TreeListRequest()) {
        let parts = node.path.split(separator: ".")
        let isNamed = patterns.contains { pattern in
          pattern.count == parts.count
            && zip(pattern, parts).allSatisfy { $0 == $1 || $0 == $0.uppercased() }
        }
        #expect(isNamed, "\(node.path)")
      }
      let table = try tarmac.command("tree")
      #expect(table.contains("SESSION.fader_db") && table.contains("rig.interrupters.INTERRUPTER"))
    }
  }
}
