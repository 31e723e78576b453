// SPDX-License-Identifier: Apache-2.0
// Requests about the rig as a whole.

package import ControlTree

/// Asks which host answers.
package struct ServerInfoRequest: ControlRequest {
  /// The JSON-RPC method.
  package static let method = "server.info"
  /// Needs the permission to see.
  package var right: Right { .see }

  /// The host that answers.
  package struct Reply: Codable, Hashable, Sendable {
    /// The program's version.
    package var version: String
    /// `controlProtocolVersion` of the host.
    package var protocolVersion: Int
    /// The process id of the host.
    package var pid: Int32
    /// The name of the rig: its JACK client and its socket.
    package var name: String
    /// The preset that is running.
    package var preset: String
    /// The version of the rules it decides by: a number that changes with their tables (CHG-06).
    package var policyVersion: String?

    /// Describes a host.
    package init(
      version: String,
      protocolVersion: Int,
      pid: Int32,
      name: String,
      preset: String,
      policyVersion: String? = nil
    ) {
      self.policyVersion = policyVersion
      self.version = version
      self.protocolVersion = protocolVersion
      self.pid = pid
      self.name = name
      self.preset = preset
    }
  }

  /// Asks which host answers.
  package init() {}
}

/// Asks for the state of everything.
package struct StatusRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = RigStatus
  /// The JSON-RPC method.
  package static let method = "rig.status"
  /// Needs the permission to see.
  package var right: Right { .see }

  /// Asks for the state of everything.
  package init() {}
}

/// Asks the host to read its preset (or another one) again; a bad preset leaves the rig as it was.
package struct ReloadRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "rig.reload"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["preset": .file]
  /// The preset to load, `nil` for the one that is running; a relative path starts at the folder of
  /// that one.
  package var preset: String?
  /// Whether a preset is refused that would shut the pages of the web mixer out; `nil` is no.
  package var keepsPages: Bool?

  /// Asks for a reload.
  package init(preset: String? = nil, keepsPages: Bool? = nil) {
    (self.preset, self.keepsPages) = (preset, keepsPages)
  }
}

/// Asks the host to stop.
package struct StopRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "rig.stop"
  /// A rig that hangs, for whatever reason, can still be stopped.
  package static let waitsForTurn = false

  /// Asks the host to stop.
  package init() {}
}

/// Resets the counters and the cycle times.
package struct ResetCountersRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "rig.resetCounters"

  /// Asks for new counts.
  package init() {}
}

/// Sets a value of the rig.
package struct SetRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ParameterStatus
  /// The JSON-RPC method.
  package static let method = "parameter.set"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = [
    "path": .path, "value": .value, "folder": .file,
  ]
  /// Needs the permission to change what is at the path.
  package var right: Right { .change([path]) }
  /// Such as `deckA.fader_db`, `deckA.comp.ratio`, `main.mute`.
  package var path: String
  /// The value as a user types it.
  package var value: String
  /// The folder at which a value that is a relative path starts; without one such a value is
  /// refused.
  package var folder: String?

  /// Asks for a value to be set.
  package init(path: String, value: String, folder: String? = nil) {
    self.path = path
    self.value = value
    self.folder = folder
  }
}

/// Asks for values of the rig.
package struct GetRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [ParameterStatus]
  /// The JSON-RPC method.
  package static let method = "parameter.get"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["path": .path]
  /// Needs the permission to see.
  package var right: Right { .see }
  /// A path, or the start of one (`deckA`); `nil` for all.
  package var path: String?

  /// Asks for values.
  package init(path: String? = nil) {
    self.path = path
  }
}

/// A value of the rig.
package struct ParameterStatus: Codable, Hashable, Sendable {
  /// The path to give to `set`.
  package var path: String
  /// The value, as `set` takes it.
  package var value: String
  /// The same as a number, a truth value or a text; silence is `null`.
  package var reading: TreeValue?
  /// The range or the words that `set` takes; of a value that can only be read its range.
  package var allowed: String
  /// Whether the value can only be read.
  package var isReadOnly: Bool
  /// The symbol of the unit of a plugin's value, such as "dB".
  package var unit: String?
  /// The name that the value has, where it has one.
  package var label: String?

  /// Describes a value.
  package init(
    path: String,
    value: String,
    reading: TreeValue? = nil,
    allowed: String,
    isReadOnly: Bool = false,
    unit: String? = nil,
    label: String? = nil
  ) {
    self.path = path
    self.value = value
    self.reading = reading
    self.allowed = allowed
    self.isReadOnly = isReadOnly
    self.unit = unit
    self.label = label
  }
}

/// Begins to record a route or a session.
package struct RecordStartRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = RecordingStatus
  /// The JSON-RPC method.
  package static let method = "record.start"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["file": .file]
  /// The name of the route or session.
  package var subject: String
  /// The file to write (`.wav` or `.flac`); a relative path starts at the folder of the preset, or
  /// where that keeps recordings.
  package var file: String

  /// Asks for a recording.
  package init(subject: String, file: String) {
    self.subject = subject
    self.file = file
  }
}

/// Opens the file of a recording that is to begin later, if the session can record at all.
package struct RecordPrepareRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = RecordingStatus
  /// The JSON-RPC method.
  package static let method = "record.prepare"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["file": .file]
  /// The name of the route or session.
  package var subject: String
  /// The file to write, as for `record.start`, which takes it when it names the same.
  package var file: String

  /// Asks for a file.
  package init(subject: String, file: String) {
    self.subject = subject
    self.file = file
  }
}

/// Ends a recording, or gives up what was prepared for one.
package struct RecordStopRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = RecordingStatus
  /// The JSON-RPC method.
  package static let method = "record.stop"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// The name of the route or session.
  package var subject: String

  /// Asks for the end of a recording.
  package init(subject: String) {
    self.subject = subject
  }
}
