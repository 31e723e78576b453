// SPDX-License-Identifier: Apache-2.0
// Reports what plugins do wrong, soon but not again and again.

import ControlProtocol
import LV2Hosting
import Quantities
import RigEngine

/// What has been reported of plugins' mistakes.
///
/// The first mistake of a plugin is reported at once, later ones after a wait that doubles each
/// time.
struct HealthWatch {
  private var entries: [ObjectIdentifier: Entry] = [:]

  private struct Entry {
    var told: PluginHealth
    var wait = HostTimes.firstComplaint
    var next: MonotonicTime
  }

  /// The complaints that are due about these plugins, by their index; plugins without faults, and
  /// all others, are forgotten.
  mutating func complaints(of plugins: [any HostedPlugin], now: MonotonicTime) -> [Int: String] {
    var present: [ObjectIdentifier: Entry] = [:]
    var complaints: [Int: String] = [:]
    for (index, plugin) in plugins.enumerated() {
      let (key, health) = (ObjectIdentifier(plugin), plugin.health)
      guard health != .good else { continue }
      var entry = entries[key] ?? Entry(told: .good, next: now)
      let fresh = PluginHealthStatus(health, since: entry.told).complaints
      if !fresh.isEmpty, now >= entry.next {
        complaints[index] = fresh.joined(separator: "; ")
        entry.told = health
        entry.next = now.after(entry.wait)
        entry.wait = min(Seconds(2 * entry.wait.value), HostTimes.longestComplaintWait)
      }
      present[key] = entry
    }
    entries = present
    return complaints
  }
}

extension PluginHealthStatus {
  /// What a plugin has done wrong since `then`; all of it if the plugin has started again
  /// meanwhile.
  init(_ health: PluginHealth, since then: PluginHealth = .good) {
    func count(_ part: (PluginHealth) -> Int) -> Int {
      let (now, before) = (part(health), part(then))
      return now >= before ? now - before : now
    }
    self.init(
      notFiniteBlocks: count(\.notFiniteBlocks),
      nanValues: count(\.nanValues),
      malformedSequences: count(\.malformedSequences),
      lateEvents: count(\.lateEvents),
      sequenceOverruns: count(\.sequenceOverruns),
      droppedEvents: count(\.droppedEvents),
      unheardEvents: count(\.unheardEvents)
    )
  }

  /// The same; `nil` where there is nothing to complain of.
  var unlessGood: PluginHealthStatus? { complaints.isEmpty ? nil : self }
}
