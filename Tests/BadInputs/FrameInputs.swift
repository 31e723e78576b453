// SPDX-License-Identifier: Apache-2.0
// WebSocket frames, right and wrong (RFC 6455, 5.2).

package import SeededNumbers

/// Frames as clients send them.
package enum WebSocketFrame {
  /// A frame.
  ///
  /// - Parameters:
  ///   - opcode: what it carries: 1 a text, 2 bytes, 0 more of the same, 8 the end, 9 and 10 a ping
  ///     and its answer.
  ///   - payload: what it holds.
  ///   - isLast: whether its message ends with it.
  ///   - isMasked: whether it is masked, as a client's must be.
  /// - Returns: the frame.
  package static func bytes(
    _ opcode: UInt8,
    _ payload: [UInt8] = [],
    isLast: Bool = true,
    isMasked: Bool = true
  ) -> [UInt8] {
    var bytes = [opcode | (isLast ? 0x80 : 0)]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch payload.count {
    case ..<126: bytes.append(UInt8(payload.count) | mask)
    case ..<65_536:
      bytes += [126 | mask, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
    default:
      bytes.append(127 | mask)
      bytes += (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
    }
    guard isMasked else { return bytes + payload }
    let key: [UInt8] = [1, 2, 3, 4]
    return bytes + key + payload.enumerated().map { $1 ^ key[$0 & 3] }
  }
}

/// Frames as no browser sends them.
package struct FrameInputs: Sendable {
  private let lines: LineInputs

  /// Makes frames that carry these lines.
  package init(_ lines: LineInputs) { self.lines = lines }

  /// The bytes of a whole message, or of a control frame, after which a server goes on.
  package func sound(_ numbers: inout SeededNumbers) -> [UInt8] {
    let text = lines.line(&numbers)
    // Text that is no UTF-8 ends a WebSocket.
    guard numbers.roll(8) > 0, String(validating: text, as: UTF8.self) != nil else {
      return WebSocketFrame.bytes(9 + UInt8(numbers.roll(2)), numbers.bytes(numbers.roll(126)))
    }
    guard numbers.roll(4) == 0, text.count > 3 else { return WebSocketFrame.bytes(1, text) }
    let place = numbers.roll(text.count)
    let between = numbers.roll(2) == 0 ? WebSocketFrame.bytes(9, [1]) : []
    return WebSocketFrame.bytes(1, Array(text[..<place]), isLast: false) + between
      + WebSocketFrame.bytes(0, Array(text[place...]))
  }

  /// The bytes of a frame after which a server may end the connection.
  package func broken(_ numbers: inout SeededNumbers) -> [UInt8] {
    let text = lines.line(&numbers)
    switch numbers.roll(8) {
    case 0: return WebSocketFrame.bytes(1, text, isMasked: false)
    case 1: return WebSocketFrame.bytes(2, text)
    case 2: return WebSocketFrame.bytes(3 + UInt8(numbers.roll(5)), text)
    case 3: return WebSocketFrame.bytes(0, text)
    case 4:
      let control = 8 + UInt8(numbers.roll(3))
      return WebSocketFrame.bytes(control, numbers.bytes(126), isLast: false)
    case 5: return WebSocketFrame.bytes(1, [0xFF, 0xC0])
    case 6: return [0x81, 0xFF] + numbers.bytes(12)
    default: return Mutation.bytes(WebSocketFrame.bytes(1, text), &numbers)
    }
  }
}
