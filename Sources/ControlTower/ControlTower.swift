// SPDX-License-Identifier: Apache-2.0
// The tower: events go in, effects come out; it has no other input or output.

package import Quantities

/// Decides which sessions sound, which are ducked, and which have to wait.
///
/// A pure value: the same events in the same order give the same effects. Copy it to ask "what if".
package struct ControlTower: Hashable, Sendable {
  private(set) var state = TowerState()

  /// Makes a tower that knows no session.
  package init() {}

  /// Decides one event and returns what is to be done, in order; a refused event changes nothing.
  package mutating func handle(_ event: TowerEvent) throws(Refusal) -> [TowerEffect] {
    if event == .mediaServicesReset, !state.isServerLost {
      // The loss was not noticed, but everything has been made again.
      let lost = try handle(.mediaServicesLost)
      return try lost + handle(.mediaServicesReset)
    }
    var transaction = Transaction(state)
    try transaction.apply(event)
    transaction.settle()
    let effects = transaction.effects()
    state = transaction.state
    return effects
  }

  /// The sessions, in the order in which they came.
  package var sessions: SessionList { state.sessions }

  /// The state of a session; `nil` when there is none of that name.
  package func session(_ id: SessionID) -> SessionState? {
    state.index(of: id).map { state.sessions[$0] }
  }

  /// The interrupters that last or ring, the one with the highest rank first.
  package var activeInterrupters: [Interrupter] { state.interrupters.keys.sorted() }

  /// The phase of an interrupter; `nil` when it neither rings nor lasts.
  package func phase(of interrupter: Interrupter) -> InterrupterPhase? {
    state.interrupters[interrupter]
  }

  /// The operator's switches.
  package var switches: RigSwitches { state.switches }

  /// The ports that can be used, the last one plugged in last.
  package var ports: [PortDescription] { state.ports }

  /// What the hardware runs with; `nil` until that is known.
  package var hardware: Hardware? { state.hardware }

  /// Whether the audio server is gone.
  package var isServerLost: Bool { state.isServerLost }

  /// The volumes that the user has set.
  package var volumes: [VolumeKey: Decibels] { state.volumes }
}
