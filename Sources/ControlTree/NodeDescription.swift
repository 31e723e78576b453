// SPDX-License-Identifier: Apache-2.0
// A node of the tree as doors see it: its kind, its present value, and the values that it takes.

/// A value of the rig, or something that can be done to it, as it is at a moment.
package struct NodeDescription: Hashable, Sendable {
  /// Such as `deckA.fader_db`.
  package var path: String
  /// Its kind, with the values that it takes.
  package var kind: ValueKind
  /// What it is, in a sentence.
  package var summary: String
  /// The plugin's name for it, where it belongs to a plugin.
  package var title: String?
  /// The present value; for a trigger an empty text.
  package var value: TreeValue
  /// The default.
  package var defaultValue: TreeValue?
  /// Whether it can only be read.
  package var isReadOnly: Bool
  /// What it is a part of, for those who are no operators.
  package var scope = ValueScope.rig
  /// Whether an operator has locked it.
  package var isLocked: Bool
  /// The most that an operator lets it be set to, where that is less than its range.
  package var limit: Double?

  /// Describes a node.
  package init(
    path: String,
    kind: ValueKind,
    summary: String,
    value: TreeValue,
    defaultValue: TreeValue? = nil,
    isReadOnly: Bool = false,
    isLocked: Bool = false,
    limit: Double? = nil
  ) {
    (self.path, self.kind, self.summary, self.value) = (path, kind, summary, value)
    (self.defaultValue, self.isReadOnly) = (defaultValue, isReadOnly)
    (self.isLocked, self.limit) = (isLocked, limit)
  }

  /// Whether there is something to read.
  package var isValue: Bool { if case .trigger = kind { false } else { true } }
}
