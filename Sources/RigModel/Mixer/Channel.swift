// SPDX-License-Identifier: Apache-2.0
// A channel of the mixer, whatever is heard through it: a session, an interrupter, a bus.

package import ControlTower

/// A channel as a preset describes it: sources, a graph, a strip and sends.
package struct Channel: Hashable, Sendable {
  /// The name of what is heard through it, unique in the rig.
  package var name: String
  /// Its MIDI ports, if it has any.
  package var midi: MIDIPorts?
  /// Where its sound comes from; each is a node of the graph under its name.
  package var sources: [Source] = []
  /// Which of them sound in place of the others when those fall silent; `nil`: all sound always.
  package var fallback: Fallback?
  /// The processing between sources and outputs.
  package var graph = Graph()
  /// Whether something that its graph needs is not there, so that it has none and is silent.
  package var isGraphMissing = false
  /// Where the graph runs.
  package var isolation = Isolation.none
  /// Named groups of the graph's output channels; always holds at least `main`, all channels.
  package var streams: [Stream] = []
  /// Where the streams go.
  package var sends: [Send] = []
  /// Where its sends enter outputs.
  package var entry = OutputEntry.sum
  /// The graph's output channels (from 1) that its program takes by JACK ports of its own, before
  /// duck, fader and mute.
  package var captured: [Int] = []
  /// The values of its strip.
  package var values = StripValues()
  /// The locks and limits of its strip; only interrupters have any.
  package var guards = StripGuards()

  /// Where its sends lead.
  package var sendTargets: SendTargets {
    func outputs(_ isMeant: (Send) -> Bool) -> Set<PortID> {
      Set(sends.filter { !$0.isImplied && isMeant($0) }.flatMap(\.outputs).map { PortID($0) })
    }
    var targets = SendTargets(
      pinned: outputs { _ in true },
      followsRoute: sends.contains(where: \.followsRoute)
    )
    targets.cueOnly = targets.pinned.subtracting(outputs { !$0.isCueOnly })
    targets.beforeDuck = targets.pinned.subtracting(outputs { $0.tap == .post })
    return targets
  }

  /// The sessions whose sound, after their ducks, is its only sound; empty if it has any other.
  package var relays: Set<SessionID> {
    var relays: Set<SessionID> = []
    for source in sources {
      guard case .session(let name, _, .post) = source.kind else { return [] }
      relays.insert(SessionID(name))
    }
    return graph.inserts.isEmpty && midi == nil ? relays : []
  }

  /// Makes a channel without sound.
  package init(name: String) {
    self.name = name
  }
}

/// Where sound enters an output.
package enum OutputEntry: Hashable, Sendable {
  /// In the sum that goes through the output's graph, fader, mute, dim and night level.
  case sum
  /// Behind these, before the limiter alone, as an interrupter with a level of its own does
  /// (VOL-02).
  case post
}

/// Where a session's graph runs.
package enum Isolation: String, Hashable, Sendable, CaseIterable {
  /// In the rig's own process.
  case none
  /// In a process of its own, so that a plugin that crashes silences its session and nothing else.
  case process
  /// In a process of its own that may do little more than render: it writes no files, opens no
  /// sockets, starts nothing.
  case sandbox

  /// Whether the graph has a process of its own.
  package var isSeparate: Bool { self != .none }
}
