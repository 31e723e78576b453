// SPDX-License-Identifier: Apache-2.0
// How long the tower takes to decide one event.

import ControlTower
import Quantities
import SeededNumbers

/// Microseconds for an event, over many events of a busy rig.
struct DecisionTimes {
  private let sorted: [Double]

  var perSecond: Double { 1e6 * Double(sorted.count) / sorted.reduce(0, +) }
  var median: Double { quantile(0.5) }
  var p999: Double { quantile(0.999) }
  var worst: Double { sorted[sorted.count - 1] }

  /// Times events in a tower with so many sessions, of which a tenth duck and a third mix.
  init(sessions: Int) {
    var tower = ControlTower()
    var numbers = SeededNumbers(seed: 1)
    for role in [PortRole.speaker, .lineOut, .headphones] {
      let port = PortDescription(id: PortID(role.rawValue), role: role, direction: .output)
      _ = tower.decide(.plugged(port))
    }
    for number in 0..<sessions { _ = tower.decide(.added(Self.session(number))) }
    for number in 0..<sessions where number % 3 != 0 {
      _ = tower.decide(.activate(SessionID("session\(number)")))
    }
    let clock = ContinuousClock()
    var times: [Double] = []
    // Enough for a meaningful 99.9th percentile.
    for _ in 0..<20_000 {
      let event = Self.event(sessions, &numbers)
      let time = clock.measure { _ = tower.decide(event) }
      times.append(Double(time.components.attoseconds) / 1e12)
    }
    sorted = times.sorted()
  }

  private func quantile(_ part: Double) -> Double {
    sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  private static func session(_ number: Int) -> SessionConfiguration {
    let options: Set<CategoryOption> =
      number % 10 == 1 ? [.duckOthers] : number % 3 == 1 ? [.mixWithOthers] : []
    return SessionConfiguration(
      id: SessionID("session\(number)"),
      category: number % 3 == 2 ? .ambient : .playback,
      options: number % 3 == 2 ? [] : options
    )
  }

  private static func event(_ sessions: Int, _ numbers: inout SeededNumbers) -> TowerEvent {
    let id = SessionID("session\(Int.random(in: 0..<sessions, using: &numbers))")
    return switch Int.random(in: 0..<8, using: &numbers) {
    case 0...2: .activate(id)
    case 3...4: .deactivate(id, notifyingOthers: true)
    case 5: .setPlaying(id, Bool.random(using: &numbers))
    case 6: .setSilent(Bool.random(using: &numbers))
    default: .interrupterEnded(.phone, shouldResume: true)
    }
  }
}
