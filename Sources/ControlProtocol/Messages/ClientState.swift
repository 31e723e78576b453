// SPDX-License-Identifier: Apache-2.0
// Everything that a program may read about its session: the readable half of AVAudioSession.

/// A session as its program sees it.
///
/// Hardware values show what runs now, for all sessions, not what this session would like
/// (PREF-16).
public struct ClientState: Codable, Hashable, Sendable {
  /// Grows with each change, so that a program knows the newer of two states.
  public var revision: Int
  /// What was asked for.
  public var configuration: ClientConfiguration
  /// Whether it is active.
  public var isActive: Bool
  /// Whether its user has muted it.
  public var isOutputMuted: Bool
  /// Whether its program has muted its input.
  public var isInputMuted: Bool
  /// `granted`, `denied` or `undetermined`.
  public var recordPermission: String
  /// Where its sound comes from and goes to.
  public var route: ClientRoute
  /// What the hardware runs with.
  public var hardware: ClientHardware
  /// What the session would like the hardware to be.
  public var preferences: ClientPreferences
  /// How the session would like to be treated.
  public var behaviour: ClientBehaviour
  /// How verbose its prompts may be: `none`, `short` or `normal`.
  public var promptStyle: String
  /// Whether anybody else can be heard.
  public var isOtherAudioPlaying: Bool
  /// Whether a session that does not mix sounds, so that secondary audio should be silent.
  public var secondaryAudioShouldBeSilencedHint: Bool
  /// The categories and modes that make sense on this rig.
  public var available: ClientChoices

  /// Describes a session.
  public init(
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
public struct ClientConfiguration: Codable, Hashable, Sendable {
  /// The category.
  public var category: String
  /// The mode.
  public var mode: String
  /// The options in force, implied ones included.
  public var options: [String]
  /// The route-sharing policy.
  public var policy: String
  /// The implied ones among the options: they come with the mode and with other options (MODE-09).
  public var impliedOptions: [String]?

  /// Describes a configuration.
  public init(
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
public struct ClientChoices: Codable, Hashable, Sendable {
  /// The categories.
  public var categories: [String]
  /// The modes.
  public var modes: [String]

  /// Describes choices.
  public init(categories: [String], modes: [String]) {
    self.categories = categories
    self.modes = modes
  }
}

/// The route of a session and the inputs that it could have.
public struct ClientRoute: Codable, Hashable, Sendable {
  /// Where its sound comes from.
  public var inputs: [PortStatus]
  /// Where its sound goes to.
  public var outputs: [PortStatus]
  /// The inputs that it could have; empty while it is not active.
  public var availableInputs: [PortStatus]
  /// The outputs that it could have, in the order in which they appeared.
  public var availableOutputs: [PortStatus]?
  /// Whether the rig has an input that it could have.
  public var isInputAvailable: Bool
  /// The most channels that its input can have.
  public var maximumInputChannels: Int
  /// The most channels that its output can have.
  public var maximumOutputChannels: Int

  /// Describes a route.
  public init(
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
public struct ClientHardware: Codable, Hashable, Sendable {
  /// Whether these values can change when the session becomes active: it is not active yet
  /// (PREF-03).
  public var isProvisional: Bool
  /// The sample rate.
  public var sampleRate_hz: Double
  /// How long one cycle lasts.
  public var ioBufferDuration_seconds: Double
  /// From the sound to the program.
  public var inputLatency_seconds: Double
  /// From the program to the sound.
  public var outputLatency_seconds: Double
  /// How many channels come in.
  public var inputChannels: Int
  /// How many channels go out.
  public var outputChannels: Int
  /// The user's volume on the output, 0 to 1.
  public var outputVolume: Double
  /// The gain of the input, 0 to 1; `nil` when it cannot be set.
  public var inputGain: Double?

  /// Describes the hardware.
  public init(
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
public struct ClientPreferences: Codable, Hashable, Sendable {
  /// The sample rate.
  public var sampleRate_hz: Double?
  /// How long one cycle is to last.
  public var ioBufferDuration_seconds: Double?
  /// How many channels come in.
  public var inputChannels: Int?
  /// How many channels go out.
  public var outputChannels: Int?
  /// Where sound is to come from.
  public var input: PortStatus?

  /// Describes wishes.
  public init(
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
public struct ClientBehaviour: Codable, Hashable, Sendable {
  /// Whether a ringing phone leaves it alone.
  public var prefersNoInterruptionsFromSystemAlerts: Bool
  /// Whether losing its route interrupts it.
  public var prefersInterruptionOnRouteDisconnect: Bool
  /// Whether system sounds are heard while it records.
  public var allowsSystemSoundsDuringRecording: Bool

  /// Describes wishes.
  public init(
    prefersNoInterruptionsFromSystemAlerts: Bool = false,
    prefersInterruptionOnRouteDisconnect: Bool = false,
    allowsSystemSoundsDuringRecording: Bool = false
  ) {
    self.prefersNoInterruptionsFromSystemAlerts = prefersNoInterruptionsFromSystemAlerts
    self.prefersInterruptionOnRouteDisconnect = prefersInterruptionOnRouteDisconnect
    self.allowsSystemSoundsDuringRecording = allowsSystemSoundsDuringRecording
  }
}
