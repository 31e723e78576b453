// SPDX-License-Identifier: Apache-2.0
// From bytes to a packet, or to what is wrong with them.

extension OSCPacket {
  /// Reads a packet: every byte of it, and nothing that OSC does not allow.
  ///
  /// > Threading: Any.
  package init(_ bytes: some Collection<UInt8>) throws(OSCProblem) {
    let bytes = Array(bytes)
    guard !bytes.isEmpty, bytes.count <= OSCLimits.bytes else {
      throw OSCProblem(.size(bytes.count), at: 0)
    }
    var decoder = OSCDecoder(bytes: bytes)
    self = try decoder.packet(upTo: bytes.count, depth: 0)
  }
}

/// A place in the bytes of a packet.
private struct OSCDecoder {
  let bytes: [UInt8]
  private var place = 0
  private var elements = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: Packets

  /// Reads what is between here and `end`, all of it.
  mutating func packet(upTo end: Int, depth: Int) throws(OSCProblem) -> OSCPacket {
    elements += 1
    guard elements <= OSCLimits.elements else { throw OSCProblem(.number, at: place) }
    guard (end - place) % 4 == 0 else { throw OSCProblem(.unaligned(end - place), at: place) }
    if bytes[place..<end].starts(with: Self.bundleMark) {
      guard depth < OSCLimits.bundleDepth else { throw OSCProblem(.depth, at: place) }
      return .bundle(try bundle(upTo: end, depth: depth))
    }
    return .message(try message(upTo: end))
  }

  private static let bundleMark = Array("#bundle\0".utf8)

  private mutating func bundle(upTo end: Int, depth: Int) throws(OSCProblem) -> OSCBundle {
    place += Self.bundleMark.count
    var bundle = OSCBundle(at: OSCTimeTag(bits: try long(upTo: end, "the time tag")), [])
    while place < end {
      let start = place
      let size = Int(clamping: Int32(bitPattern: try word(upTo: end, "the size of an element")))
      guard size >= 0 else { throw OSCProblem(.negative, at: start) }
      guard size >= 4 else { throw OSCProblem(.size(size), at: start) }
      guard size <= end - place else {
        throw OSCProblem(.ends(before: "an element's end"), at: end)
      }
      bundle.elements.append(try packet(upTo: place + size, depth: depth + 1))
    }
    return bundle
  }

  private mutating func message(upTo end: Int) throws(OSCProblem) -> OSCMessage {
    let start = place
    guard place < end, bytes[place] == UInt8(ascii: "/") else {
      throw OSCProblem(.address, at: place)
    }
    let address = try string(upTo: end, "the end of the address")
    guard address.utf8.count <= OSCLimits.address else { throw OSCProblem(.address, at: start) }
    // The oldest senders leave the type tags out where there are no arguments.
    if place == end { return OSCMessage(address) }
    guard bytes[place] == UInt8(ascii: ",") else { throw OSCProblem(.typeTags, at: place) }
    let tags = (place + 1, try string(upTo: end, "the end of the type tags"))
    var reader = TagReader(tags: Array(tags.1.utf8.dropFirst()), start: tags.0)
    let arguments = try self.arguments(&reader, upTo: end, depth: 0)
    guard place == end else { throw OSCProblem(.leftover, at: place) }
    return OSCMessage(address, arguments)
  }

  // MARK: Arguments

  private struct TagReader {
    let tags: [UInt8]
    let start: Int
    var next = 0
  }

  /// Reads arguments up to the end of the tags, or up to the bracket that ends their array.
  private mutating func arguments(
    _ reader: inout TagReader,
    upTo end: Int,
    depth: Int
  ) throws(OSCProblem) -> [OSCArgument] {
    var arguments: [OSCArgument] = []
    while reader.next < reader.tags.count {
      let tag = reader.tags[reader.next]
      let place = reader.start + reader.next
      reader.next += 1
      guard reader.next <= OSCLimits.arguments else { throw OSCProblem(.number, at: place) }
      switch tag {
      case UInt8(ascii: "["):
        guard depth < OSCLimits.arrayDepth else { throw OSCProblem(.depth, at: place) }
        arguments.append(.array(try self.arguments(&reader, upTo: end, depth: depth + 1)))
      case UInt8(ascii: "]"):
        guard depth > 0 else { throw OSCProblem(.bracket, at: place) }
        return arguments
      default: arguments.append(try argument(tag, at: place, upTo: end))
      }
    }
    guard depth == 0 else { throw OSCProblem(.bracket, at: reader.start + reader.next) }
    return arguments
  }

