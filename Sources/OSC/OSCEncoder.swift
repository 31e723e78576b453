// SPDX-License-Identifier: Apache-2.0
// From a packet to bytes.

extension OSCPacket {
  /// The packet as it goes over a line; texts end at a zero if they have one.
  ///
  /// > Threading: Any.
  package var bytes: [UInt8] {
    var encoder = OSCEncoder()
    encoder.put(self)
    return encoder.bytes
  }
}

extension OSCMessage {
  /// The message as a packet of its own.
  package var bytes: [UInt8] { OSCPacket.message(self).bytes }
}

private struct OSCEncoder {
  var bytes: [UInt8] = []

  mutating func put(_ packet: OSCPacket) {
    switch packet {
    case .message(let message):
      put(message.address)
      put(message.typeTags)
      message.arguments.forEach { put($0) }
    case .bundle(let bundle):
      put("#bundle")
      put(bundle.time.bits)
      for element in bundle.elements {
        let content = element.bytes
        put(UInt32(clamping: content.count))
        bytes += content
      }
    }
  }

  private mutating func put(_ argument: OSCArgument) {
    switch argument {
    case .int32(let number): put(UInt32(bitPattern: number))
    case .float(let number): put(number.bitPattern)
    case .string(let text), .symbol(let text): put(text)
    case .blob(let blob):
      put(UInt32(clamping: blob.count))
      bytes += blob
      fill()
    case .int64(let number): put(UInt64(bitPattern: number))
    case .timeTag(let time): put(time.bits)
    case .double(let number): put(number.bitPattern)
    case .character(let word), .color(let word), .midi(let word): put(word)
    case .bool, .none, .impulse: break
    case .array(let elements): elements.forEach { put($0) }
    }
  }

  private mutating func put(_ text: String) {
    bytes += text.utf8.prefix { $0 != 0 }
    bytes.append(0)
    fill()
  }

  private mutating func put(_ number: some FixedWidthInteger & UnsignedInteger) {
    for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private mutating func fill() {
    while bytes.count % 4 != 0 { bytes.append(0) }
  }
}
