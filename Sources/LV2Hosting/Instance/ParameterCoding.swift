// SPDX-License-Identifier: Apache-2.0
// Between values of parameters and the bytes of atoms.

extension ParameterValue {
  /// The number of the value's type and its bytes.
  func atom(_ urids: EventURIDs) -> (type: UInt32, bytes: [UInt8]) {
    switch self {
    case .int(let value): (urids.int, bytes(UInt32(bitPattern: value)))
    case .long(let value): (urids.long, bytes(UInt64(bitPattern: value)))
    case .float(let value): (urids.float, bytes(value.bitPattern))
    case .double(let value): (urids.double, bytes(value.bitPattern))
    case .bool(let value): (urids.bool, bytes(UInt32(truncatingIfNeeded: value ? 1 : 0)))
    case .string(let text): (urids.string, Array(text.utf8) + [0])
    case .path(let text): (urids.path, Array(text.utf8) + [0])
    case .uri(let text): (urids.uri, Array(text.utf8) + [0])
    case .urid(let text): (urids.urid, bytes(URIDs.number(text)))
    }
  }

  /// Reads the body of an atom; `nil` for a type that is not a parameter's or a body that is too
  /// short.
  init?(type: UInt32, bytes: ArraySlice<UInt8>, _ urids: EventURIDs) {
    func number<Value: FixedWidthInteger & UnsignedInteger>(_: Value.Type) -> Value? {
      let size = MemoryLayout<Value>.size
      guard bytes.count >= size else { return nil }
      return bytes.prefix(size).reversed().reduce(0) { ($0 << 8) | Value($1) }
    }
    func text() -> String {
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let value: ParameterValue? =
      switch type {
      case urids.int: number(UInt32.self).map { .int(Int32(bitPattern: $0)) }
      case urids.long: number(UInt64.self).map { .long(Int64(bitPattern: $0)) }
      case urids.float: number(UInt32.self).map { .float(Float(bitPattern: $0)) }
      case urids.double: number(UInt64.self).map { .double(Double(bitPattern: $0)) }
      case urids.bool: number(UInt32.self).map { .bool($0 != 0) }
      case urids.string: .string(text())
      case urids.path: .path(text())
      case urids.uri: .uri(text())
      case urids.urid:
        number(UInt32.self).flatMap { URIDs.text($0) }.map { .urid($0) }
      default: nil
      }
    guard let value else { return nil }
    self = value
  }

  private func bytes<Value: FixedWidthInteger & UnsignedInteger>(_ value: Value) -> [UInt8] {
    (0..<MemoryLayout<Value>.size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}

/// The properties of an atom object, by the numbers of their keys.
struct AtomObject {
  let type: UInt32
  private(set) var properties: [UInt32: (type: UInt32, bytes: ArraySlice<UInt8>)] = [:]

  /// Reads the body of an object; `nil` when it is too short for one.
  ///
  /// What does not fit into it is left out.
  init?(_ body: ArraySlice<UInt8>) {
    guard body.count >= 8 else { return nil }
    func word(_ offset: Int) -> UInt32 {
      body[(body.startIndex + offset)...].prefix(4).reversed().reduce(0) {
        $0 << 8 | UInt32(truncatingIfNeeded: $1)
      }
    }
    type = word(4)
    var position = 8
    while position + 16 <= body.count {
      let size = Int(word(position + 8))
      let start = position + 16
      guard size <= body.count - start else { break }
      let first = body.startIndex + start
      properties[word(position)] = (word(position + 12), body[first..<first + size])
      position = start + (size + 7) / 8 * 8
    }
  }

  /// The number that a property refers to by URID.
  func reference(_ key: UInt32, _ urids: EventURIDs) -> UInt32? {
    guard let property = properties[key], property.type == urids.urid,
      property.bytes.count >= 4
    else { return nil }
    return property.bytes.prefix(4).reversed().reduce(0) {
      $0 << 8 | UInt32(truncatingIfNeeded: $1)
    }
  }
}
