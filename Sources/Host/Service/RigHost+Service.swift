// SPDX-License-Identifier: Apache-2.0
// How a rig runs without anybody beside it: alerts, what the service manager hears, a reload by signal.

import ControlProtocol
import ControlTower
import JACKDriver
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors

extension RigHost {
  /// Looks for what is wrong, and tells of what has begun and ended.
  func lookForAlerts(_ engine: Engine, now: MonotonicTime) {
    for change in feed.alerts.look(rig, engine, server, now: now) {
      feed.tell(change, of: rig.alerts?.command ?? [], named: server.name)
    }
  }

  /// Tells the service manager how the rig is, and that it lives.
  func tellService(_ engine: Engine, now: MonotonicTime) {
    let service = feed.service
    guard service.isThere, !changes.isClosed else { return }
    // Two cycles: the first one has come to its end then, on JACK's thread, with the rig's plan.
    if server.isRendering, server.driver.cycles >= 2, engine.hasRendered { service.tellReady() }
    if service.isHungry(now), !feed.alerts.withholdsWatchdog, feed.heartbeat.hasGoneOn(server) {
      service.feed(now)
    }
  }

  /// How the rig is, in a line for the service manager.
  func serviceStatus(_ engine: Engine) -> String {
    guard !engine.tower.isServerLost else { return "The JACK server is gone; waiting for it." }
    let sessions = engine.live.sessions
    let active = sessions.count {
      engine.tower.session($0.preset.configuration.id)?.activation == .active
    }
    var parts = [
      "\(active) of \(sessions.count) sessions active", "\(server.driver.xruns) xruns",
    ]
    let waiting = engine.context.waiting.count
    if waiting > 0 { parts.append("\(waiting) ports wait to be connected") }
    let alerts = feed.alerts.raised.map { "\($0.kind.rawValue) of \($0.subject)" }
    if !alerts.isEmpty { parts.append("ALERT: \(alerts.joined(separator: ", "))") }
    return parts.joined(separator: ", ")
  }

  /// Reads the preset again because a signal says so; a bad one leaves the rig as it was.
  func reloadBySignal() async {
    do throws(RigError) {
      try await reload(nil)
    } catch {
      feed.log(.error, "The preset is not reloaded, and the rig plays on as it was: \(error.message)")
    }
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
