// SPDX-License-Identifier: Apache-2.0
// What the rig wants of an isolated graph, and how a process is told.

import ChildPrograms
import LV2Hosting
import Presets

/// What the rig wants of an isolated graph, whatever process there is.
struct WantedGraph {
  private(set) var session: Session
  private var tokens: Set<String> = []
  private var isSounding = false

  /// Wants the graph of a session, which stands still.
  init(of session: Session) {
    self.session = session
  }

  // MARK: Changes

  /// Lets the graph run, or stand still; returns the order for that, if that is a change.
  mutating func sound(_ isOn: Bool) -> IsolationOrder? {
    guard isOn != isSounding else { return nil }
    isSounding = isOn
    return .sound(isOn)
  }

  /// Says what the session holds for itself alone; returns the order for that, if that is a change.
  mutating func hold(_ tokens: Set<String>) -> IsolationOrder? {
    guard tokens != self.tokens else { return nil }
    self.tokens = tokens
    return .hold(tokens)
  }

  /// Takes over a session with the same sound; returns whether its MIDI is connected otherwise.
  mutating func rewire(_ session: Session) -> Bool {
    defer { self.session = session }
    return session.exchangePortNames != self.session.exchangePortNames
      || session.graph.midiConnections != self.session.graph.midiConnections
  }

  // MARK: For a process

  /// What a process is to run, with plugins to which this was done before.
  func task(
    _ histories: [PluginHistory],
    at endpoint: IsolationEndpoint,
    folder: String?
  ) -> IsolationTask {
    let sideChains = session.graph.sideChainSignals
    let ports = session.exchangePortNames
    func name(_ port: String) -> String { "\(endpoint.client):\(port)" }
    return IsolationTask(
      session: session.name,
      client: String("\(endpoint.client)-\(session.name)".prefix(60)),
      server: endpoint.server,
      sends: ports.sends.map(name),
      returns: ports.returns.map(name),
      midiSend: ports.midiSend.map(name),
      midiReturn: ports.midiReturn.map(name),
      sources: session.sources.map(\.channels) + sideChains.map { _ in 1 },
      graph: session.graph.hearing(sideChains, from: session.sources.count),
      tokens: tokens,
      isSounding: isSounding,
      histories: histories,
      writableFolder: isSandboxed ? folder : nil
    )
  }

  /// Whether the process is to enter a sandbox.
  var isSandboxed: Bool { session.isolation == .sandbox }

  /// The variables of its process, which has a folder of its own for temporary files.
  ///
  /// A sandbox is not told what concerns the user's other programs.
  func environment(temporary folder: String) -> [String: String] {
    var kept = startEnvironment.filter { !isSandboxed || Self.isHarmless($0.key) }
    kept["TMPDIR"] = folder
    return kept
  }

  private static func isHarmless(_ variable: String) -> Bool {
    let names = ["HOME", "PATH", "LANG", "TZ", "LD_LIBRARY_PATH", "USER"]
    let beginnings = ["LC_", "LV2_", "JACK_", "XDG_", "PIPEWIRE_", "ASAN_", "TSAN_", "UBSAN_"]
    return names.contains(variable) || beginnings.contains(where: variable.hasPrefix)
  }

  /// Says how its process was lost.
  var description: LossDescription {
    LossDescription(
      plugins: session.graph.nodes.flatMap { Array(repeating: $0.id, count: $0.instances) }
    )
  }
}

extension Graph {
  /// Where its MIDI goes: to each node, and out.
  fileprivate var midiConnections: [[String: [MIDISignal]]] { nodes.map(\.midi) + [["": midi]] }

  /// The same with sources, from number `first` on, instead of the channels of other sessions.
  fileprivate func hearing(_ sessions: [Signal], from first: Int) -> Graph {
    var graph = self
    for index in graph.nodes.indices {
      graph.nodes[index].inputs = nodes[index].inputs.mapValues { signals in
        signals.map { signal in
          sessions.firstIndex(of: signal).map { .source(first + $0, channel: 1) } ?? signal
        }
      }
    }
    return graph
  }
}

extension Graph.Node {
  /// How many instances there are of it.
  fileprivate var instances: Int { shared == nil ? 1 : 2 }
}
