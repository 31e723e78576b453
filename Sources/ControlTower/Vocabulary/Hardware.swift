// SPDX-License-Identifier: Apache-2.0
// The preferences of sessions for the hardware, and its actual values.

package import Quantities

/// A preference of a session: for a value of the hardware, where `nil` ends it, or for how the
/// session is treated.
package enum Preference: Hashable, Sendable {
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
package struct Preferences: Hashable, Sendable {
  /// How long one cycle is to last.
  package internal(set) var ioBufferDuration: Seconds?
  /// The sample rate.
  package internal(set) var sampleRate: SampleRate?
  /// How many channels come in.
  package internal(set) var inputChannels: Int?
  /// How many channels go out.
  package internal(set) var outputChannels: Int?
  /// The gain of the input, 0 to 1.
  package internal(set) var inputGain: Double?
  /// Where sound is to come from.
  package internal(set) var input: PortID?
}

/// What the hardware runs with.
package struct Hardware: Hashable, Sendable {
  /// How long one cycle lasts.
  package var ioBufferDuration: Seconds
  /// The sample rate.
  package var sampleRate: SampleRate

  /// Describes the hardware.
  package init(ioBufferDuration: Seconds, sampleRate: SampleRate) {
    self.ioBufferDuration = ioBufferDuration
    self.sampleRate = sampleRate
  }
}

/// The key of a remembered volume: its owner, such as a category, and the output (VOL-01).
package struct VolumeKey: Hashable, Sendable {
  /// The owner of the volume.
  package var owner: Owner
  /// The output.
  package var output: PortID

  /// The owner of an output's volume.
  package enum Owner: Hashable, Sendable {
    case category(Category)
    case interrupter(Interrupter)
  }

  /// Names a volume.
  package init(_ owner: Owner, on output: PortID) {
    self.owner = owner
    self.output = output
  }
}

/// What the rig's owner has decided for all sessions.
package struct RigPolicy: Hashable, Sendable {
  /// Whether sessions that only play may become active during an accepted call (ANC-ACT-03).
  package var callAllowsPlayback: Bool
  /// The shortest and the longest cycle that sessions may ask for.
  package var ioBufferLimits: ClosedRange<Seconds>
  /// Pairs of outputs that multiRoute may use together, in addition to the three that it always
  /// may.
  package var extraOutputPairs: Set<Set<PortRole>>
  /// What multiRoute does with a combination of outputs that is not promised.
  package var ineligibleCombination: IneligibleCombination
  /// The microphone of measurement sessions (MEAS-02); without one the first that came.
  package var primaryInput: PortID?
  /// Built-in microphones, the best for voices first (MODE-11).
  package var voiceMicrophones: [PortID]
  /// The interrupters that follow the volumes of outputs (VOL-02).
  package var interruptersOnRouteFaders: Set<Interrupter>

  /// What happens to outputs that can't be used together.
  package enum IneligibleCombination: String, Hashable, Sendable, CaseIterable {
    /// The one plugged in last is used alone.
    case dominant
    /// All are used, as the rig's owner has decided.
    case allow
  }

  /// The default policy.
  package static let standard = RigPolicy()

  /// Describes a policy.
  package init(
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
