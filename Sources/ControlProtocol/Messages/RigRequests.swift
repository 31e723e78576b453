// SPDX-License-Identifier: Apache-2.0
// Requests about the rig as a whole.

public import ControlTree

/// Asks which host answers.
public struct ServerInfoRequest: ControlRequest {
  /// The JSON-RPC method.
  public static let method = "server.info"
  /// Needs the permission to see.
  public var right: Right { .see }

  /// The host that answers.
  public struct Reply: Codable, Hashable, Sendable {
    /// The program's version.
    public var version: String
    /// `controlProtocolVersion` of the host.
    public var protocolVersion: Int
    /// The process id of the host.
    public var pid: Int32
    /// The name of the rig: its JACK client and its socket.
    public var name: String
    /// The preset that is running.
    public var preset: String
    /// The version of the rules it decides by: a number that changes with their tables (CHG-06).
    public var policyVersion: String?

    /// Describes a host.
    public init(
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
  public init() {}
}

/// Asks for the state of everything.
public struct StatusRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = RigStatus
  /// The JSON-RPC method.
  public static let method = "rig.status"
  /// Needs the permission to see.
  public var right: Right { .see }

  /// Asks for the state of everything.
  public init() {}
}

/// Asks the host to read its preset (or another one) again; a bad preset leaves the rig as it was.
public struct ReloadRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "rig.reload"
  /// Which of its texts are no names.
  public static let bounds: [String: TextBound] = ["preset": .file]
  /// The preset to load, `nil` for the one that is running; a relative path starts at the folder of
  /// that one.
  public var preset: String?
  /// Whether a preset is refused that would shut the pages of the web mixer out; `nil` is no.
  public var keepsPages: Bool?

  /// Asks for a reload.
  public init(preset: String? = nil, keepsPages: Bool? = nil) {
    (self.preset, self.keepsPages) = (preset, keepsPages)
  }
}

/// Asks the host to stop.
public struct StopRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "rig.stop"
  /// A rig that hangs, for whatever reason, can still be stopped.
  public static let waitsForTurn = false

  /// Asks the host to stop.
  public init() {}
}

/// Resets the counters and the cycle times.
public struct ResetCountersRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "rig.resetCounters"

  /// Asks for new counts.
  public init() {}
}

/// Sets a value of the rig.
public struct SetRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ParameterStatus
  /// The JSON-RPC method.
  public static let method = "parameter.set"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which of its texts are no names.
  public static let bounds: [String: TextBound] = ["path": .path, "value": .value, "folder": .file]
  /// Needs the permission to change what is at the path.
  public var right: Right { .change([path]) }
  /// Such as `deckA.fader_db`, `deckA.comp.ratio`, `main.mute`.
  public var path: String
  /// The value as a user types it.
  public var value: String
  /// The folder at which a value that is a relative path starts; without one such a value is
  /// refused.
  public var folder: String?

  /// Asks for a value to be set.
  public init(path: String, value: String, folder: String? = nil) {
    self.path = path
    self.value = value
    self.folder = folder
  }
}

/// Asks for values of the rig.
public struct GetRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = [ParameterStatus]
  /// The JSON-RPC method.
  public static let method = "parameter.get"
  /// Which of its texts are no names.
  public static let bounds: [String: TextBound] = ["path": .path]
  /// Needs the permission to see.
  public var right: Right { .see }
  /// A path, or the start of one (`deckA`); `nil` for all.
  public var path: String?

  /// Asks for values.
  public init(path: String? = nil) {
    self.path = path
  }
}

/// A value of the rig.
public struct ParameterStatus: Codable, Hashable, Sendable {
  /// The path to give to `set`.
  public var path: String
  /// The value, as `set` takes it.
  public var value: String
  /// The same as a number, a truth value or a text; silence is `null`.
  public var reading: TreeValue?
  /// The range or the words that `set` takes; of a value that can only be read its range.
  public var allowed: String
  /// Whether the value can only be read.
  public var isReadOnly: Bool
  /// The symbol of the unit of a plugin's value, such as "dB".
  public var unit: String?
  /// The name that the value has, where it has one.
  public var label: String?

  /// Describes a value.
  public init(
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
public struct RecordStartRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = RecordingStatus
  /// The JSON-RPC method.
  public static let method = "record.start"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Which of its texts are no names.
  public static let bounds: [String: TextBound] = ["file": .file]
  /// The name of the route or session.
  public var subject: String
  /// The file to write (`.wav` or `.flac`); a relative path starts at the folder of the preset, or
  /// where that keeps recordings.
  public var file: String

  /// Asks for a recording.
  public init(subject: String, file: String) {
    self.subject = subject
    self.file = file
  }
}

/// Opens the file of a recording that is to begin later, if the session can record at all.
public struct RecordPrepareRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = RecordingStatus
  /// The JSON-RPC method.
  public static let method = "record.prepare"
  /// Which of its texts are no names.
  public static let bounds: [String: TextBound] = ["file": .file]
  /// The name of the route or session.
  public var subject: String
  /// The file to write, as for `record.start`, which takes it when it names the same.
  public var file: String

  /// Asks for a file.
  public init(subject: String, file: String) {
    self.subject = subject
    self.file = file
  }
}

/// Ends a recording, or gives up what was prepared for one.
public struct RecordStopRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = RecordingStatus
  /// The JSON-RPC method.
  public static let method = "record.stop"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// The name of the route or session.
  public var subject: String

  /// Asks for the end of a recording.
  public init(subject: String) {
    self.subject = subject
  }
}
