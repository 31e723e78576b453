// SPDX-License-Identifier: Apache-2.0
// Which JACK ports a preset means, and the driver looks for.

/// Which JACK ports to connect to.
package enum PortPattern: Hashable, Sendable {
  /// The full name or an alias of one port.
  case exact(String)
  /// A name in which `*` stands for any characters and `?` for one.
  case glob(String)
  /// A regular expression that must match the whole name; written `/…/` in a preset.
  case regex(String)

  /// The pattern as a preset writes it.
  package var text: String {
    switch self {
    case .exact(let name), .glob(let name): name
    case .regex(let expression): "/\(expression)/"
    }
  }
}
