// SPDX-License-Identifier: Apache-2.0
// The values of an interrupter's strip that its preset protects from changes at any door.

import ControlTower
import Quantities

/// Locks and limits of a strip that a preset sets, and that nobody can lift while the rig runs.
package struct StripGuards: Hashable, Sendable {
  /// What is locked.
  package var locked = Locked.nothing
  /// Where the fader may be, in dB.
  package var faderRange: ClosedRange<Double>?

  /// Which values of a strip are locked.
  package enum Locked: Hashable, Sendable {
    case nothing
    case everything
    /// Values of the strip by their keys; `sends` are the levels of all sends.
    case some(Set<String>)
  }

  /// The keys that `locked` may list.
  package static let keys = StripValue.onBuses.map(\.key) + [RigPath.Branch.sends.rawValue]

  /// No locks and no limits.
  package init() {}

  /// Whether a value is locked, given by its path after the name of the strip.
  func locks(_ path: Substring) -> Bool {
    switch locked {
    case .nothing: false
    case .everything: true
    case .some(let keys): keys.contains(String(path.prefix { $0 != "." }))
    }
  }

}

extension Rig {
  /// The guards of the strip that a path of the tree belongs to, and the rest of the path; `nil`
  /// where there are none.
  private func guards(of path: String) -> (guards: StripGuards, rest: Substring)? {
    guard let dot = path.firstIndex(of: "."),
      let interrupter = Interrupter(rawValue: String(path[..<dot])),
      let channel = interrupters[interrupter]
    else { return nil }
    return (channel.guards, path[path.index(after: dot)...])
  }

  /// Whether the preset locks a value, by its path in the tree.
  package func locks(_ path: String) -> Bool {
    guards(of: path).map { $0.guards.locks($0.rest) } ?? false
  }

  /// The range that the preset allows for a value, by its path in the tree; `nil` for that of its
  /// kind.
  package func range(of path: String) -> ClosedRange<Double>? {
    guards(of: path).flatMap { $0.rest == StripValue.fader.key ? $0.guards.faderRange : nil }
  }

  /// Whether a session restores something when the rig is started again.
  package func remembers(_ what: Remembered, of session: Session) -> Bool {
    (session.seat.remembered ?? remembered).contains(what)
  }
}
