// SPDX-License-Identifier: Apache-2.0
// What sounds outside the session rules: interrupters and system sounds.

package import ControlTower
import Presets
import Quantities

/// A strip of its own for something that no session plays.
///
/// > Threading: Control.
struct LiveBus {
  /// What it is for.
  enum Purpose: Hashable {
    /// Heard while the interrupter lasts.
    case interrupter(Interrupter)
    /// Heard while it rings.
    case ring(Interrupter)
    /// Clicks and beeps.
    case systemSounds
  }

  let purpose: Purpose
  let session: LiveSession

  /// Whether it is heard while an interrupter lasts, and has all the knobs of one.
  var isInterrupter: Bool { if case .interrupter = purpose { true } else { false } }
}

extension Rig {
  /// The strips outside the session rules, each as a session that no tower knows.
  var buses: [(purpose: LiveBus.Purpose, session: Session)] {
    let interrupters = Interrupter.allCases.compactMap { interrupter in
      self.interrupters[interrupter].map { (LiveBus.Purpose.interrupter(interrupter), $0) }
    }
    let rings = Interrupter.allCases.compactMap { interrupter in
      self.rings[interrupter].map { (LiveBus.Purpose.ring(interrupter), $0) }
    }
    return interrupters + rings + (systemSounds.session.map { [(.systemSounds, $0)] } ?? [])
  }
}

extension SystemSounds {
  /// The sounds as a session with a player for each; `nil` without sounds.
  fileprivate var session: Session? {
    guard !files.isEmpty else { return nil }
    var session = Session(configuration: SessionConfiguration(id: SessionID(Self.name)))
    let names = files.keys.sorted()
    session.sources = names.compactMap { name in
      files[name].map { file in
        var player = Player(file: file)
        player.startsPlaying = false
        return Source(name: name, channels: 2, kind: .player(player))
      }
    }
    session.graph.outputs = (1...2).map { channel in
      names.indices.map { .source($0, channel: channel) }
    }
    session.streams = [Stream(name: "main", channels: [1, 2])]
    session.sends = sends
    session.values = values
    return session
  }
}

extension LiveRig {
  /// The interrupters that the preset lets be heard, each with its strip.
  package var interrupters: [(id: Interrupter, strip: LiveSession)] {
    buses.compactMap { bus in
      guard case .interrupter(let interrupter) = bus.purpose else { return nil }
      return (interrupter, bus.session)
    }
  }
}
