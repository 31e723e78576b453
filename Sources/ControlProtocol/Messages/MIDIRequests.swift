// SPDX-License-Identifier: Apache-2.0
// Requests about MIDI controllers: learning which control changes which value.

/// Asks to bind the control that is moved next to a value or a trigger; the answer comes when one
/// has been moved.
public struct MIDILearnRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = LearnedBinding
  /// The JSON-RPC method.
  public static let method = "midi.learn"
  /// Which of its texts are no names.
  public static let bounds: [String: TextBound] = ["path": .path]
  /// Somebody has to move a control first.
  public static let answersLate = true
  /// The path of the value or the trigger.
  public var path: String
  /// How an endless knob encodes its turns; `nil` for other controls.
  public var relative: String?
  /// How long to wait, in seconds, from 1 to 600; 30 by default.
  public var seconds: Double?

  /// Asks to learn.
  public init(path: String, relative: String? = nil, seconds: Double? = nil) {
    (self.path, self.relative, self.seconds) = (path, relative, seconds)
  }
}

/// Asks which bindings have been learned and are in no preset yet.
public struct MIDILearnedRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [LearnedBinding]
  /// The JSON-RPC method.
  public static let method = "midi.learned"

  /// Asks what has been learned.
  public init() {}
}

/// Asks to forget what has been learned for a path; bindings that have been written are removed
/// from the preset's file.
public struct MIDIForgetRequest: ControlRequest {
  /// What the host answers: the remaining bindings.
  public typealias Reply = [LearnedBinding]
  /// The JSON-RPC method.
  public static let method = "midi.forget"
  /// Which of its texts are no names.
  public static let bounds: [String: TextBound] = ["path": .path]
  /// The path.
  public var path: String

  /// Asks to forget.
  public init(path: String) {
    self.path = path
  }
}

/// Asks to write what has been learned into the preset's file.
public struct MIDIWriteRequest: ControlRequest {
  /// What the host answers.
  public struct Reply: Codable, Hashable, Sendable {
    /// The file.
    public var file: String
    /// What has been written.
    public var bindings: [LearnedBinding]

    /// Describes what has been written.
    public init(file: String, bindings: [LearnedBinding]) {
      (self.file, self.bindings) = (file, bindings)
    }
  }
  /// The JSON-RPC method.
  public static let method = "midi.write"

  /// Asks to write.
  public init() {}
}

/// A binding that was learned.
public struct LearnedBinding: Codable, Hashable, Sendable {
  /// The path of the value or the trigger.
  public var path: String
  /// The control, such as `cc/1/11`.
  public var control: String
  /// The line for the preset.
  public var line: String
  /// What the control changed until now, and no longer does; `nil` for nothing.
  public var replaced: [String]?

  /// Describes a binding.
  public init(path: String, control: String, line: String, replaced: [String]? = nil) {
    (self.path, self.control, self.line) = (path, control, line)
    self.replaced = replaced
  }
}
