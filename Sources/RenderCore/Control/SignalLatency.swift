// SPDX-License-Identifier: Apache-2.0
// How late signals are on their way through a plan.

import Quantities

/// How late a signal is, and how late as far as others wait for it.
struct SignalLatency {
  /// On its shortest way and on its longest.
  var ways: Latency
  /// On the longest of those that others wait for; `nil` for a signal that nothing waits for.
  var awaited: FrameCount?

  /// A signal that begins here.
  static let none = SignalLatency(ways: .none, awaited: .zero)
  /// Nothing at all.
  static let unheard = SignalLatency(ways: .none, awaited: nil)

  /// Makes the latency of a sum; `nil` for the sum of nothing.
  init?(joining all: some Sequence<SignalLatency>) {
    var rest = all.makeIterator()
    guard let first = rest.next() else { return nil }
    self = IteratorSequence(rest).reduce(first) { $0.joined(with: $1) }
  }

  private init(ways: Latency, awaited: FrameCount?) {
    (self.ways, self.awaited) = (ways, awaited)
  }

  func joined(with other: SignalLatency) -> SignalLatency {
    let awaited = [awaited, other.awaited].compactMap(\.self).max()
    return SignalLatency(ways: ways.joined(with: other.ways), awaited: awaited)
  }

  /// The latency behind something that delays; what is too late is not waited for.
  func followed(by next: Latency) -> SignalLatency {
    let awaited = awaited.map { Latency($0).followed(by: next).longest }
    return SignalLatency(
      ways: ways.followed(by: next),
      awaited: awaited.flatMap { $0 <= PathDelay.longest ? $0 : nil }
    )
  }

  /// What signals that meet wait for.
  static func latest(of signals: some Sequence<SignalLatency>) -> FrameCount? {
    signals.compactMap(\.awaited).max()
  }

  /// How long it waits; what nothing waits for does not wait itself.
  func gap(to latest: FrameCount?) -> FrameCount {
    guard let awaited, let latest, latest > awaited else { return .zero }
    return FrameCount(latest.value - awaited.value)
  }
}

/// A segment's graph on its way to one whose signals wait.
struct GraphPass {
  let isCompensated: Bool
  private let sources: [[SignalLatency]]
  private(set) var nodes: [NodeDescription] = []
  private var latencies: [[SignalLatency]] = []
  /// Where each node of the graph is among `nodes`.
  private var places: [Int] = []

  init(_ sources: [[SignalLatency]], isCompensated: Bool) {
    (self.sources, self.isCompensated) = (sources, isCompensated)
  }

  /// Adds the next node of the graph.
  mutating func add(_ node: NodeDescription, behind latency: [SignalLatency]) {
    places.append(nodes.count)
    nodes.append(node)
    latencies.append(latency)
  }

  /// Inserts a delay, and returns what it gives.
  mutating func insert(_ delay: NodeDescription, _ latency: SignalLatency) -> SignalReference {
    nodes.append(delay)
    latencies.append([latency])
    return .node(nodes.count - 1, output: 0)
  }

  func renumbered(_ signal: SignalReference) -> SignalReference {
    guard case .node(let node, let output) = signal else { return signal }
    return .node(places[node], output: output)
  }

  func renumbered(_ stream: MIDIReference) -> MIDIReference {
    guard case .node(let node, let output) = stream else { return stream }
    return .node(places[node], output: output)
  }

  /// How late a signal is that has its new number.
  func latency(of signal: SignalReference) -> SignalLatency {
    switch signal {
    case .source(let index, let channel):
      guard index < sources.count, channel < sources[index].count else { return .none }
      return sources[index][channel]
    case .node(let node, let output):
      return output < latencies[node].count ? latencies[node][output] : .none
    }
  }
}
