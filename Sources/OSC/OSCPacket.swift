// SPDX-License-Identifier: Apache-2.0
// What a datagram, or a frame of a stream, holds: a message, or a bundle of them.

/// A message: an address, or a pattern of addresses, and arguments.
package struct OSCMessage: Hashable, Sendable {
  /// Begins with a slash.
  package var address: String
  /// What it says.
  package var arguments: [OSCArgument]

  /// Makes a message.
  package init(_ address: String, _ arguments: [OSCArgument] = []) {
    (self.address, self.arguments) = (address, arguments)
  }

  /// The type tag string, such as `,ff`.
  package var typeTags: String { "," + arguments.map(\.typeTag).joined() }
}

/// Messages, and bundles again, that belong together and to a moment.
package struct OSCBundle: Hashable, Sendable {
  /// When it takes effect.
  package var time: OSCTimeTag
  /// What it holds.
  package var elements: [OSCPacket]

  /// Makes a bundle.
  package init(at time: OSCTimeTag = .immediately, _ elements: [OSCPacket]) {
    (self.time, self.elements) = (time, elements)
  }
}

/// A message or a bundle.
package enum OSCPacket: Hashable, Sendable {
  /// One message.
  case message(OSCMessage)
  /// Some, with a moment.
  case bundle(OSCBundle)
}

/// How much a packet may hold.
///
/// What is larger is refused, from any sender.
package enum OSCLimits {
  /// The most bytes of a packet; no datagram is larger.
  package static let bytes = 65_536
  /// How deep bundles may be nested.
  package static let bundleDepth = 8
  /// How deep arrays may be nested.
  package static let arrayDepth = 8
  /// The most messages and bundles in one packet.
  package static let elements = 1_024
  /// The most arguments of a message, those in arrays included.
  package static let arguments = 1_024
  /// The most bytes of an address or a pattern.
  package static let address = 1_024
}
