// SPDX-License-Identifier: Apache-2.0
// Addresses of machines, in numbers.

import Glibc

/// Addresses as presets and options write them.
public enum NetworkAddress {
  /// Whether it is an address in numbers: IPv4 with four of them, or IPv6.
  public static func isValid(_ text: String) -> Bool {
    var address = in6_addr()
    return unsafe inet_pton(AF_INET, text, &address) == 1
      || inet_pton(AF_INET6, text, &address) == 1
  }
}
