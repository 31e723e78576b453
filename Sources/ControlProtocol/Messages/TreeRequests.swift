// SPDX-License-Identifier: Apache-2.0
// Requests about the tree of values.

package import ControlTree

/// Asks for nodes of the tree, with their values and the values that they take.
package struct TreeListRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [TreeNodeStatus]
  /// The JSON-RPC method.
  package static let method = "tree.list"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["patterns": .path]
  /// Needs the permission to see.
  package var right: Right { .see }
  /// Paths, beginnings of paths, or patterns with `*` and `**`; `nil` for everything.
  package var patterns: [String]?

  /// Asks what there is.
  package init(patterns: [String]? = nil) {
    self.patterns = patterns
  }
}

/// Asks for values alone.
package struct TreeGetRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [TreeEntry]
  /// The JSON-RPC method.
  package static let method = "tree.get"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["patterns": .path]
  /// Needs the permission to see.
  package var right: Right { .see }
  /// As for `tree.list`.
  package var patterns: [String]?

  /// Asks for values.
  package init(patterns: [String]? = nil) {
    self.patterns = patterns
  }
}

/// Changes a value: to a new one, by a step, or by toggling it; at once, or over a time.
package struct TreeSetRequest: ControlRequest {
  /// What the host answers: the value, as it will be in the end.
  package typealias Reply = TreeEntry
  /// The JSON-RPC method.
  package static let method = "tree.set"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = [
    "path": .path, "value": .value, "on_close": .value, "folder": .file,
  ]
  /// Needs the permission to change what is at the path.
  package var right: Right { .change([path]) }
  /// Which one.
  package var path: String
  /// The new value; a text is read as people write values.
  package var value: TreeValue?
  /// A step from the present value, in its unit.
  package var step: Double?
  /// Whether a switch is to be toggled.
  package var toggles: Bool?
  /// How long it takes, up to an hour.
  package var over_seconds: Double?
  /// The curve of the change; a straight line by default.
  package var curve: FadeCurve?
  /// The folder at which a value that is a relative path starts; without one such a value is
  /// refused.
  package var folder: String?
  /// What the value becomes when the connection closes, unless it has changed since: a key that is
  /// held is let go.
  package var on_close: TreeValue?

  /// Asks for a change.
  package init(
    path: String,
    value: TreeValue? = nil,
    step: Double? = nil,
    toggles: Bool? = nil,
    over_seconds: Double? = nil,
    curve: FadeCurve? = nil,
    folder: String? = nil,
    on_close: TreeValue? = nil
  ) {
    self.path = path
    self.value = value
    self.step = step
    self.toggles = toggles
    self.over_seconds = over_seconds
    self.curve = curve
    self.folder = folder
    self.on_close = on_close
  }

  /// Reads a request; a value of `null` means silence, as in readings, not a missing value.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    path = try values.decode(String.self, forKey: .path)
    func given(_ key: CodingKeys) throws -> TreeValue? {
      values.contains(key) ? try values.decode(TreeValue.self, forKey: key) : nil
    }
    (value, on_close) = (try given(.value), try given(.on_close))
    step = try values.decodeIfPresent(Double.self, forKey: .step)
    toggles = try values.decodeIfPresent(Bool.self, forKey: .toggles)
    over_seconds = try values.decodeIfPresent(Double.self, forKey: .over_seconds)
    curve = try values.decodeIfPresent(FadeCurve.self, forKey: .curve)
    folder = try values.decodeIfPresent(String.self, forKey: .folder)
  }
}

/// Changes several values in one step, at once or over a time: all of them, or none.
package struct TreeApplyRequest: ControlRequest {
  /// What the host answers: the values, as they will be in the end.
  package typealias Reply = [TreeEntry]
  /// The JSON-RPC method.
  package static let method = "tree.apply"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["values": .value, "folder": .file]
  /// Needs the permission to change everything that is at the paths.
  package var right: Right { .change(values.map(\.path)) }
  /// The paths and their new values, as `tree.get` answers them; a text is read as people write
  /// values.
  package var values: [TreeEntry]
  /// How long it takes, up to an hour; what can't fade, such as a switch, changes at once.
  package var over_seconds: Double?
  /// The curve of the change; a straight line by default.
  package var curve: FadeCurve?
  /// The folder at which a value that is a relative path starts; without one such a value is
  /// refused.
  package var folder: String?

  /// Asks for changes.
  package init(
    values: [TreeEntry],
    over_seconds: Double? = nil,
    curve: FadeCurve? = nil,
    folder: String? = nil
  ) {
    self.values = values
    self.over_seconds = over_seconds
    self.curve = curve
    self.folder = folder
  }
}

/// Fires a trigger of the tree.
package struct TreeTriggerRequest: ControlRequest {
  /// What the host answers, once it is done.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "tree.trigger"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["path": .path, "arguments": .value]
  /// Needs the permission to change what is at the path.
  package var right: Right { .change([path]) }
  /// Which one.
  package var path: String
  /// The trigger's arguments, by the names that `tree.list` gives.
  package var arguments: [String: String]?

  /// Asks for something to be done.
  package init(path: String, arguments: [String: String]? = nil) {
    self.path = path
    self.arguments = arguments
  }
}

/// Subscribes this connection to values: it gets all of them first, then what changes.
///
/// It replaces what the connection has subscribed to before.
package struct TreeSubscribeRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "tree.subscribe"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["patterns": .path]
  /// Needs the permission to see.
  package var right: Right { .see }
  /// As for `tree.list`.
  package var patterns: [String]?
  /// How often at most, from 1 to 60 times a second; 20 by default.
  package var rate_hz: Double?

  /// Asks for values.
  package init(patterns: [String]? = nil, rate_hz: Double? = nil) {
    self.patterns = patterns
    self.rate_hz = rate_hz
  }
}

/// Ends the subscription to values.
package struct TreeUnsubscribeRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "tree.unsubscribe"
  /// Needs the permission to see.
  package var right: Right { .see }

  /// Asks for no more values.
  package init() {}
}
