// SPDX-License-Identifier: Apache-2.0
// Everything that the tower knows, at a moment.

import Quantities

/// Sessions, interrupters and the rig at a moment.
struct TowerState: Hashable, Sendable {
  /// The sessions in the order in which they came.
  var sessions = SessionList()
  /// How many activations there were.
  var activations = 0
  /// The interrupters that ring or last, and their phases.
  var interrupters: [Interrupter: InterrupterPhase] = [:]
  /// The switches of the rig.
  var switches = RigSwitches()
  /// The ports that can be used, in the order in which they came.
  var ports: [PortDescription] = []
  /// The ports that the user has picked in place of those plugged in last.
  var picks: [PortDirection: PortID] = [:]
  /// The volumes that the user has set, by category and output.
  var volumes: [VolumeKey: Decibels] = [:]
  /// Volumes that nobody has set, of earlier owners of an output.
  var heldVolumes: [VolumeKey: Decibels] = [:]
  /// The volume that each output was last set to; one that is missing sounds at full level.
  var appliedVolumes: [PortID: Decibels] = [:]
  /// Which session sends to which.
  var connections: [SessionConnection] = []
  /// What the rig's owner has decided.
  var policy = RigPolicy.standard
  /// What the hardware runs with; `nil` until that is known.
  var hardware: Hardware?
  /// The cycle that was asked of the hardware last.
  var appliedIOBufferDuration: Seconds?
  /// The input gain that was asked of the hardware last.
  var appliedInputGain = 1.0
  /// Whether the audio server is gone.
  var isServerLost = false
  /// What silences system sounds.
  var systemSoundSilencing: Explanation?

  func index(of id: SessionID) -> Int? {
    sessions.index(of: id)
  }

  /// A port that can be used.
  func port(_ id: PortID) -> PortDescription? {
    ports.first { $0.id == id }
  }

  /// How many channels ports have together.
  func channels(of ids: [PortID]) -> Int {
    ids.compactMap { port($0)?.channels }.reduce(0, +)
  }

  /// The interrupter that outranks the others.
  var highestInterrupter: Interrupter? { interrupters.keys.min() }
}

/// The phase of an interrupter.
package enum InterrupterPhase: Hashable, Sendable {
  /// It announces itself and can be declined.
  case ringing
  /// It lasts.
  case lasting
}

/// The switches that the operator has.
package struct RigSwitches: Hashable, Sendable {
  /// The silent switch.
  package internal(set) var isSilent = false
  /// The lock, or curtain.
  package internal(set) var isLocked = false
  /// The switch that cuts all microphones off.
  package internal(set) var isMicrophoneMuted = false
  /// The operator that keeps ringing and the assistant from interrupting, if any.
  package internal(set) var doNotInterrupt: String?
}

/// A connection from one session into another.
struct SessionConnection: Hashable, Sendable {
  let from: SessionID
  let to: SessionID
  /// Whether sound flows.
  var isOpen = false
}
