// SPDX-License-Identifier: Apache-2.0
// What the rig's ports are connected to: made by its rules, and seen for those who ask, both beside the actor.

import JACKDriver
import PluginIsolation
import Quantities
import RigEngine

extension RigHost {
  /// Makes or reads connections where that is due; called with each tick.
  func lookAfterConnections(_ conductor: RigConductor, now: MonotonicTime) {
    if let due = connectionsDue, due <= now, !isChanging, !isConnecting {
      isConnecting = true
      Task { await connect(conductor) }
    }
    if areConnectionsOld, !isReadingConnections, link.driver.isActive {
      isReadingConnections = true
      Task { await readConnections() }
    }
  }

  /// Looks what the ports are connected to.
  func readConnections() async {
    (areConnectionsOld, isReadingConnections) = (false, true)
    defer { isReadingConnections = false }
    let seen = await link.readingConnections().performed()
    if link.driver.isActive { link.note(seen) }
  }

  /// Makes the connections that are missing, and says what is waited for; the rig answers meanwhile.
  func connect(_ conductor: RigConductor) async {
    isConnecting = true
    defer { isConnecting = false }
    guard let errand = connecting(conductor) else { return }
    let result = await errand.performed()
    // Another one may have been made anew meanwhile, with connections of its own.
    if link.driver.isActive { note(result, conductor) }
  }

  /// The same while the rig is not up yet, or can't become what it was to become.
  func connectAtOnce(_ conductor: RigConductor) {
    guard let errand = connecting(conductor) else { return }
    note(errand.perform(), conductor)
  }

  /// The tower hears first of routes that have come, so that they have their level when they are connected.
  private func connecting(_ conductor: RigConductor) -> ServerErrand<ConnectionReport>? {
    connectionsDue = nil
    presence.look(at: link.driver.presentPorts(), client: link.driver.clientName)
    conductor.mixer.setPresent(presence.present)
    return link.connecting(leaving: presence.vanished)
  }

  private func note(_ result: ConnectionReport, _ conductor: RigConductor) {
    link.note(result).forEach(report)
    areConnectionsOld = true
    conductor.stage.waiting = link.waiting
    for session in conductor.live.sessions { session.isolatedGraph?.connect() }
    if link.isRefused { connectionsDue = .now.after(HostTimes.search) }
  }
}
