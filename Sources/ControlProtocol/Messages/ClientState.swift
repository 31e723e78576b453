// SPDX-License-Identifier: Apache-2.0
// Everything that a program may read about its session: the readable half of AVAudioSession.

/// A session as its program sees it.
///
/// Hardware values show what runs now, for all sessions, not what this session would like
/// (PREF-16).
package struct ClientState: Codable, Hashable, Sendable {
  /// Grows with each change, so that a program knows the newer of two states.
  package var revision: Int
  /// What was asked for.
  package var configuration: ClientConfiguration
  /// Whether it is active.
  package var isActive: Bool
  /// Whether its user has muted it.
  package var isOutputMuted: Bool
  /// Whether its program has muted its input.
  package var isInputMuted: Bool
  /// `granted`, `denied` or `undetermined`.
  package var recordPermission: String
  /// Where its sound comes from and goes to.
  package var route: ClientRoute
  /// What the hardware runs with.
  package var hardware: ClientHardware
  /// What the session would like the hardware to be.
  package var preferences: ClientPreferences
  /// How the session would like to be treated.
  package var behaviour: ClientBehaviour
  /// How verbose its prompts may be: `none`, `short` or `normal`.
  package var promptStyle: String
  /// Whether anybody else can be heard.
  package var isOtherAudioPlaying: Bool
  /// Whether a session that does not mix sounds, so that secondary audio should be silent.
  package var secondaryAudioShouldBeSilencedHint: Bool
  /// The categories and modes that make sense on this rig.
  package var available: ClientChoices

  /// Describes a session.
  package init(
    revision: Int,
    configuration: ClientConfiguration,
    isActive: Bool,
    isOutputMuted: Bool = false,
    isInputMuted: Bool = false,
    recordPermission: String,
    route: ClientRoute,
    hardware: ClientHardware,
    preferences: ClientPreferences = ClientPreferences(),
    behaviour: ClientBehaviour = ClientBehaviour(),
    promptStyle: String = "normal",
    isOtherAudioPlaying: Bool,
    secondaryAudioShouldBeSilencedHint: Bool,
    available: ClientChoices
  ) {
    self.revision = revision
    self.configuration = configuration
    self.isActive = isActive
    self.isOutputMuted = isOutputMuted
    self.isInputMuted = isInputMuted
    self.recordPermission = recordPermission
    self.route = route
    self.hardware = hardware
    self.preferences = preferences
    self.behaviour = behaviour
    self.promptStyle = promptStyle
    self.isOtherAudioPlaying = isOtherAudioPlaying
    self.secondaryAudioShouldBeSilencedHint = secondaryAudioShouldBeSilencedHint
    self.available = available
  }
}

/// Category, mode, options and policy of a session.
package struct ClientConfiguration: Codable, Hashable, Sendable {
  /// The category.
  package var category: String
  /// The mode.
  package var mode: String
  /// The options in force, implied ones included.
  package var options: [String]
  /// The route-sharing policy.
  package var policy: String
  /// The implied ones among the options: they come with the mode and with other options (MODE-09).
  package var impliedOptions: [String]?

  /// Describes a configuration.
  package init(
    category: String,
    mode: String,
    options: [String],
    policy: String,
    impliedOptions: [String]? = nil
  ) {
    self.impliedOptions = impliedOptions
    self.category = category
    self.mode = mode
    self.options = options
    self.policy = policy
  }
}

/// Categories and modes to choose from.
package struct ClientChoices: Codable, Hashable, Sendable {
  /// The categories.
  package var categories: [String]
  /// The modes.
  package var modes: [String]

  /// Describes choices.
  package init(categories: [String], modes: [String]) {
    self.categories = categories
    self.modes = modes
  }
}

