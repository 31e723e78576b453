// SPDX-License-Identifier: Apache-2.0
// Where events go: to the log in sentences, to clients as events.

import ControlProtocol
import ControlServer
import ControlTower
import PluginIsolation
import Quantities
import RigEngine

/// Reports on a rig: sentences for the log, events for clients.
///
/// > Threading: Control.
final class EventFeed {
  let log: RunLog
  /// The service manager that has started the rig, if there is one.
  let service: ServiceLink
  /// Watches for faults of the rig.
  let alerts = AlertWatch()
  private let hook: AlertHook
  /// Whether JACK's thread goes on.
  var heartbeat = Heartbeat()
  /// Sends events to the clients.
  private(set) var publisher: @Sendable (HostEvent, EventRecipients) -> Void = { _, _ in }
  /// The subscriptions to values.
  let values = ValueFeed()
  /// What has been reported of plugins' mistakes.
  private var health = HealthWatch()
  private var last = MonotonicTime.now
  private var lastLook = MonotonicTime.now
  /// When sessions were sent to the background, in seconds since 1970: an interruption that they
  /// hear of late began then (ANC-INT-03).
  private var sentToBackground: [SessionID: Double] = [:]

  /// Writes the log; clients hear nothing until a publisher is there.
  init(_ log: RunLog, _ service: ServiceLink) {
    (self.log, self.service) = (log, service)
    hook = AlertHook(report: log.report)
  }

  /// Writes sentences to the log.
  var report: @Sendable (String) -> Void { log.report }

  /// Sets what sends events to the clients.
  func publish(by publisher: @escaping @Sendable (HostEvent, EventRecipients) -> Void) {
    self.publisher = publisher
  }

  func publish(_ event: HostEvent, to recipients: EventRecipients = .subscribers) {
    publisher(event, recipients)
  }

  // MARK: What the engine says

  /// Publishes a decision, and the event behind it where that concerns all clients.
  func publish(_ entry: DecisionLog.Entry) {
    let decision = entry.decision
    if decision.refusal == nil, let event = decision.event.hostEvent { publish(event) }
    if decision.refusal == nil { noteTime(of: decision.event) }
    let status = DecisionStatus(entry)
    log(.info, status.line)
    publish(.decision(status))
  }

  private func noteTime(of event: TowerEvent) {
    switch event {
    case .setForeground(let id, false):
      sentToBackground[id] = Moment.now.wall.value
    case .removed(let id): sentToBackground[id] = nil
    default: break
    }
  }

  /// Notifies a session's subscribers, and its program if there is one.
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
    log(.debug, "Session '\(session.name)' gets: \(notification)")
    let event = HostEvent.session(session.name, notification)
    publish(event, to: owner.map { .subscribersAnd($0) } ?? .subscribers)
  }

  /// Reports what has happened to a graph in a process of its own.
  func tell(_ change: RemoteGraphEvent, of session: String) {
    let isLoss = if case .lost = change { true } else { false }
    log(isLoss ? .error : .notice, change.sentence(session: session))
    alerts.note(change, of: session)
    if let event = change.event(session: session) { publish(.rig(event)) }
  }

  /// Reports an alert that has begun or ended, and runs the preset's program for it.
  func tell(_ change: AlertWatch.Change, of command: [String], named rig: String) {
    let (kind, subject) = (change.key.kind, change.key.subject)
    if change.isRaised {
      log(.error, "Alert: \(change.sentence)")
      publish(.rig(.alertRaised(alert: kind, subject: subject, sentence: change.sentence)))
    } else {
      report("The alert is over: \(change.sentence)")
      publish(.rig(.alertCleared(alert: kind, subject: subject, sentence: change.sentence)))
    }
    guard !command.isEmpty else { return }
    hook.run(
      command,
      with: [
        "TARMAC_RIG": rig, "TARMAC_ALERT": kind.rawValue, "TARMAC_ALERT_SUBJECT": subject,
        "TARMAC_ALERT_STATE": change.isRaised ? "raised" : "cleared",
        "TARMAC_ALERT_TEXT": change.sentence,
      ]
    )
  }

  /// Runs no more programs for alerts, and ends those that run.
  func closeAlerts() { hook.close() }

  /// Asks the user whether a session may record.
  func askToRecord(_ session: SessionID) {
    let name = session.name
    publish(.rig(.recordPermissionAsked(session: name)))
    report("Session '\(name)' asks to record: answer with 'tarmac permission grant \(name)'.")
  }

  // MARK: What is reported from time to time

  /// How long ago the last tick was.
  func elapsed(now: MonotonicTime) -> Seconds {
    defer { lastLook = now }
    return now.elapsed(since: lastLook)
  }

  /// Whether it is time for collected reports; the caller then calls `tellCollected`.
  func isDue(_ now: MonotonicTime) -> Bool {
    guard now.elapsed(since: last) > HostTimes.reports else { return false }
    last = now
    return true
  }

  /// Reports what plugins have done wrong, what waits in the engine's log, and how processes have
  /// ended.
  func tellCollected(_ engine: Engine, now: MonotonicTime) {
    tellMisbehaviour(engine, now: now)
    engine.log.take(now: now).forEach(report)
    ProcessEnding.takeReports().forEach(report)
  }

  private func tellMisbehaviour(_ engine: Engine, now: MonotonicTime) {
    let plugins = engine.live.channels.flatMap { channel in
      channel.plugins.flatMap { plugin in
        plugin.instances.map { (channel: channel, id: plugin.id, instance: $0) }
      }
    }
    let complaints = health.complaints(of: plugins.map(\.instance), now: now)
    for (index, reason) in complaints.sorted(by: { $0.key < $1.key }) {
      let (channel, plugin) = (plugins[index].channel, plugins[index].id)
      report("Plugin '\(plugin)' of \(channel.title) \(reason).")
      publish(.rig(.pluginMisbehaved(session: channel.name, plugin: plugin, reason: reason)))
    }
  }
}

extension DecisionStatus {
  /// The decision in a line.
  fileprivate var line: String {
    let done = lines.isEmpty ? "" : ": \(lines.joined(separator: "; "))"
    return "#\(number) \(event)\(isRefused ? " is refused" : "")\(done)"
  }
}
