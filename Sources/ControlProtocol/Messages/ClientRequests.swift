// SPDX-License-Identifier: Apache-2.0
// Requests of a program about its own session.

/// Makes the connection the owner of a session: one of the preset, or a guest that comes and goes
/// with it.
package struct ClientOpenRequest: ControlRequest {
  /// The JSON-RPC method.
  package static let method = "client.open"
  /// The session of the preset that it wants to be; `nil` for the one that has the program's name,
  /// if there is one.
  package var session: String?
  /// The name of the program.
  package var program: String
  /// How many channels a guest plays; `nil` for two.
  package var playbackChannels: Int?
  /// How many channels of the rig's inputs a guest hears; `nil` for none.
  package var captureChannels: Int?

  /// The session that the connection owns from now on.
  package struct Reply: Codable, Hashable, Sendable {
    /// Its name.
    package var session: String
    /// What it is like.
    package var state: ClientState

    /// Describes a session.
    package init(session: String, state: ClientState) {
      self.session = session
      self.state = state
    }
  }

  /// Asks for a session.
  package init(
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
package struct ClientStateRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.state"

  /// Asks for the state.
  package init() {}
}

/// Sets category, mode, options and policy, all in one.
package struct ClientSetCategoryRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.setCategory"
  /// The category.
  package var category: String
  /// The mode; `nil` for `default`.
  package var mode: String?
  /// The options; `nil` for none.
  package var options: [String]?
  /// The route-sharing policy; `nil` for `default`.
  package var policy: String?

  /// Asks for a category.
  package init(
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
package struct ClientSetModeRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.setMode"
  /// The mode.
  package var mode: String

  /// Asks for a mode.
  package init(mode: String) {
    self.mode = mode
  }
}

/// Makes the session active or inactive.
package struct ClientSetActiveRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.setActive"
  /// Somebody wants to hear it.
  package static let isGesture = true
  /// Whether it is to be active.
  package var isActive: Bool
  /// Whether the sessions it interrupted get the hint to resume; only when it becomes inactive.
  package var notifyOthers: Bool?

  /// Asks for activation or deactivation.
  package init(isActive: Bool, notifyOthers: Bool? = nil) {
    self.isActive = isActive
    self.notifyOthers = notifyOthers
  }
}

/// Sets the preferences for the hardware, in one reconfiguration, and for how the session is
/// treated.
package struct ClientSetPreferencesRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.setPreferences"
  /// The preferences to change; the others stay as they are.
  package var preferences: [Preference]

  /// A preference; without its value it is withdrawn.
  package enum Preference: Codable, Hashable, Sendable {
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
  package init(_ preferences: [Preference]) {
    self.preferences = preferences
  }
}

/// Sends the output to the speaker, or ends that.
package struct ClientOverrideOutputRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.overrideOutput"
  /// Where to.
  package var port: Port

  /// Where an output can be sent to.
  package enum Port: String, Codable, Hashable, Sendable, CaseIterable {
    case none, speaker
  }

  /// Asks for an override.
  package init(port: Port) {
    self.port = port
  }
}

/// Says that the program's sound starts or stops; starting activates the session first (DEF-05).
package struct ClientSetPlayingRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.setPlaying"
  /// Whether it sounds.
  package var isPlaying: Bool

  /// Says that sound starts or stops.
  package init(isPlaying: Bool) {
    self.isPlaying = isPlaying
  }
}

/// Mutes the session's output for its user, or ends that.
package struct ClientSetOutputMutedRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.setOutputMuted"
  /// Whether it is to be muted.
  package var isMuted: Bool

  /// Asks for silence, or its end.
  package init(isMuted: Bool) {
    self.isMuted = isMuted
  }
}

/// Gives the session exact zeros for its input, or ends that.
package struct ClientSetInputMutedRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = ClientState
  /// The JSON-RPC method.
  package static let method = "client.setInputMuted"
  /// Whether it is to be muted.
  package var isMuted: Bool

  /// Asks for zeros, or their end.
  package init(isMuted: Bool) {
    self.isMuted = isMuted
  }
}

/// Asks whether the session may record; the answer comes when the user has decided.
package struct ClientRecordPermissionRequest: ControlRequest {
  /// The JSON-RPC method.
  package static let method = "client.requestRecordPermission"
  /// The user takes his time.
  package static let answersLate = true

  /// What the user decided.
  package struct Reply: Codable, Hashable, Sendable {
    /// Whether the session may record.
    package var granted: Bool

    /// Describes a decision.
    package init(granted: Bool) {
      self.granted = granted
    }
  }

  /// Asks whether the session may record.
  package init() {}
}
