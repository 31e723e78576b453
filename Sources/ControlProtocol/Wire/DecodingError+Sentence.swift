// SPDX-License-Identifier: Apache-2.0
// What is wrong with a message, and where in it.

extension DecodingError {
  /// What is wrong, such as `params.session is missing`; the path starts with `root`.
  package func clause(root: String) -> String {
    switch self {
    case .keyNotFound(let key, let context):
      return "\(Self.path(root, context.codingPath + [key])) is missing"
    case .typeMismatch(let type, let context):
      return "\(Self.path(root, context.codingPath)) must be \(Self.word(for: type))"
    case .valueNotFound(let type, let context):
      return "\(Self.path(root, context.codingPath)) must be \(Self.word(for: type)), not null"
    case .dataCorrupted(let context):
      return "\(Self.path(root, context.codingPath)) is not valid: \(context.debugDescription)"
    @unknown default:
      return "\(root) cannot be read"
    }
  }

  private static func path(_ root: String, _ keys: [any CodingKey]) -> String {
    keys.reduce(root) { path, key in
      key.intValue.map { "\(path)[\($0)]" } ?? "\(path).\(key.stringValue)"
    }
  }

  private static func word(for type: any Any.Type) -> String {
    switch type {
    case is Bool.Type: "true or false"
    case is String.Type: "a text"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object with the keys that the method knows"
    }
  }
}
