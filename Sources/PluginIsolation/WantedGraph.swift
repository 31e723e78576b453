// SPDX-License-Identifier: Apache-2.0
// What the rig wants of an isolated graph, and what a process is sent of it.

import ChildPrograms
import LV2Hosting
import Quantities
import RigModel

/// What the rig wants of an isolated graph, whatever process there is.
struct WantedGraph {
  private(set) var channel: Channel
  private let sampleRate: SampleRate
  private var blockFrames: FrameCount
  private var tokens: Set<String> = []

  /// Wants the graph of a channel, for a renderer of that rate, with plugins that are to expect
  /// blocks of that length.
  init(of channel: Channel, sampleRate: SampleRate, blockFrames: FrameCount) {
    (self.channel, self.sampleRate, self.blockFrames) = (channel, sampleRate, blockFrames)
  }

  // MARK: Changes

  /// Says how many frames blocks have from now on; returns the order for that, if that is a change.
  mutating func setNominalBlock(_ frames: FrameCount) -> IsolationCommand? {
    guard frames != blockFrames else { return nil }
    blockFrames = frames
    return .block(frames: frames.value)
  }

  /// Says what the session holds for itself alone; returns the order for that, if that is a change.
  mutating func hold(_ tokens: Set<String>) -> IsolationCommand? {
    guard tokens != self.tokens else { return nil }
    self.tokens = tokens
    return .hold(tokens)
  }

  /// Takes over a channel with the same sound; returns whether its MIDI is connected otherwise.
  mutating func rewire(_ channel: Channel) -> Bool {
    defer { self.channel = channel }
    return channel.hearsMIDI != self.channel.hearsMIDI
      || channel.sendsMIDI != self.channel.sendsMIDI
      || channel.graph.midiConnections != self.channel.graph.midiConnections
      || channel.graph.isCompensated != self.channel.graph.isCompensated
  }

  // MARK: For a process

  /// What a process is to run, with plugins to which this was done before.
  func task(
    _ histories: [PluginHistory],
    realtimePriority: Int?
  ) -> IsolationTask {
    let sideChains = channel.graph.sideChainSignals
    return IsolationTask(
      session: channel.name,
      sampleRate: sampleRate.hertz,
      blockFrames: blockFrames.value,
      realtimePriority: realtimePriority,
      sources: channel.sources.map(\.channels) + sideChains.map { _ in 1 },
      hearsMIDI: channel.hearsMIDI,
      sendsMIDI: channel.sendsMIDI,
      graph: channel.graph.hearing(sideChains, from: channel.sources.count),
      tokens: tokens,
      histories: histories
    )
  }

  /// Whether the process is to enter a sandbox.
  var isSandboxed: Bool { channel.isolation == .sandbox }

  /// The variables of its process, which has a folder of its own for temporary files.
  func environment(temporary folder: String) -> [String: String] {
    if isSandboxed { return Sandbox.environment(temporary: folder) }
    return startEnvironment.merging(["TMPDIR": folder]) { $1 }
  }

  /// Says how its process was lost.
  var description: LossDescription {
    LossDescription(
      plugins: channel.graph.nodes.flatMap { Array(repeating: $0.id, count: $0.instances) }
    )
  }
}

extension Channel {
  fileprivate var hearsMIDI: Bool { midi?.input != nil }
  fileprivate var sendsMIDI: Bool { midi?.output != nil }
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
