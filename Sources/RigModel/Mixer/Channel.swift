// SPDX-License-Identifier: Apache-2.0
// A channel of the mixer, whatever is heard through it: a session, an interrupter, a bus.

public import ControlTower

/// A channel as a preset describes it: sources, a graph, a strip and sends.
public struct Channel: Hashable, Sendable {
  /// The name of what is heard through it, unique in the rig.
  public var name: String
  /// Its MIDI ports, if it has any.
  public var midi: MIDIPorts?
  /// Where its sound comes from; each is a node of the graph under its name.
  public var sources: [Source] = []
  /// The processing between sources and outputs.
  public var graph = Graph()
  /// Whether something that its graph needs is not there, so that it has none and is silent.
  public var isGraphMissing = false
  /// Where the graph runs.
  public var isolation = Isolation.none
  /// Named groups of the graph's output channels; always holds at least `main`, all channels.
  public var streams: [Stream] = []
  /// Where the streams go.
  public var sends: [Send] = []
  /// Where its sends enter outputs.
  public var entry = OutputEntry.sum
  /// The graph's output channels (from 1) that its program takes by JACK ports of its own, before
  /// duck, fader and mute.
  public var captured: [Int] = []
  /// The values of its strip.
  public var values = StripValues()
  /// The locks and limits of its strip; only interrupters have any.
  public var guards = StripGuards()

  /// Where its sends lead.
  public var sendTargets: SendTargets {
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
  public init(name: String) {
    self.name = name
  }
}

/// Where sound enters an output.
public enum OutputEntry: Hashable, Sendable {
  /// In the sum that goes through the output's graph, fader, mute, dim and night level.
  case sum
  /// Behind these, before the limiter alone, as an interrupter with a level of its own does
  /// (VOL-02).
  case post
}

/// Where a session's graph runs.
public enum Isolation: String, Hashable, Sendable, CaseIterable {
  /// In the rig's own process.
  case none
  /// In a process of its own, so that a plugin that crashes silences its session and nothing else.
  case process
  /// In a process of its own that may do little more than render: it writes no files, opens no
  /// sockets, starts nothing.
  case sandbox

  /// Whether the graph has a process of its own.
  public var isSeparate: Bool { self != .none }
}
