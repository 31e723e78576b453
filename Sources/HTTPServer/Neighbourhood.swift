// SPDX-License-Identifier: Apache-2.0
// Which addresses a server counts as one client.

internal import Glibc

/// Addresses that are counted as one: an IPv4 address, or the 64 bits of an IPv6 network, in which
/// a single client can have as many addresses as it likes.
package struct Neighbourhood: Hashable, Sendable {
  private let text: String

  /// The one of an address in numbers.
  package init(of host: String) {
    var address = in6_addr()
    let plain = host.prefix { $0 != "%" }
    guard unsafe inet_pton(AF_INET6, String(plain), &address) == 1 else {
      text = host
      return
    }
    let bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    let isOld = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
    text =
      isOld
      ? bytes.suffix(4).map(String.init).joined(separator: ".")
      : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ":")
  }
}
