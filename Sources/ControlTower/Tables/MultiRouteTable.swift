// SPDX-License-Identifier: Apache-2.0
// Which outputs can be used together.

/// The outputs that multiRoute promises to use together.
enum MultiRouteTable {
  /// The three pairs, each with its rule; a headset's output counts as headphones.
  static let pairs: [Set<PortRole>: Rule] = [
    [.usb, .headphones]: .mrt05,
    [.hdmi, .headphones]: .mrt06,
    [.lineOut, .headphones]: .mrt07,
  ]

  /// Whether outputs of these roles can be used together: each two of them can.
  static func allows(_ roles: [PortRole], extra: Set<Set<PortRole>>) -> Bool {
    let jacks = roles.map { $0 == .headset ? PortRole.headphones : $0 }
    return jacks.indices.allSatisfy { first in
      jacks[..<first].allSatisfy {
        let pair: Set<PortRole> = [jacks[first], $0]
        return pairs[pair] != nil || extra.contains(pair)
      }
    }
  }
}
