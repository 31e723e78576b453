// SPDX-License-Identifier: Apache-2.0
// Parameters that are properties (patch:writable, patch:readable) rather than ports.

/// A property of a plugin that patch messages set and get.
package struct PluginParameter: Hashable, Codable, Sendable {
  /// The URI, which presets name.
  package var uri: String
  /// The name for people.
  package var name: String
  /// What it is for, where that is said.
  package var comment: String?
  /// What its values are.
  package var type: ParameterType
  /// Whether it can be set.
  package var isWritable: Bool
  /// Whether the plugin says it when asked.
  package var isReadable: Bool
  /// The value it starts with, where that is declared as a number.
  package var defaultValue: Float?
  /// The least value, where that is declared.
  package var minimum: Float?
  /// The greatest value, where that is declared.
  package var maximum: Float?
  /// The symbol of the unit, such as "dB".
  package var unit: String?
  /// Values with a name of their own, ascending.
  package var scalePoints: [PluginInfo.ScalePoint]
}

/// What the values of a parameter are.
package enum ParameterType: String, Hashable, Codable, Sendable, CaseIterable {
  /// A whole number of 32 bits.
  case int
  /// A whole number of 64 bits.
  case long
  /// A number.
  case float
  /// A number of double precision.
  case double
  /// On or off.
  case bool
  /// A text.
  case string
  /// The path of a file or folder.
  case path
  /// A URI as text.
  case uri
  /// A URI as its number.
  case urid
  /// Something that this host does not write.
  case other

  /// The URI of the type in data files.
  var typeURI: String? {
    switch self {
    case .int: Vocabulary.atom("Int")
    case .long: Vocabulary.atom("Long")
    case .float: Vocabulary.atom("Float")
    case .double: Vocabulary.atom("Double")
    case .bool: Vocabulary.atom("Bool")
    case .string: Vocabulary.atom("String")
    case .path: Vocabulary.atom("Path")
    case .uri: Vocabulary.atom("URI")
    case .urid: Vocabulary.atom("URID")
    case .other: nil
    }
  }
}

/// A value of a parameter.
package enum ParameterValue: Hashable, Codable, Sendable {
  /// A whole number of 32 bits.
  case int(Int32)
  /// A whole number of 64 bits.
  case long(Int64)
  /// A number.
  case float(Float)
  /// A number of double precision.
  case double(Double)
  /// On or off.
  case bool(Bool)
  /// A text.
  case string(String)
  /// The path of a file or folder.
  case path(String)
  /// A URI as text.
  case uri(String)
  /// A URI that goes to the plugin as its number.
  case urid(String)

  /// What kind of value it is.
  package var type: ParameterType {
    switch self {
    case .int: .int
    case .long: .long
    case .float: .float
    case .double: .double
    case .bool: .bool
    case .string: .string
    case .path: .path
    case .uri: .uri
    case .urid: .urid
    }
  }
}

extension PluginParameter {
  /// The value that a text stands for, as people and presets write it; `nil` when it is none of
  /// this parameter's.
  package func value(of text: String) -> ParameterValue? {
    switch type {
    case .int: Int32(text, radix: 10).map { .int($0) }
    case .long: Int64(text).map { .long($0) }
    case .float: Float(text).flatMap { $0.isFinite ? .float($0) : nil }
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .bool:
      switch text {
      case "on", "true", "yes", "1": .bool(true)
      case "off", "false", "no", "0": .bool(false)
      default: nil
      }
    case .string: .string(text)
    case .path: .path(text)
    case .uri: .uri(text)
    case .urid: .urid(text)
    case .other: nil
    }
  }

  /// Whether a value is of the parameter's type and within its range.
  package func allows(_ value: ParameterValue) -> Bool {
    guard value.type == type else { return false }
    let number: Double? =
      switch value {
      case .int(let value): Double(value)
      case .long(let value): Double(value)
      case .float(let value): Double(value)
      case .double(let value): value
      case .bool, .string, .path, .uri, .urid: nil
      }
    guard let number else { return true }
    return number.isFinite && number >= minimum.map(Double.init) ?? -.infinity
      && number <= maximum.map(Double.init) ?? .infinity
  }
}
