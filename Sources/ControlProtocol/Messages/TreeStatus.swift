// SPDX-License-Identifier: Apache-2.0
// The status of the tree: its nodes, their values, and what changes.

package import ControlTree

/// A value on its path.
package struct TreeEntry: Hashable, Sendable {
  /// Which one.
  package var path: String
  /// What it is; silence is `null` in JSON.
  package var value: TreeValue

  /// Makes an entry.
  package init(path: String, value: TreeValue) {
    (self.path, self.value) = (path, value)
  }
}

extension TreeEntry: Codable {
  private enum Key: String, CodingKey { case path, value }

  /// Reads it; a value that is `null` is silence.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init(
      path: try container.decode(String.self, forKey: .path),
      value: try container.decode(TreeValue.self, forKey: .value)
    )
  }

  /// Writes it.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(path, forKey: .path)
    try container.encode(value, forKey: .value)
  }
}

/// A node of the tree: what it is, what it takes, and its present value.
package struct TreeNodeStatus: Codable, Hashable, Sendable {
  /// Its path, to set it by.
  package var path: String
  /// `level`, `number`, `switch`, `choice`, `text`, `file`, `meter`, `trigger` or `opaque`.
  package var kind: String
  /// What it is, in a sentence.
  package var summary: String
  /// The plugin's name for it, where it belongs to a plugin.
  package var title: String?
  /// The value as people read it.
  package var text: String
  /// The name of the value, where it has one.
  package var label: String?
  /// What it takes, in words.
  package var allowed: String
  /// Whether it can only be read.
  package var isReadOnly: Bool
  /// The default, as people read it.
  package var defaultText: String?
  /// The minimum of a number; a level can be silent as well.
  package var minimum: Double?
  /// The maximum of a number.
  package var maximum: Double?
  /// The scale of its knob or fader: pairs of a position from 0 to 1 and a value, linear in
  /// between.
  ///
  /// Without it, and without `isLogarithmic`, the scale is linear.
  package var law: [[Double]]?
  /// Whether the scale is logarithmic; `nil` where it is not.
  package var isLogarithmic: Bool?
  /// The symbol of the unit, such as "dB".
  package var unit: String?
  /// Values with names.
  package var scalePoints: [ScalePointStatus]?
  /// The words of a choice.
  package var choices: [String]?
  /// The arguments of a trigger.
  package var arguments: [TriggerArgumentStatus]?
  /// Which devices may change it beside an operator's, as `web.pair` takes what they may do; `nil`
  /// where none may.
  package var sharedWith: [String]?
  /// Whether an operator has locked it.
  package var isLocked: Bool?
  /// The most that an operator lets it be set to.
  package var limit: Double?

  /// Describes a node; optional properties are set afterwards.
  package init(
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
package struct ScalePointStatus: Codable, Hashable, Sendable {
  /// The name.
  package var label: String
  /// The value.
  package var value: Double

  /// Names a value.
  package init(label: String, value: Double) {
    (self.label, self.value) = (label, value)
  }
}

/// An argument of a trigger.
package struct TriggerArgumentStatus: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// Whether the trigger can do without.
  package var isOptional: Bool

  /// Names an argument.
  package init(name: String, isOptional: Bool) {
    (self.name, self.isOptional) = (name, isOptional)
  }
}

/// Values that a connection has subscribed to, as they are now.
package struct TreeUpdate: Codable, Hashable, Sendable {
  /// Counts the updates of this subscription, from 1.
  package var number: Int
  /// Whether it holds all values of the subscription: the first one does, and each one after the
  /// paths of the tree have changed.
  ///
  /// Earlier values are void then; values for which one update has no room come in the next ones.
  package var isFull: Bool
  /// The values.
  package var values: TreeEntries

  /// Describes an update.
  package init(number: Int, isFull: Bool, values: [TreeEntry]) {
    self.init(number: number, isFull: isFull, values: TreeEntries(values))
  }

  /// Describes an update with values that other clients get as well.
  package init(number: Int, isFull: Bool, values: TreeEntries) {
    (self.number, self.isFull, self.values) = (number, isFull, values)
  }
}
