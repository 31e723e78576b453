// SPDX-License-Identifier: Apache-2.0
// Requests of a program about its own session.

/// Makes the connection the owner of a session: one of the preset, or a guest that comes and goes
/// with it.
public struct ClientOpenRequest: ControlRequest {
  /// The JSON-RPC method.
  public static let method = "client.open"
  /// The session of the preset that it wants to be; `nil` for the one that has the program's name,
  /// if there is one.
  public var session: String?
  /// The name of the program.
  public var program: String
  /// How many channels a guest plays; `nil` for two.
  public var playbackChannels: Int?
  /// How many channels of the rig's inputs a guest hears; `nil` for none.
  public var captureChannels: Int?

  /// The session that the connection owns from now on.
  public struct Reply: Codable, Hashable, Sendable {
    /// Its name.
    public var session: String
    /// What it is like.
    public var state: ClientState

    /// Describes a session.
    public init(session: String, state: ClientState) {
      self.session = session
      self.state = state
    }
  }

  /// Asks for a session.
  public init(
    session: String? = nil,
    program: String,
    playbackChannels: Int? = nil,
    captureChannels: Int? = nil
  ) {
    self.session = session
    self.program = program
    self.playbackChannels = playbackChannels
    self.captureChannels = captureChannels
  }
}

/// Asks for the state of the session.
public struct ClientStateRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.state"

  /// Asks for the state.
  public init() {}
}

/// Sets category, mode, options and policy, all in one.
public struct ClientSetCategoryRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.setCategory"
  /// The category.
  public var category: String
  /// The mode; `nil` for `default`.
  public var mode: String?
  /// The options; `nil` for none.
  public var options: [String]?
  /// The route-sharing policy; `nil` for `default`.
  public var policy: String?

  /// Asks for a category.
  public init(
    category: String,
    mode: String? = nil,
    options: [String]? = nil,
    policy: String? = nil
  ) {
    self.category = category
    self.mode = mode
    self.options = options
    self.policy = policy
  }
}

/// Sets the mode and leaves the rest.
public struct ClientSetModeRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.setMode"
  /// The mode.
  public var mode: String

  /// Asks for a mode.
  public init(mode: String) {
    self.mode = mode
  }
}

/// Makes the session active or inactive.
public struct ClientSetActiveRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.setActive"
  /// Somebody wants to hear it.
  public static let isGesture = true
  /// Whether it is to be active.
  public var isActive: Bool
  /// Whether the sessions it interrupted get the hint to resume; only when it becomes inactive.
  public var notifyOthers: Bool?

  /// Asks for activation or deactivation.
  public init(isActive: Bool, notifyOthers: Bool? = nil) {
    self.isActive = isActive
    self.notifyOthers = notifyOthers
  }
}

/// Sets the preferences for the hardware, in one reconfiguration, and for how the session is
/// treated.
public struct ClientSetPreferencesRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.setPreferences"
  /// The preferences to change; the others stay as they are.
  public var preferences: [Preference]

  /// A preference; without its value it is withdrawn.
  public enum Preference: Codable, Hashable, Sendable {
    case ioBufferDuration(seconds: Double?)
    case sampleRate(hertz: Double?)
    case inputChannels(count: Int?)
    case outputChannels(count: Int?)
    /// From 0 to 1.
    case inputGain(value: Double?)
    case input(uid: String?)
    /// Whether a ringing phone is to leave the session alone.
    case noInterruptionsFromSystemAlerts(isOn: Bool)
    /// Whether losing its route is to interrupt it.
    case interruptionOnRouteDisconnect(isOn: Bool)
    /// Whether system sounds are to be heard while it records.
    case systemSoundsDuringRecording(isOn: Bool)
  }

  /// Sets preferences.
  public init(_ preferences: [Preference]) {
    self.preferences = preferences
  }
}

/// Sends the output to the speaker, or ends that.
public struct ClientOverrideOutputRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.overrideOutput"
  /// Where to.
  public var port: Port

  /// Where an output can be sent to.
  public enum Port: String, Codable, Hashable, Sendable, CaseIterable {
    case none, speaker
  }

  /// Asks for an override.
  public init(port: Port) {
    self.port = port
  }
}

/// Says that the program's sound starts or stops; starting activates the session first (DEF-05).
public struct ClientSetPlayingRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.setPlaying"
  /// Whether it sounds.
  public var isPlaying: Bool

  /// Says that sound starts or stops.
  public init(isPlaying: Bool) {
    self.isPlaying = isPlaying
  }
}

/// Mutes the session's output for its user, or ends that.
public struct ClientSetOutputMutedRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.setOutputMuted"
  /// Whether it is to be muted.
  public var isMuted: Bool

  /// Asks for silence, or its end.
  public init(isMuted: Bool) {
    self.isMuted = isMuted
  }
}

/// Gives the session exact zeros for its input, or ends that.
public struct ClientSetInputMutedRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = ClientState
  /// The JSON-RPC method.
  public static let method = "client.setInputMuted"
  /// Whether it is to be muted.
  public var isMuted: Bool

  /// Asks for zeros, or their end.
  public init(isMuted: Bool) {
    self.isMuted = isMuted
  }
}

/// Asks whether the session may record; the answer comes when the user has decided.
public struct ClientRecordPermissionRequest: ControlRequest {
  /// The JSON-RPC method.
  public static let method = "client.requestRecordPermission"
  /// The user takes his time.
  public static let answersLate = true

  /// What the user decided.
  public struct Reply: Codable, Hashable, Sendable {
    /// Whether the session may record.
    public var granted: Bool

    /// Describes a decision.
    public init(granted: Bool) {
      self.granted = granted
    }
  }

  /// Asks whether the session may record.
  public init() {}
}
