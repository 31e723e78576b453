// SPDX-License-Identifier: Apache-2.0
// The pages of docs/plugins describe the plugins as they are.

import Foundation
import PluginMeasurement
import PluginPlots
import Testing

@Suite("Pages of plugins")
struct PageTests {
  private static let folder: URL = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return URL(filePath: "/\(root)/docs/plugins")
  }()

  @Test("are those of the plugins as they are: make plots writes them")
  func current() throws {
    let files = try PluginPages.make()
    let kept = try FileManager.default.contentsOfDirectory(atPath: PageTests.folder.path)
    #expect(kept.sorted() == files.keys.sorted())
    for (name, text) in files {
      let page = try String(contentsOf: PageTests.folder.appending(path: name), encoding: .utf8)
      #expect(PageTests.areAlike(page, text), "\(name) is out of date: run \"make plots\"")
    }
  }

  @Test("have a plugin each, and each plugin has one")
  func complete() {
    #expect(PluginPages.names.sorted() == ShippedPlugin.bundles)
  }

  @Test("that show another curve, or say another word, are found")
  func planted() {
    #expect(PageTests.areAlike("a 1.0,2.5 b", "a 1.1,2.4 b"))
    #expect(!PageTests.areAlike("a 1.0,2.5 b", "a 1.0,2.9 b"))
    #expect(!PageTests.areAlike("a 1.0,2.5 b", "a 1.0,2.5 c"))
    #expect(!PageTests.areAlike("a 1.0", "a 1.0,2.5"))
  }

  /// Whether two texts have the same words, and the same numbers within a third of a pixel, because
  /// libm differs in the last bits.
  private static func areAlike(_ one: String, _ other: String) -> Bool {
    let number = #/-?[0-9]+(?:\.[0-9]+)?/#
    guard one.replacing(number, with: "0") == other.replacing(number, with: "0") else {
      return false
    }
    return zip(one.matches(of: number), other.matches(of: number)).allSatisfy { pair in
      abs((Double(pair.0.0) ?? 0) - (Double(pair.1.0) ?? 0)) <= 0.35
    }
  }
}
