// SPDX-License-Identifier: Apache-2.0
// The conditions of a session on the wire, also for clients of the earlier version.

/// What the rig does to a session, in words; `input_muted` is also written as `deaf`, its name in
/// the earlier version.
@propertyWrapper
package struct SessionConditions: Codable, Hashable, Sendable {
  /// The conditions, by their present names.
  package var wrappedValue: [String]

  private static let present = "input_muted"
  private static let previous = "deaf"

  /// Wraps conditions.
  package init(wrappedValue: [String]) {
    self.wrappedValue = wrappedValue
  }

  /// Reads conditions by present or previous names.
  package init(from decoder: any Decoder) throws {
    let words = try decoder.singleValueContainer().decode([String].self)
    wrappedValue = words.compactMap { word in
      guard word == Self.previous else { return word }
      return words.contains(Self.present) ? nil : Self.present
    }
  }

  /// Writes conditions by present and previous names.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(
      wrappedValue.flatMap { $0 == Self.present ? [Self.present, Self.previous] : [$0] }
    )
  }
}
