// SPDX-License-Identifier: Apache-2.0
// What is heard through a channel, and what follows from that.

package import ControlTower
package import RigModel

extension LiveChannel {
  /// What is heard through a channel.
  package enum Purpose: Hashable, Sendable {
    /// What a session plays: the tower decides about it.
    case session(String)
    /// Heard while the interrupter lasts.
    case interrupter(Interrupter)
    /// Heard while it rings.
    case ring(Interrupter)
    /// Clicks and beeps.
    case systemSounds
    /// The sum of what is sent to it.
    case bus(String)
    /// What the sound of an output goes through.
    case output(String, OutputGraph)

    /// Whether it has a seat in the tower, which decides about it.
    var hasSeat: Bool { if case .session = self { true } else { false } }

    /// Whether it plays its files from memory, so that no disk can keep it waiting.
    var isResident: Bool { !hasSeat }
  }
}

extension LiveChannel.Purpose {
  /// The values of its strip that its user can turn.
  var values: [StripValue] {
    switch self {
    case .session, .bus: StripValue.all
    case .interrupter: StripValue.onBuses
    case .ring, .systemSounds: StripValue.onSystemSounds
    case .output: []
    }
  }

  /// Whether it can be a member of groups, and its plugins have values in the tree.
  var isSessionOrBus: Bool {
    switch self {
    case .session, .bus: true
    case .interrupter, .ring, .systemSounds, .output: false
    }
  }

  /// Whether it sounds as long as the rig runs.
  var isAlwaysOpen: Bool {
    switch self {
    case .session, .interrupter, .ring: false
    case .systemSounds, .bus, .output: true
    }
  }
}
