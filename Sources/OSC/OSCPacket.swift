// SPDX-License-Identifier: Apache-2.0
// What a datagram, or a frame of a stream, holds: a message, or a bundle of them.

/// A message: an address, or a pattern of addresses, and arguments.
public struct OSCMessage: Hashable, Sendable {
  /// Begins with a slash.
  public var address: String
  /// What it says.
  public var arguments: [OSCArgument]

  /// Makes a message.
  public init(_ address: String, _ arguments: [OSCArgument] = []) {
    (self.address, self.arguments) = (address, arguments)
  }

  /// The type tag string, such as `,ff`.
  public var typeTags: String { "," + arguments.map(\.typeTag).joined() }
}

/// Messages, and bundles again, that belong together and to a moment.
public struct OSCBundle: Hashable, Sendable {
  /// When it takes effect.
  public var time: OSCTimeTag
  /// What it holds.
  public var elements: [OSCPacket]

  /// Makes a bundle.
  public init(at time: OSCTimeTag = .immediately, _ elements: [OSCPacket]) {
    (self.time, self.elements) = (time, elements)
  }
}

/// A message or a bundle.
public enum OSCPacket: Hashable, Sendable {
  /// One message.
  case message(OSCMessage)
  /// Some, with a moment.
  case bundle(OSCBundle)
}

/// How much a packet may hold.
///
/// What is larger is refused, from any sender.
public enum OSCLimits {
  /// The most bytes of a packet; no datagram is larger.
  public static let bytes = 65_536
  /// How deep bundles may be nested.
  public static let bundleDepth = 8
  /// How deep arrays may be nested.
  public static let arrayDepth = 8
  /// The most messages and bundles in one packet.
  public static let elements = 1_024
  /// The most arguments of a message, those in arrays included.
  public static let arguments = 1_024
  /// The most bytes of an address or a pattern.
  public static let address = 1_024
}
