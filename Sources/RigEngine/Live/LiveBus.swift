// SPDX-License-Identifier: Apache-2.0
// What has a strip outside the session rules: interrupters, system sounds, the graphs of outputs.

package import ControlTower
import Presets
import Quantities

/// A strip of its own for something that no session plays, or that all of them go through.
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
    /// What the sound of an output goes through.
    case output(String, OutputGraph)
  }

  let purpose: Purpose
  let session: LiveSession

  /// What of its strip its user can turn.
  var values: [StripValue] {
    switch purpose {
    case .interrupter: StripValue.onBuses
    case .ring, .systemSounds: StripValue.onSystemSounds
    case .output: []
    }
  }

  /// Whether it sounds as long as the rig runs.
  var isAlwaysOpen: Bool {
    switch purpose {
    case .interrupter, .ring: false
    case .systemSounds, .output: true
    }
  }
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
      + routes.flatMap(\.strips)
  }
}

extension Route {
  /// What its sound goes through, each as a session that hears nothing else, and goes nowhere else.
  fileprivate var strips: [(LiveBus.Purpose, Session)] {
    OutputGraph.allCases.compactMap { place in
      graphs[place].map { graph in
        var session = Session(configuration: SessionConfiguration(id: SessionID(name)))
        session.sources = [Source(name: "source", channels: channels.count, kind: .insert)]
        session.graph = graph
        return (.output(name, place), session)
      }
    }
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