/// The route of a session and the inputs that it could have.
package struct ClientRoute: Codable, Hashable, Sendable {
  /// Where its sound comes from.
  package var inputs: [PortStatus]
  /// Where its sound goes to.
  package var outputs: [PortStatus]
  /// The inputs that it could have; empty while it is not active.
  package var availableInputs: [PortStatus]
  /// The outputs that it could have, in the order in which they appeared.
  package var availableOutputs: [PortStatus]?
  /// Whether the rig has an input that it could have.
  package var isInputAvailable: Bool
  /// The most channels that its input can have.
  package var maximumInputChannels: Int
  /// The most channels that its output can have.
  package var maximumOutputChannels: Int

  /// Describes a route.
  package init(
    inputs: [PortStatus],
    outputs: [PortStatus],
    availableInputs: [PortStatus],
    availableOutputs: [PortStatus]? = nil,
    isInputAvailable: Bool,
    maximumInputChannels: Int,
    maximumOutputChannels: Int
  ) {
    self.inputs = inputs
    self.outputs = outputs
    self.availableInputs = availableInputs
    self.availableOutputs = availableOutputs
    self.isInputAvailable = isInputAvailable
    self.maximumInputChannels = maximumInputChannels
    self.maximumOutputChannels = maximumOutputChannels
  }
}

/// What the hardware runs with.
package struct ClientHardware: Codable, Hashable, Sendable {
  /// Whether these values can change when the session becomes active: it is not active yet
  /// (PREF-03).
  package var isProvisional: Bool
  /// The sample rate.
  package var sampleRate_hz: Double
  /// How long one cycle lasts.
  package var ioBufferDuration_seconds: Double
  /// From the sound to the program.
  package var inputLatency_seconds: Double
  /// From the program to the sound.
  package var outputLatency_seconds: Double
  /// How many channels come in.
  package var inputChannels: Int
  /// How many channels go out.
  package var outputChannels: Int
  /// The user's volume on the output, 0 to 1.
  package var outputVolume: Double
  /// The gain of the input, 0 to 1; `nil` when it cannot be set.
  package var inputGain: Double?

  /// Describes the hardware.
  package init(
    isProvisional: Bool,
    sampleRate_hz: Double,
    ioBufferDuration_seconds: Double,
    inputLatency_seconds: Double,
    outputLatency_seconds: Double,
    inputChannels: Int,
    outputChannels: Int,
    outputVolume: Double,
    inputGain: Double? = nil
  ) {
    self.isProvisional = isProvisional
    self.sampleRate_hz = sampleRate_hz
    self.ioBufferDuration_seconds = ioBufferDuration_seconds
    self.inputLatency_seconds = inputLatency_seconds
    self.outputLatency_seconds = outputLatency_seconds
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
    self.outputVolume = outputVolume
    self.inputGain = inputGain
  }
}

/// What a session would like the hardware to be; `nil` where it does not mind.
package struct ClientPreferences: Codable, Hashable, Sendable {
  /// The sample rate.
  package var sampleRate_hz: Double?
  /// How long one cycle is to last.
  package var ioBufferDuration_seconds: Double?
  /// How many channels come in.
  package var inputChannels: Int?
  /// How many channels go out.
  package var outputChannels: Int?
  /// Where sound is to come from.
  package var input: PortStatus?

  /// Describes wishes.
  package init(
    sampleRate_hz: Double? = nil,
    ioBufferDuration_seconds: Double? = nil,
    inputChannels: Int? = nil,
    outputChannels: Int? = nil,
    input: PortStatus? = nil
  ) {
    self.sampleRate_hz = sampleRate_hz
    self.ioBufferDuration_seconds = ioBufferDuration_seconds
    self.inputChannels = inputChannels
    self.outputChannels = outputChannels
    self.input = input
  }
}

/// How a session would like to be treated.
package struct ClientBehaviour: Codable, Hashable, Sendable {
  /// Whether a ringing phone leaves it alone.
  package var prefersNoInterruptionsFromSystemAlerts: Bool
  /// Whether losing its route interrupts it.
  package var prefersInterruptionOnRouteDisconnect: Bool
  /// Whether system sounds are heard while it records.
  package var allowsSystemSoundsDuringRecording: Bool

  /// Describes wishes.
  package init(
    prefersNoInterruptionsFromSystemAlerts: Bool = false,
    prefersInterruptionOnRouteDisconnect: Bool = false,
    allowsSystemSoundsDuringRecording: Bool = false
  ) {
    self.prefersNoInterruptionsFromSystemAlerts = prefersNoInterruptionsFromSystemAlerts
    self.prefersInterruptionOnRouteDisconnect = prefersInterruptionOnRouteDisconnect
    self.allowsSystemSoundsDuringRecording = allowsSystemSoundsDuringRecording
  }
}
