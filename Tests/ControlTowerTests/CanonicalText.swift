// SPDX-License-Identifier: Apache-2.0
// Any value as text, the same in every process: unordered collections are sorted.

/// A value with all that it stores, private properties too.
func canonicalText(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  let parts = mirror.children.map { child in
    (child.label.map { "\($0): " } ?? "") + canonicalText(child.value)
  }
  switch mirror.displayStyle {
  case .set, .dictionary: return "{" + parts.sorted().joined(separator: ", ") + "}"
  case .collection: return "[" + parts.joined(separator: ", ") + "]"
  case .optional: return parts.first ?? "nil"
  // A case without values is its name alone.
  case .enum where parts.isEmpty: return "\(value)"
  case .some: return "(" + parts.joined(separator: ", ") + ")"
  default: return parts.isEmpty ? "\(value)" : "(" + parts.joined(separator: ", ") + ")"
  }
}
