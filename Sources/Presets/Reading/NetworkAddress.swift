// SPDX-License-Identifier: Apache-2.0
// Numeric addresses of machines.

import Glibc

/// Addresses as presets and options write them.
package enum NetworkAddress {
  /// Whether it is a numeric address: IPv4 with four numbers, or IPv6.
  package static func isValid(_ text: String) -> Bool {
    var address = in6_addr()
    return unsafe inet_pton(AF_INET, text, &address) == 1
      || inet_pton(AF_INET6, text, &address) == 1
  }
}
