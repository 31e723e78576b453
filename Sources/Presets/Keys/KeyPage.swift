// SPDX-License-Identifier: Apache-2.0
// The tables of keys in the documentation.

/// A page of the documentation with tables of keys, each between `<!-- keys: SHAPE -->` and
/// `<!-- end: SHAPE -->`.
package enum KeyPage {
  /// The page with its tables as they should be.
  package static func written(_ page: String) -> String {
    var page = page
    for shape in Shape.allCases {
      guard let start = page.firstRange(of: "<!-- keys: \(shape.rawValue) -->\n"),
        let end = page[start.upperBound...].firstRange(of: "<!-- end: \(shape.rawValue) -->")
      else { continue }
      let table = "\n\(shape.table.text)\n\n"
      page.replaceSubrange(start.upperBound..<end.lowerBound, with: table)
    }
    return page
  }
}
