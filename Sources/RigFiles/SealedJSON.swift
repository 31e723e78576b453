// SPDX-License-Identifier: Apache-2.0
// JSON files with a checksum: one that is damaged and can still be read is found out.

package import StrictJSON

/// A JSON document with a checksum of itself as its first member.
///
/// Documents that are written so have `version` 2 or more; those of version 1 are from before there
/// were checksums, and are read without one.
package enum SealedJSON {
  /// The document says something that was not written.
  package struct Damage: Error {}

  private static let opening = Array("{\n  \"checksum\" : \"".utf8)
  private static let closing = Array("\",".utf8)
  private static let digits = 16

  /// The document as bytes of a file, an object that is spread over lines.
  package static func encode(
    _ value: some Encodable,
    numbers: JSONText.Numbers = .finite
  ) throws -> [UInt8] {
    let body = try JSONText.encode(value, as: .page, numbers: numbers).dropFirst()
    return opening + Array(Checksum(body).text.utf8) + closing + body
  }

  /// What a file says, unless it is damaged.
  package static func decode<Value: Decodable>(
    _ type: Value.Type,
    from bytes: [UInt8],
    numbers: JSONText.Numbers = .finite
  ) throws -> Value {
    if let (sum, body) = parts(of: bytes) {
      guard Checksum(body).text.utf8.elementsEqual(sum) else { throw Damage() }
    } else {
      guard try JSONText.decode(Header.self, from: bytes).version == 1 else { throw Damage() }
    }
    return try JSONText.decode(type, from: bytes, numbers: numbers)
  }

  /// Whether a file is as it was written.
  package static func isWhole(_ bytes: [UInt8]) -> Bool {
    (try? decode(Header.self, from: bytes)) != nil
  }

  private struct Header: Decodable {
    var version: Int?
  }

  private static func parts(of bytes: [UInt8]) -> (sum: ArraySlice<UInt8>, body: ArraySlice<UInt8>)?
  {
    let (start, end) = (opening.count, opening.count + digits)
    guard bytes.starts(with: opening), bytes.count > end + closing.count,
      bytes[end...].starts(with: closing)
    else { return nil }
    return (bytes[start..<end], bytes[(end + closing.count)...])
  }
}
