// SPDX-License-Identifier: Apache-2.0
// The preferences of sessions for the hardware, and its actual values.

public import Quantities

/// A preference of a session: for a value of the hardware, where `nil` ends it, or for how the
/// session is treated.
public enum Preference: Hashable, Sendable {
  /// How long one cycle is to last.
  case ioBufferDuration(Seconds?)
  /// The sample rate.
  case sampleRate(SampleRate?)
  /// How many channels come in.
  case inputChannels(Int?)
  /// How many channels go out.
  case outputChannels(Int?)
  /// The gain of the input, 0 to 1.
  case inputGain(Double?)
  /// Where sound is to come from.
  case input(PortID?)
  /// Whether a ringing phone is to leave it alone (ANC-INT-05).
  case noInterruptionsFromSystemAlerts(Bool)
  /// Whether losing its route is to interrupt it (ANC-INT-04).
  case interruptionOnRouteDisconnect(Bool)
  /// Whether system sounds are to be heard while it records (ANC-HAP-01).
  case systemSoundsDuringRecording(Bool)
}

/// The preferences of a session, by kind.
public struct Preferences: Hashable, Sendable {
  /// How long one cycle is to last.
  public internal(set) var ioBufferDuration: Seconds?
  /// The sample rate.
  public internal(set) var sampleRate: SampleRate?
  /// How many channels come in.
  public internal(set) var inputChannels: Int?
  /// How many channels go out.
  public internal(set) var outputChannels: Int?
  /// The gain of the input, 0 to 1.
  public internal(set) var inputGain: Double?
  /// Where sound is to come from.
  public internal(set) var input: PortID?
}

/// What the hardware runs with.
public struct Hardware: Hashable, Sendable {
  /// How long one cycle lasts.
  public var ioBufferDuration: Seconds
  /// The sample rate.
  public var sampleRate: SampleRate

  /// Describes the hardware.
  public init(ioBufferDuration: Seconds, sampleRate: SampleRate) {
    self.ioBufferDuration = ioBufferDuration
    self.sampleRate = sampleRate
  }
}

/// The key of a remembered volume: its owner, such as a category, and the output (VOL-01).
public struct VolumeKey: Hashable, Sendable {
  /// The owner of the volume.
  public var owner: Owner
  /// The output.
  public var output: PortID

  /// The owner of an output's volume.
  public enum Owner: Hashable, Sendable {
    case category(Category)
    case interrupter(Interrupter)
  }

  /// Names a volume.
  public init(_ owner: Owner, on output: PortID) {
    self.owner = owner
    self.output = output
  }
}

/// What the rig's owner has decided for all sessions.
public struct RigPolicy: Hashable, Sendable {
  /// Whether sessions that only play may become active during an accepted call (ANC-ACT-03).
  public var callAllowsPlayback: Bool
  /// The shortest and the longest cycle that sessions may ask for.
  public var ioBufferLimits: ClosedRange<Seconds>
  /// Pairs of outputs that multiRoute may use together, in addition to the three that it always
  /// may.
  public var extraOutputPairs: Set<Set<PortRole>>
  /// What multiRoute does with a combination of outputs that is not promised.
  public var ineligibleCombination: IneligibleCombination
  /// The microphone of measurement sessions (MEAS-02); without one the first that came.
  public var primaryInput: PortID?
  /// Built-in microphones, the best for voices first (MODE-11).
  public var voiceMicrophones: [PortID]
  /// The interrupters that follow the volumes of outputs (VOL-02).
  public var interruptersOnRouteFaders: Set<Interrupter>

  /// What happens to outputs that can't be used together.
  public enum IneligibleCombination: String, Hashable, Sendable, CaseIterable {
    /// The one plugged in last is used alone.
    case dominant
    /// All are used, as the rig's owner has decided.
    case allow
  }

  /// The default policy.
  public static let standard = RigPolicy()

  /// Describes a policy.
  public init(
    callAllowsPlayback: Bool = false,
    ioBufferLimits: ClosedRange<Seconds> = Seconds(0.0005)...Seconds(0.5),
    extraOutputPairs: Set<Set<PortRole>> = [],
    ineligibleCombination: IneligibleCombination = .dominant,
    primaryInput: PortID? = nil,
    voiceMicrophones: [PortID] = [],
    interruptersOnRouteFaders: Set<Interrupter> = []
  ) {
    self.callAllowsPlayback = callAllowsPlayback
    self.ioBufferLimits = ioBufferLimits
    self.extraOutputPairs = extraOutputPairs
    self.ineligibleCombination = ineligibleCombination
    self.primaryInput = primaryInput
    self.voiceMicrophones = voiceMicrophones
    self.interruptersOnRouteFaders = interruptersOnRouteFaders
  }
}
