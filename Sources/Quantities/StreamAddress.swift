// SPDX-License-Identifier: Apache-2.0
// Where sound comes from that is no file.

/// The address of a stream: `http://HOST/PATH` or `https://HOST/PATH`.
package enum StreamAddress {
  private static let schemes = ["http://", "https://"]

  /// Whether a text is such an address, and not the name of a file.
  package static func isOne(_ text: String) -> Bool { scheme(of: text) != nil }

  private static func scheme(of text: String) -> String? {
    schemes.first { text.prefix($0.count).lowercased() == $0 }
  }

  /// What is wrong with an address; `nil` if nothing is.
  package static func problem(of address: String) -> String? {
    let isPrintable = address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    guard isPrintable else {
      return "has a character that no address has: write it as %20 or alike"
    }
    return name(of: address).first.map { $0 != "/" && $0 != ":" } == true ? nil : "names no host"
  }

  /// The address with its scheme in small letters, as programs want it.
  package static func normal(_ address: String) -> String {
    guard let scheme = scheme(of: address) else { return address }
    return scheme + address.dropFirst(scheme.count)
  }

  /// The name for people: without the scheme, and without a password.
  package static func name(of address: String) -> String { parts(of: address)?.name ?? address }

  /// The address without a password; of anything else, the text as it is.
  package static func withoutPassword(_ address: String) -> String {
    parts(of: address).map { $0.scheme + $0.name } ?? address
  }

  private static func parts(of address: String) -> (scheme: String, name: String)? {
    guard let scheme = scheme(of: address) else { return nil }
    let rest = address.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    let start = host.lastIndex(of: "@").map(rest.index(after:)) ?? rest.startIndex
    return (scheme, String(rest[start...]))
  }
}
