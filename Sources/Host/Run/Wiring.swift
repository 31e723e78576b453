// SPDX-License-Identifier: Apache-2.0
// The connections of the rig's ports: made by its rules, and read for clients, both off the actor.

import AudioBackend
import PluginIsolation
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel

/// The cables of a rig: which of its routes are plugged in, and what its ports are connected to.
///
/// JACK may take its time to connect; the rig answers meanwhile.
///
/// > Threading: Control.
final class Wiring {
  private let link: AudioLink
  private let report: @Sendable (String) -> Void
  private var routes: RoutePresence
  /// When connections are to be looked at again.
  private var due: MonotonicTime?
  /// Whether connections are being made.
  private(set) var isConnecting = false
  /// Whether connections have changed since they were read.
  private var areConnectionsOld = true
  /// When they are read again because some are missing: a busy server shows late what was
  /// connected.
  private var nextReading = MonotonicTime.distantPast
  /// Whether connections are being read; all changes that come meanwhile are read afterwards, in
  /// one go.
  private var isReading = false

  /// How often in succession JACK has refused connections, and how often in succession a connection
  /// was missing that it had not refused.
  private var (refusals, ignorances) = (0, 0)
  /// The wait after a refusal doubles up to 32 s.
  private static let mostDoublings = 6
  /// How many readings in succession must find a connection missing before that is reported.
  private static let patience = 5

  /// Prepares for these routes; nothing is connected yet.
  init(_ link: AudioLink, of routes: [Route], report: @escaping @Sendable (String) -> Void) {
    self.link = link
    self.report = report
    self.routes = RoutePresence(of: routes)
  }

  // MARK: Routes

  /// Finds out which routes can be used.
  func look() -> Set<String> {
    routes.look(at: link.presentPorts(), client: link.driver.clientName)
    return routes.present
  }

  /// Takes new routes in place of the old ones, and finds out which of them can be used.
  func look(atRoutes renewed: [Route]) -> Set<String> {
    routes = RoutePresence(of: renewed)
    return look()
  }

  /// Notes that a port of that name has come; its effects follow soon.
  func gain(_ port: String) {
    routes.gain(port)
  }

  /// Notes that a port goes; returns the routes that are left if one goes with it.
  func lose(_ port: String) -> Set<String>? {
    routes.lose(port) ? routes.present : nil
  }

  // MARK: Ports

  /// Adds the ports that are new and returns all channels of the new rig; a failure leaves the old
  /// ports as they were.
  func addPorts(
    of change: RigChange,
    _ engine: Engine
  ) throws(RigError) -> [PortKey: Int] {
    let future = change.ports
    let present = engine.live.ports
    do {
      try link.add(future)
      return link.channels(of: future)
    } catch {
      link.removeOthers(than: present).perform()
      try? link.add(present)
      engine.context.publish(
        channels: link.channels(of: present),
        blockFrames: engine.context.blockFrames
      )
      connectAtOnce(engine)
      throw RigError(error)
    }
  }

  /// Lets go of the ports that the rig does not have any more; the rig goes on meanwhile.
  nonisolated(nonsending) func removeOldPorts(_ engine: Engine) async {
    await link.removeOthers(than: engine.live.ports).performed()
  }

  // MARK: Making connections

  /// Notes that ports have come or gone.
  func notePorts() {
    // JACK reports a port before it is gone, and the ports of a client one by one.
    let soon = MonotonicTime.now.after(HostTimes.tick)
    due = min(due ?? soon, soon)
  }

  /// Whether connections are to be made now; the caller then calls `connect`.
  func beginsConnecting(_ now: MonotonicTime) -> Bool {
    guard let due, due <= now, !isConnecting else { return false }
    isConnecting = true
    return true
  }

  /// Makes the connections that are missing, and reports which ports are waited for; the rig
  /// answers meanwhile.
  nonisolated(nonsending) func connect(_ engine: Engine) async {
    isConnecting = true
    defer { isConnecting = false }
    guard let task = connecting(engine) else { return }
    let result = await task.performed()
    // The rig may have been rebuilt meanwhile, with connections of its own.
    if link.driver.isActive { note(result, engine) }
  }

  /// The same while the rig is not up yet, or after a change of it has failed.
  func connectAtOnce(_ engine: Engine) {
    guard let task = connecting(engine) else { return }
    note(task.perform(), engine)
  }

  /// The tower hears first of routes that have come, so that they have their level when they are
  /// connected.
  private func connecting(_ engine: Engine) -> ServerTask<ConnectionReport>? {
    due = nil
    engine.mixer.setPresent(look())
    return link.connecting(leaving: routes.vanished)
  }

  private func note(_ result: ConnectionReport, _ engine: Engine) {
    link.note(result).forEach(report)
    areConnectionsOld = true
    engine.context.waiting = link.waiting
    refusals = link.isRefused ? refusals + 1 : 0
    // What is refused again and again is tried less and less often: JACK logs each refusal.
    if link.isRefused {
      let factor = Double(1 << min(refusals, Self.mostDoublings))
      due = .now.after(Seconds(HostTimes.search.value * factor))
    }
  }

  // MARK: Reading connections

  /// Notes that connections have changed.
  func noteConnections() {
    areConnectionsOld = true
  }

  /// Whether connections are to be read now; the caller then calls `read`.
  func beginsReading(_ now: MonotonicTime) -> Bool {
    let isDue = areConnectionsOld || (link.cables.areMissing && now > nextReading)
    guard isDue, !isReading, link.driver.isActive else { return false }
    nextReading = now.after(HostTimes.search)
    isReading = true
    return true
  }

  /// Reads what the ports are connected to.
  nonisolated(nonsending) func read(_ engine: Engine) async {
    (areConnectionsOld, isReading) = (false, true)
    defer { isReading = false }
    let seen = await link.readingConnections().performed()
    guard link.driver.isActive else { return }
    link.note(seen, leaving: routes.vanished)
    engine.context.cutRoutes = link.cables.cutRoutes
    noteIgnored()
  }

  private func noteIgnored() {
    let ignored = link.cables.ignored
    ignorances = ignored.isEmpty ? 0 : ignorances + 1
    guard ignorances == Self.patience, let one = ignored.first else { return }
    report("JACK does not connect \(one.from) to \(one.to), and does not say why.")
    report(AudioLink.selfConnectHint)
  }
}
