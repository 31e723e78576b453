// SPDX-License-Identifier: Apache-2.0
// The status of the tree: its nodes, their values, and what changes.

public import ControlTree

/// A value on its path.
public struct TreeEntry: Hashable, Sendable {
  /// Which one.
  public var path: String
  /// What it is; silence is `null` in JSON.
  public var value: TreeValue

  /// Makes an entry.
  public init(path: String, value: TreeValue) {
    (self.path, self.value) = (path, value)
  }
}

extension TreeEntry: Codable {
  private enum Key: String, CodingKey { case path, value }

  /// Reads it; a value that is `null` is silence.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      path: try container.decode(String.self, forKey: .path),
      value: try container.decode(TreeValue.self, forKey: .value)
    )
  }

  /// Writes it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .path)
    try container.encode(value, forKey: .value)
  }
}

/// A node of the tree: what it is, what it takes, and its present value.
public struct TreeNodeStatus: Codable, Hashable, Sendable {
  /// Its path, to set it by.
  public var path: String
  /// `level`, `number`, `switch`, `choice`, `text`, `file`, `meter`, `trigger` or `opaque`.
  public var kind: String
  /// What it is, in a sentence.
  public var summary: String
  /// The plugin's name for it, where it belongs to a plugin.
  public var title: String?
  /// The value as people read it.
  public var text: String
  /// The name of the value, where it has one.
  public var label: String?
  /// What it takes, in words.
  public var allowed: String
  /// Whether it can only be read.
  public var isReadOnly: Bool
  /// The default, as people read it.
  public var defaultText: String?
  /// The minimum of a number; a level can be silent as well.
  public var minimum: Double?
  /// The maximum of a number.
  public var maximum: Double?
  /// The scale of its knob or fader: pairs of a position from 0 to 1 and a value, linear in
  /// between.
  ///
  /// Without it, and without `isLogarithmic`, the scale is linear.
  public var law: [[Double]]?
  /// Whether the scale is logarithmic; `nil` where it is not.
  public var isLogarithmic: Bool?
  /// The symbol of the unit, such as "dB".
  public var unit: String?
  /// Values with names.
  public var scalePoints: [ScalePointStatus]?
  /// The words of a choice.
  public var choices: [String]?
  /// The arguments of a trigger.
  public var arguments: [TriggerArgumentStatus]?
  /// Which devices may change it beside an operator's, as `web.pair` takes what they may do; `nil`
  /// where none may.
  public var sharedWith: [String]?
  /// Whether an operator has locked it.
  public var isLocked: Bool?
  /// The most that an operator lets it be set to.
  public var limit: Double?

  /// Describes a node; optional properties are set afterwards.
  public init(
    path: String,
    kind: String,
    summary: String,
    text: String,
    allowed: String,
    isReadOnly: Bool
  ) {
    self.path = path
    self.kind = kind
    self.summary = summary
    self.text = text
    self.allowed = allowed
    self.isReadOnly = isReadOnly
  }
}

/// A value with a name.
public struct ScalePointStatus: Codable, Hashable, Sendable {
  /// The name.
  public var label: String
  /// The value.
  public var value: Double

  /// Names a value.
  public init(label: String, value: Double) {
    (self.label, self.value) = (label, value)
  }
}

/// An argument of a trigger.
public struct TriggerArgumentStatus: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// Whether the trigger can do without.
  public var isOptional: Bool

  /// Names an argument.
  public init(name: String, isOptional: Bool) {
    (self.name, self.isOptional) = (name, isOptional)
  }
}

/// Values that a connection has subscribed to, as they are now.
public struct TreeUpdate: Codable, Hashable, Sendable {
  /// Counts the updates of this subscription, from 1.
  public var number: Int
  /// Whether it holds all values of the subscription: the first one does, and each one after the
  /// paths of the tree have changed.
  ///
  /// Earlier values are void then; values for which one update has no room come in the next ones.
  public var isFull: Bool
  /// The values.
  public var values: TreeEntries

  /// Describes an update.
  public init(number: Int, isFull: Bool, values: [TreeEntry]) {
    self.init(number: number, isFull: isFull, values: TreeEntries(values))
  }

  /// Describes an update with values that other clients get as well.
  public init(number: Int, isFull: Bool, values: TreeEntries) {
    (self.number, self.isFull, self.values) = (number, isFull, values)
  }
}
