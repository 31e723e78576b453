// SPDX-License-Identifier: Apache-2.0
// How a rig runs unattended: alerts, and what the service manager hears.

import AudioBackend
import ControlProtocol
import ControlTower
import Quantities
import RenderCore
import RigEngine
import RigModel

extension EventFeed {
  /// Checks for alerts, and reports those that have begun or ended.
  func lookForAlerts(_ rig: Rig, _ engine: Engine?, _ server: AudioServer, now: MonotonicTime) {
    for change in alerts.look(rig, engine, server, isService: service.isThere, now: now) {
      tell(change, of: rig.alerts?.command ?? [], named: server.name)
    }
  }

  /// Tells the service manager that the rig sounds, and that it lives.
  func tellService(_ engine: Engine, _ server: AudioServer, now: MonotonicTime) {
    guard service.isThere else { return }
    // Two cycles: the first one has come to its end then, on JACK's thread, with the rig's plan.
    if server.isRendering, server.driver.cycles >= 2, engine.hasRendered { service.tellReady() }
    if service.isHungry(now), !alerts.withholdsWatchdog, heartbeat.hasGoneOn(server) {
      service.feed(now)
    }
  }

  /// Tells the service manager how the rig is, in a line.
  func tellStatus(_ engine: Engine, _ server: AudioServer) {
    guard service.isThere else { return }
    service.tell(status: status(engine, server))
  }

  private func status(_ engine: Engine, _ server: AudioServer) -> String {
    guard !engine.tower.isServerLost else {
      return "The JACK server is gone; waiting for it." + (server.waitsFor.map { " \($0)" } ?? "")
    }
    let sessions = engine.live.sessions
    let active = sessions.count {
      engine.tower.session($0.id)?.activation == .active
    }
    var parts = [
      "\(active) of \(sessions.count) sessions active",
      "\(server.status(isLost: false).xruns) xruns",
    ]
    let waiting = engine.context.waiting.count
    if waiting > 0 { parts.append("\(waiting) ports wait to be connected") }
    let words = alerts.raised.map { "\($0.kind.rawValue) of \($0.subject)" }
    if !words.isEmpty { parts.append("ALERT: \(words.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }
}

extension Engine {
  /// Whether a cycle of this rig has been rendered.
  fileprivate var hasRendered: Bool { controller.processor.cycles.count() > 0 }
}

extension ControlTower {
  /// Whether an interrupter lasts, so that sessions are silent as they should be.
  var isInterrupterLasting: Bool {
    activeInterrupters.contains { phase(of: $0) == .lasting }
  }
}
