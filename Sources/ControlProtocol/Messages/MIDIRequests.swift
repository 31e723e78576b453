// SPDX-License-Identifier: Apache-2.0
// Requests about MIDI controllers: learning which control changes which value.

/// Asks to bind the control that is moved next to a value or a trigger; the answer comes when one
/// has been moved.
package struct MIDILearnRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = LearnedBinding
  /// The JSON-RPC method.
  package static let method = "midi.learn"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["path": .path]
  /// Somebody has to move a control first.
  package static let answersLate = true
  /// The path of the value or the trigger.
  package var path: String
  /// How an endless knob encodes its turns; `nil` for other controls.
  package var relative: String?
  /// How long to wait, in seconds, from 1 to 600; 30 by default.
  package var seconds: Double?

  /// Asks to learn.
  package init(path: String, relative: String? = nil, seconds: Double? = nil) {
    (self.path, self.relative, self.seconds) = (path, relative, seconds)
  }
}

/// Asks which bindings have been learned and are in no preset yet.
package struct MIDILearnedRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [LearnedBinding]
  /// The JSON-RPC method.
  package static let method = "midi.learned"

  /// Asks what has been learned.
  package init() {}
}

/// Asks to forget what has been learned for a path; bindings that have been written are removed
/// from the preset's file.
package struct MIDIForgetRequest: ControlRequest {
  /// What the host answers: the remaining bindings.
  package typealias Reply = [LearnedBinding]
  /// The JSON-RPC method.
  package static let method = "midi.forget"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["path": .path]
  /// The path.
  package var path: String

  /// Asks to forget.
  package init(path: String) {
    self.path = path
  }
}

/// Asks to write what has been learned into the preset's file.
package struct MIDIWriteRequest: ControlRequest {
  /// What the host answers.
  package struct Reply: Codable, Hashable, Sendable {
    /// The file.
    package var file: String
    /// What has been written.
    package var bindings: [LearnedBinding]

    /// Describes what has been written.
    package init(file: String, bindings: [LearnedBinding]) {
      (self.file, self.bindings) = (file, bindings)
    }
  }
  /// The JSON-RPC method.
  package static let method = "midi.write"

  /// Asks to write.
  package init() {}
}

/// A binding that was learned.
package struct LearnedBinding: Codable, Hashable, Sendable {
  /// The path of the value or the trigger.
  package var path: String
  /// The control, such as `cc/1/11`.
  package var control: String
  /// The line for the preset.
  package var line: String
  /// What the control changed until now, and no longer does; `nil` for nothing.
  package var replaced: [String]?

  /// Describes a binding.
  package init(path: String, control: String, line: String, replaced: [String]? = nil) {
    (self.path, self.control, self.line) = (path, control, line)
    self.replaced = replaced
  }
}
