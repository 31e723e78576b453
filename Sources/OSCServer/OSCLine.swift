// SPDX-License-Identifier: Apache-2.0
// The way back to a sender.

import OSC

/// Sends packets to one sender; it never waits, and drops what can't be sent.
///
/// > Threading: Any.
struct OSCLine: Sendable {
  /// Whether the other end has shown that it is there.
  let isProven: @Sendable () -> Bool
  /// Takes the bytes of a packet.
  let send: @Sendable ([UInt8]) -> Void

  /// Sends by `send`, to somebody who is there unless `isProven` says otherwise.
  init(
    isProven: @escaping @Sendable () -> Bool = { true },
    send: @escaping @Sendable ([UInt8]) -> Void
  ) {
    (self.isProven, self.send) = (isProven, send)
  }

  /// A datagram of this size passes any network in one piece.
  private static let mostBytes = 1_400
  private static let bundleHead = 16

  /// Sends a message by itself.
  func tell(_ message: OSCMessage) { send(message.bytes) }

  /// Sends messages, those that fit in one bundle together.
  func tell(_ messages: [OSCMessage]) {
    var part: [OSCMessage] = []
    var size = Self.bundleHead
    for message in messages {
      let bytes = message.bytes.count + 4
      if size + bytes > Self.mostBytes, !part.isEmpty {
        flush(part)
        (part, size) = ([], Self.bundleHead)
      }
      part.append(message)
      size += bytes
    }
    flush(part)
  }

  private func flush(_ part: [OSCMessage]) {
    switch part.count {
    case 0: break
    case 1: tell(part[0])
    default: send(OSCPacket.bundle(OSCBundle(part.map { .message($0) })).bytes)
    }
  }

  /// Says why something is refused.
  func refuse(_ address: String, _ sentence: String) {
    tell(OSCMessage("/error", [.string(address), .string(sentence)]))
  }
}
