// SPDX-License-Identifier: Apache-2.0
// Where events go: to the log in sentences, to clients as events.

import ControlProtocol
import ControlServer
import ControlTower
import Glibc
import PluginIsolation
import Quantities
import RigEngine

/// Reports on a rig: sentences for the log, events for clients.
///
/// > Threading: Control.
final class EventFeed {
  let report: @Sendable (String) -> Void
  /// Takes events to the clients.
  private(set) var publisher: @Sendable (HostEvent, EventRecipients) -> Void = { _, _ in }
  /// Who is told of values.
  let values = ValueFeed()
  /// What has been told of the behaviour of plugins.
  private var health = HealthWatch()
  private var last = MonotonicTime.now
  /// When sessions were sent to the background, in seconds since 1970: what they are told late began then (ANC-INT-03).
  private var sentToBackground: [SessionID: Double] = [:]

  /// Writes the log with `report`; clients hear nothing until a publisher is there.
  init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  /// Says who takes events to the clients.
  func publish(by publisher: @escaping @Sendable (HostEvent, EventRecipients) -> Void) {
    self.publisher = publisher
  }

  func publish(_ event: HostEvent, to recipients: EventRecipients = .subscribers) {
    publisher(event, recipients)
  }

  // MARK: What the engine says

  /// Tells of a decision, and of what it says about the world.
  func publish(_ entry: DecisionLog.Entry) {
    let decision = entry.decision
    if decision.refusal == nil, let event = decision.event.hostEvent { publish(event) }
    if decision.refusal == nil { noteTime(of: decision.event) }
    publish(.decision(DecisionStatus(entry)))
  }

  private func noteTime(of event: TowerEvent) {
    switch event {
    case .setForeground(let id, false):
      var now = timespec()
      unsafe clock_gettime(CLOCK_REALTIME, &now)
      sentToBackground[id] = Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
    case .removed(let id): sentToBackground[id] = nil
    default: break
    }
  }

  /// Tells a session's subscribers, and its program if there is one.
  func publish(_ notification: SessionNotification, of session: SessionID, to owner: ClientID?) {
    var notification = notification
    if case .interruptionBegan(let reason, let by, true, nil) = notification {
      notification = .interruptionBegan(
        reason: reason,
        by: by,
        wasSuspended: true,
        began_seconds: sentToBackground[session]
      )
    }
    let event = HostEvent.session(session.name, notification)
    publish(event, to: owner.map { .subscribersAnd($0) } ?? .subscribers)
  }

  /// Tells what has become of a graph in a process of its own.
  func tell(_ change: RemoteGraphEvent, of session: String) {
    report(change.sentence(session: session))
    if let event = change.event(session: session) { publish(.rig(event)) }
  }

  /// Asks the user whether a session may record.
  func askToRecord(_ session: SessionID) {
    let name = session.name
    publish(.rig(.recordPermissionAsked(session: name)))
    report("Session '\(name)' asks to record: answer with 'tarmac permission grant \(name)'.")
  }

  // MARK: What is reported from time to time

  /// Whether it is time to tell what has come together; the caller then calls `tellCollected`.
  func isDue(_ now: MonotonicTime) -> Bool {
    guard now.elapsed(since: last) > HostTimes.reports else { return false }
    last = now
    return true
  }

  /// Tells what plugins have done wrong, what waits to be told, and what processes did at their end.
  func tellCollected(_ engine: Engine, now: MonotonicTime) {
    tellMisbehaviour(engine, now: now)
    engine.log.take().forEach(report)
    ProcessEnding.takeReports().forEach(report)
  }

  private func tellMisbehaviour(_ engine: Engine, now: MonotonicTime) {
    let plugins = engine.live.strips.flatMap { session in
      session.plugins.flatMap { plugin in
        plugin.instances.map { (session: session.name, id: plugin.id, instance: $0) }
      }
    }
    let complaints = health.complaints(of: plugins.map(\.instance), now: now)
    for (index, reason) in complaints.sorted(by: { $0.key < $1.key }) {
      let (session, plugin) = (plugins[index].session, plugins[index].id)
      report("Plugin '\(plugin)' of session '\(session)' \(reason).")
      publish(.rig(.pluginMisbehaved(session: session, plugin: plugin, reason: reason)))
    }
  }
}
