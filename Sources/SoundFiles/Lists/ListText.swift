// SPDX-License-Identifier: Apache-2.0
// The text of a list, whatever program wrote it.

internal import Quantities

/// The lines of a list, and what its entries mean.
package struct ListText {
  let lines: [String]
  /// The folder that relative names begin in.
  private let folder: String

  /// Reads the text of any program, with the line ends of any system.
  init(_ bytes: some Collection<UInt8>, folder: String) {
    self.folder = folder
    lines = String(ofAny: bytes).split(omittingEmptySubsequences: true) { $0.isNewline }.map(
      \.trimmed
    )
  }

  /// The path or the address that an entry means; `nil` if it is no file of this machine.
  func path(of entry: String) -> String? {
    var name = entry
    if StreamAddress.isOne(name) { return StreamAddress.problem(of: name) == nil ? name : nil }
    if let scheme = Self.scheme(of: name) {
      guard scheme == "file", let path = Self.path(ofURL: name) else { return nil }
      name = path
    } else if name.contains("\\"), !name.contains("/") {
      // Written on Windows.
      name = name.replacing("\\", with: "/")
    }
    guard !name.isEmpty, !name.utf8.contains(0) else { return nil }
    return name.hasPrefix("/") ? name : "\(folder)/\(name)"
  }

  /// The scheme of a URL: at least two letters, as one is the drive of another system.
  private static func scheme(of text: String) -> String? {
    guard let end = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<end.lowerBound]
    guard scheme.count > 1, scheme.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
    return scheme.lowercased()
  }

  /// The path in `file:///a%20b` or `file://localhost/a`.
  private static func path(ofURL text: String) -> String? {
    guard let end = text.firstRange(of: "://") else { return nil }
    let rest = text[end.upperBound...]
    guard let slash = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<slash]) else {
      return nil
    }
    return decoded(rest[slash...])
  }

  /// A text without the percent signs of URLs.
  package static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ $0 < 0x80 }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension StringProtocol {
  /// The text without spaces at its ends.
  var trimmed: String {
    var rest = Substring(self)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
