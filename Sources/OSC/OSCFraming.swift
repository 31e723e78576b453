// SPDX-License-Identifier: Apache-2.0
// Packets in a stream of bytes: each behind its size, as OSC 1.0 has it, or between SLIP's ends, as
// 1.1 has it.

/// How packets are separated in a stream.
package enum OSCFraming: Hashable, Sendable {
  /// Each behind its size in 32 bits.
  case length
  /// Each between two ENDs of SLIP (RFC 1055).
  case slip

  fileprivate static let end: UInt8 = 0xC0
  fileprivate static let escape: UInt8 = 0xDB
  fileprivate static let escapedEnd: UInt8 = 0xDC
  fileprivate static let escapedEscape: UInt8 = 0xDD

  /// A packet as it goes into a stream.
  package func frame(_ packet: [UInt8]) -> [UInt8] {
    switch self {
    case .length:
      let size = UInt32(clamping: packet.count)
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + packet
    case .slip:
      var frame = [Self.end]
      for byte in packet {
        switch byte {
        case Self.end: frame += [Self.escape, Self.escapedEnd]
        case Self.escape: frame += [Self.escape, Self.escapedEscape]
        default: frame.append(byte)
        }
      }
      return frame + [Self.end]
    }
  }
}

/// Takes packets out of a stream of bytes.
///
/// The first byte shows which framing the sender uses: a size begins with a zero, as no packet is
/// that large; SLIP begins with an END, or at once with the `/` or `#` of the packet.
package struct OSCSplitter: Sendable {
  /// How the sender separates packets, once it has sent a byte.
  package private(set) var framing: OSCFraming?
  private var bytes: [UInt8] = []
  private var isEscaped = false

  /// Whether a packet has begun and not ended.
  package var isHalfway: Bool { !bytes.isEmpty || isEscaped }

  /// At the beginning of a stream.
  package init() {}

  /// Takes what has come, and returns the packets that are whole now.
  ///
  /// - Throws: what makes the rest of the stream useless: no later packet can be found in it.
  package mutating func take(_ new: some Sequence<UInt8>) throws(OSCProblem) -> [[UInt8]] {
    var packets: [[UInt8]] = []
    for byte in new {
      let framing: OSCFraming
      if let known = self.framing { framing = known } else { framing = try Self.framing(of: byte) }
      self.framing = framing
      switch framing {
      case .length: try takeLength(byte, &packets)
      case .slip: try takeSLIP(byte, &packets)
      }
    }
    return packets
  }

  private static func framing(of byte: UInt8) throws(OSCProblem) -> OSCFraming {
    switch byte {
    case 0: return .length
    case OSCFraming.end, UInt8(ascii: "/"), UInt8(ascii: "#"): return .slip
    default: throw OSCProblem(.address, at: 0)
    }
  }

  private mutating func takeLength(_ byte: UInt8, _ packets: inout [[UInt8]]) throws(OSCProblem) {
    bytes.append(byte)
    guard bytes.count >= 4 else { return }
    let size = bytes[..<4].reduce(0) { $0 << 8 | Int(truncatingIfNeeded: $1) }
    guard size > 0, size <= OSCLimits.bytes else { throw OSCProblem(.size(size), at: 0) }
    guard bytes.count == 4 + size else { return }
    packets.append(Array(bytes[4...]))
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func takeSLIP(_ byte: UInt8, _ packets: inout [[UInt8]]) throws(OSCProblem) {
    if isEscaped {
      isEscaped = false
      switch byte {
      case OSCFraming.escapedEnd: bytes.append(OSCFraming.end)
      case OSCFraming.escapedEscape: bytes.append(OSCFraming.escape)
      default: throw OSCProblem(.padding, at: bytes.count)
      }
    } else if byte == OSCFraming.end {
      // Two ENDs have nothing between them.
      if !bytes.isEmpty { packets.append(bytes) }
      bytes.removeAll(keepingCapacity: true)
    } else if byte == OSCFraming.escape {
      isEscaped = true
    } else {
      bytes.append(byte)
    }
    guard bytes.count <= OSCLimits.bytes else { throw OSCProblem(.size(bytes.count), at: 0) }
  }
}
