// SPDX-License-Identifier: Apache-2.0
// A node of the tree as doors see it: what it is, what it takes, and what it is at the moment.

/// A value of the rig, or something that can be done to it, as it is at a moment.
public struct NodeDescription: Hashable, Sendable {
  /// Such as `deckA.fader_db`.
  public var path: String
  /// What it is and takes.
  public var kind: ValueKind
  /// What it is, in a sentence.
  public var summary: String
  /// What a plugin calls it, where it is a plugin's.
  public var title: String?
  /// What it is at the moment; of a trigger an empty text.
  public var value: TreeValue
  /// What it is unless somebody sets it.
  public var defaultValue: TreeValue?
  /// Whether it can only be read.
  public var isReadOnly: Bool
  /// Whether an operator keeps it from being set.
  public var isLocked: Bool
  /// The most that an operator lets it be set to, where that is less than its range.
  public var limit: Double?

  /// Describes a node.
  public init(
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
  public var isValue: Bool { if case .trigger = kind { false } else { true } }
}
