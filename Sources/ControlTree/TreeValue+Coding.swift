// SPDX-License-Identifier: Apache-2.0
// Values of the tree in JSON: numbers, truth values and texts; silence is null.

extension TreeValue: Codable {
  /// Reads a number, a truth value or a text; `null` is silence.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .number(-.infinity)
    } else if let isOn = try? container.decode(Bool.self) {
      self = .toggle(isOn)
    } else if let whole = try? container.decode(Int64.self) {
      self = TreeValue(whole: whole)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  /// Writes it; a number that JSON cannot hold is `null`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number) where number.isFinite: try container.encode(number)
    case .number: try container.encodeNil()
    case .long(let number): try container.encode(number)
    case .toggle(let isOn): try container.encode(isOn)
    case .text(let text): try container.encode(text)
    }
  }
}
