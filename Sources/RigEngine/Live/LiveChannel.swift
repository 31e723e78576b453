// SPDX-License-Identifier: Apache-2.0
// Channels outside the session rules: interrupters, system sounds, buses, the graphs of outputs.

package import ControlTower
import Presets
import Quantities
import RenderCore

/// A channel that is no session's: nobody plays it, or others go through it.
///
/// > Threading: Control.
struct LiveChannel {
  /// What it is for.
  enum Purpose: Hashable {
    /// Heard while the interrupter lasts.
    case interrupter(Interrupter)
    /// Heard while it rings.
    case ring(Interrupter)
    /// Clicks and beeps.
    case systemSounds
    /// The sum of what is sent to it.
    case bus(String)
    /// What the sound of an output goes through.
    case output(String, OutputGraph)
  }

  let purpose: Purpose
  let session: LiveSession
  /// Where a bus is summed; `nil` for a channel that is no bus.
  let sum: BusNode?

  init(purpose: Purpose, session: LiveSession) {
    (self.purpose, self.session) = (purpose, session)
    if case .bus = purpose {
      sum = BusNode(channels: session.session.sources[0].channels)
    } else {
      sum = nil
    }
  }

  /// The values of its strip that its user can turn.
  var values: [StripValue] {
    switch purpose {
    case .interrupter: StripValue.onBuses
    case .ring, .systemSounds: StripValue.onSystemSounds
    case .bus: StripValue.all
    case .output: []
    }
  }

  /// Whether it sounds as long as the rig runs.
  var isAlwaysOpen: Bool {
    switch purpose {
    case .interrupter, .ring: false
    case .systemSounds, .bus, .output: true
    }
  }
}

extension Rig {
  /// The channels outside the session rules, each as a session that no tower knows.
  var channels: [(purpose: LiveChannel.Purpose, session: Session)] {
    let interrupters = Interrupter.allCases.compactMap { interrupter in
      self.interrupters[interrupter].map { (LiveChannel.Purpose.interrupter(interrupter), $0) }
    }
    let rings = Interrupter.allCases.compactMap { interrupter in
      self.rings[interrupter].map { (LiveChannel.Purpose.ring(interrupter), $0) }
    }
    return interrupters + rings + (systemSounds.session.map { [(.systemSounds, $0)] } ?? [])
      + buses.map { (.bus($0.name), $0) } + routes.flatMap(\.graphChannels)
  }
}

extension Rig {
  /// The sessions and channels of another rig that are in this one by their names, and what they
  /// are here.
  func strips(alsoIn other: Rig) -> [(before: Session, after: Session)] {
    let present = Dictionary(
      (sessions + channels.map(\.session)).map { ($0.name, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return (other.sessions + other.channels.map(\.session)).compactMap { before in
      present[before.name].map { (before, $0) }
    }
  }
}

extension Route {
  /// What its sound goes through, each as a session that hears nothing else, and goes nowhere else.
  fileprivate var graphChannels: [(LiveChannel.Purpose, Session)] {
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
    channels.compactMap { bus in
      guard case .interrupter(let interrupter) = bus.purpose else { return nil }
      return (interrupter, bus.session)
    }
  }
}