  private mutating func argument(
    _ tag: UInt8,
    at tagPlace: Int,
    upTo end: Int
  ) throws(OSCProblem) -> OSCArgument {
    switch tag {
    case UInt8(ascii: "i"): .int32(Int32(bitPattern: try word(upTo: end, "a number")))
    case UInt8(ascii: "f"): .float(Float(bitPattern: try word(upTo: end, "a number")))
    case UInt8(ascii: "s"): .string(try string(upTo: end, "the end of a text"))
    case UInt8(ascii: "b"): .blob(try blob(upTo: end))
    case UInt8(ascii: "h"): .int64(Int64(bitPattern: try long(upTo: end, "a number")))
    case UInt8(ascii: "t"): .timeTag(OSCTimeTag(bits: try long(upTo: end, "a time tag")))
    case UInt8(ascii: "d"): .double(Double(bitPattern: try long(upTo: end, "a number")))
    case UInt8(ascii: "S"): .symbol(try string(upTo: end, "the end of a text"))
    case UInt8(ascii: "c"): .character(try word(upTo: end, "a character"))
    case UInt8(ascii: "r"): .color(try word(upTo: end, "a colour"))
    case UInt8(ascii: "m"): .midi(try word(upTo: end, "a MIDI message"))
    case UInt8(ascii: "T"): .bool(true)
    case UInt8(ascii: "F"): .bool(false)
    case UInt8(ascii: "N"): .none
    case UInt8(ascii: "I"): .impulse
    default: throw OSCProblem(.unknownType(tag), at: tagPlace)
    }
  }

  private mutating func blob(upTo end: Int) throws(OSCProblem) -> [UInt8] {
    let start = place
    let size = Int(clamping: Int32(bitPattern: try word(upTo: end, "the size of a blob")))
    guard size >= 0 else { throw OSCProblem(.negative, at: start) }
    guard size <= end - place else { throw OSCProblem(.ends(before: "the end of a blob"), at: end) }
    let blob = Array(bytes[place..<(place + size)])
    place += size
    try fill(upTo: end)
    return blob
  }

  private mutating func string(upTo end: Int, _ part: String) throws(OSCProblem) -> String {
    guard let stop = bytes[place..<end].firstIndex(of: 0) else {
      throw OSCProblem(.ends(before: part), at: end)
    }
    guard let text = String(validating: bytes[place..<stop], as: UTF8.self) else {
      throw OSCProblem(.text, at: place)
    }
    place = stop + 1
    try fill(upTo: end)
    return text
  }

  // MARK: Bytes

  /// Goes on to the next multiple of four; parts begin at such ones.
  private mutating func fill(upTo end: Int) throws(OSCProblem) {
    while place % 4 != 0 {
      guard place < end else { throw OSCProblem(.ends(before: "a multiple of 4"), at: end) }
      guard bytes[place] == 0 else { throw OSCProblem(.padding, at: place) }
      place += 1
    }
  }

  private mutating func word(upTo end: Int, _ part: String) throws(OSCProblem) -> UInt32 {
    guard end - place >= 4 else { throw OSCProblem(.ends(before: part), at: end) }
    defer { place += 4 }
    return bytes[place..<(place + 4)].reduce(0) { $0 << 8 | UInt32(truncatingIfNeeded: $1) }
  }

  private mutating func long(upTo end: Int, _ part: String) throws(OSCProblem) -> UInt64 {
    let high = try word(upTo: end, part)
    return UInt64(truncatingIfNeeded: high) << 32
      | UInt64(truncatingIfNeeded: try word(upTo: end, part))
  }
}
