// SPDX-License-Identifier: Apache-2.0
// What is early waits for what is late, wherever the two meet.

package import Quantities

/// Delays signals of a plan so that those that meet have left their sources at the same time; it
/// outlasts plans.
///
/// Signals meet at the inputs of a node, in the output channels of a session, and where sends end.
/// What a segment that is not `isCompensated` hears and sends stays as it is, and nothing waits for
/// it. Neither does anything for interrupters (`MixStage.direct`), nor for what is later than
/// `PathDelay.longest`.
///
/// > Threading: Control.
package struct LatencyCompensation {
  private var delays: [DelayPlace: PathDelay] = [:]

  /// Makes a compensation that has delayed nothing.
  package init() {}

  /// Delays what is early in `plan`, which has none of these delays yet.
  ///
  /// - Returns: how late each output channel of each segment is, and each channel of each bus, that
  ///   without a route's own delay; `nil` where nothing is sent.
  package mutating func apply(
    to plan: inout PlanDescription
  ) -> (segments: [[Latency]], buses: [[Latency?]]) {
    var pass = CompensationPass(plan, delays)
    let buses = pass.run()
    plan = pass.plan
    delays = pass.used
    return (pass.outputs.map { $0?.map(\.ways) ?? [] }, buses.map { $0.map { $0?.ways } })
  }
}

/// Where a signal is delayed, whatever else a plan holds.
private enum DelayPlace: Hashable {
  case input(strip: UInt32, node: Int, port: Int, signal: Int)
  case output(strip: UInt32, channel: Int, signal: Int)
  case send(ObjectIdentifier)
}

/// One walk through a plan, from its sources to its outputs.
private struct CompensationPass {
  private(set) var plan: PlanDescription
  private let kept: [DelayPlace: PathDelay]
  private(set) var used: [DelayPlace: PathDelay] = [:]
  /// How late each output channel of a segment is, once that is known.
  private(set) var outputs: [[SignalLatency]?]
  /// The segments that are being looked at, and those whose hosts are, or have been, looked for.
  private var (entered, seeking) = (Set<Int>(), Set<Int>())
  /// The session that each inserted one is inserted into.
  private let hosts: [Int: Int]

  init(_ plan: PlanDescription, _ kept: [DelayPlace: PathDelay]) {
    (self.plan, self.kept) = (plan, kept)
    outputs = plan.segments.map { _ in nil }
    let inserted = plan.segments.enumerated().flatMap { host, segment in
      segment.inserts.map { ($0, host) }
    }
    hosts = Dictionary(inserted, uniquingKeysWith: { first, _ in first })
  }

  mutating func run() -> [[SignalLatency?]] {
    for index in plan.segments.indices where !plan.segments[index].stage.needsSum {
      _ = latencies(of: index)
    }
    // Each bus inside comes after the buses that send to it, and outputs come after all of them.
    let inside = plan.buses.indices.filter { plan.buses[$0].isInside }
    var result = plan.buses.map { [SignalLatency?](repeating: nil, count: $0.node.channels) }
    for index in inside + plan.buses.indices.filter({ !inside.contains($0) }) {
      let bus = plan.buses[index]
      let sum = join(at: index, waysFrom: [.sum, .bus])
      result[index] = bus.graph.map { pass(sum, through: $0) } ?? sum
      if bus.isInside { continue }
      let direct = join(at: index, waysFrom: [.direct])
      result[index] = zip(result[index], direct).map {
        SignalLatency(joining: [$0, $1].compactMap(\.self))
      }
      if let limiter = bus.limiter { result[index] = pass(result[index], through: limiter) }
    }
    return result
  }

  // MARK: Buses

  /// What a bus's graph or limiter makes of its sum.
  private mutating func pass(_ sum: [SignalLatency?], through segment: Int) -> [SignalLatency?] {
    let behind = visit(segment, received: sum)
    return sum.indices.map { sum[$0] == nil || $0 >= behind.count ? sum[$0] : behind[$0] }
  }

  /// Lets the sends to a bus wait for one another; returns how late each of its channels is.
  private mutating func join(
    at bus: Int,
    waysFrom stages: Set<MixStage>
  ) -> [SignalLatency?] {
    let ways = plan.segments.indices.flatMap { segment in
      plan.segments[segment].sends.indices.map { (segment: segment, send: $0) }
    }.filter {
      let segment = plan.segments[$0.segment]
      return segment.sends[$0.send].bus == bus && stages.contains(segment.stage)
    }
    func latencies(_ segment: Int, _ send: Int) -> [SignalLatency] {
      plan.segments[segment].sends[send].map.map { latency(of: segment, $0.from) }
    }
    let latest =
      waits(atBus: bus)
      ? SignalLatency.latest(of: ways.flatMap { latencies($0.segment, $0.send) }) : nil
    var result = [SignalLatency?](repeating: nil, count: plan.buses[bus].node.channels)
    for (segment, send) in ways {
      let before = latencies(segment, send)
      let gaps = before.map { $0.gap(to: latest) }
      let place = DelayPlace.send(ObjectIdentifier(plan.segments[segment].sends[send].node))
      plan.segments[segment].sends[send].delay = delay(at: place, gaps)
      let map = plan.segments[segment].sends[send].map
      for (pair, (before, gap)) in zip(map, zip(before, gaps)) where pair.to < result.count {
        let way = before.followed(by: Latency(gap))
        result[pair.to] = result[pair.to]?.joined(with: way) ?? way
      }
    }
    return result
  }

  /// Whether what is sent to a bus waits there.
  private func waits(atBus bus: Int) -> Bool {
    guard plan.buses[bus].isInside, let graph = plan.buses[bus].graph else { return true }
    return plan.segments[graph].isCompensated
  }

  private func latency(of segment: Int, _ channel: Int) -> SignalLatency {
    guard let channels = outputs[segment], channel < channels.count else { return .none }
    return channels[channel]
  }

  // MARK: Segments

  /// How late each output channel of a segment is that hears no sum; those in a circle count as
  /// early.
  private mutating func latencies(of segment: Int) -> [SignalLatency] {
    if let known = outputs[segment] { return known }
    // An inserted session is as late as what it is sent.
    if let host = hosts[segment], !entered.contains(host), seeking.insert(segment).inserted {
      _ = latencies(of: host)
    }
    return outputs[segment] ?? visit(segment, received: [])
  }

  /// Lets the signals in a segment wait for one another, whose source `insertSend` is as late as
  /// `received`.
  private mutating func visit(_ index: Int, received: [SignalLatency?]) -> [SignalLatency] {
    guard entered.insert(index).inserted else { return [] }
    defer { entered.remove(index) }
    let segment = plan.segments[index]
    let sources = segment.sources.map { source -> [SignalLatency] in
      switch source.origin {
      case .session(let other, _, _): latencies(of: other)
      case .insertSend: received.map { $0 ?? .unheard }
      case .driver, .player: []
      }
    }
    var graph = GraphPass(sources, isCompensated: segment.isCompensated)
    for (number, node) in segment.nodes.enumerated() {
      var node = node
      node.inputs = wait(node.inputs, in: &graph) {
        .input(strip: segment.strip.id, node: number, port: $0, signal: $1)
      }
      node.midi = node.midi.map { $0.map(graph.renumbered) }
      let before = node.inputs.map { SignalLatency(joining: $0.map(graph.latency)) }
      graph.add(node, behind: latencies(of: node, before))
    }
    let channels = wait(segment.outputs, in: &graph) {
      .output(strip: segment.strip.id, channel: $0, signal: $1)
    }
    plan.segments[index].nodes = graph.nodes
    plan.segments[index].outputs = channels
    if let sent = segment.midi?.sent {
      plan.segments[index].midi?.sent = sent.map(graph.renumbered)
    }
    let isAwaited = segment.isCompensated && segment.isAwaited && segment.stage != .direct
    let result = channels.map { signals -> SignalLatency in
      var latency = SignalLatency(joining: signals.map(graph.latency)) ?? .none
      if !isAwaited { latency.awaited = nil }
      return latency
    }
    outputs[index] = result
    return result
  }

  /// How late each output of a node is.
  private mutating func latencies(
    of node: NodeDescription,
    _ before: [SignalLatency?]
  ) -> [SignalLatency] {
    guard case .insert(let guest, _, _, let past) = node.work else {
      let together = SignalLatency(joining: before.compactMap(\.self)) ?? .none
      return (0..<node.outputs).map {
        $0 < node.latencies.count ? together.followed(by: node.latencies[$0]) : together
      }
    }
    let behind = outputs[guest] ?? visit(guest, received: before)
    let isAwaited = plan.segments[guest].isCompensated
    let after = before.indices.map { index -> SignalLatency in
      guard index < behind.count else { return before[index] ?? .none }
      var latency = behind[index]
      // What is in front of it is waited for all the same.
      if !isAwaited { latency.awaited = before[index]?.awaited }
      return latency
    }
    past?.set(
      zip(before, after).map { before, after in
        let early = min(before?.ways.longest ?? .zero, after.ways.longest)
        return FrameCount(after.ways.longest.value - early.value)
      }
    )
    return after
  }

  /// Lets signals wait for the latest one of all.
  private mutating func wait(
    _ inputs: [[SignalReference]],
    in graph: inout GraphPass,
    at place: (Int, Int) -> DelayPlace
  ) -> [[SignalReference]] {
    let inputs = inputs.map { $0.map(graph.renumbered) }
    let latest =
      graph.isCompensated ? SignalLatency.latest(of: inputs.joined().map(graph.latency)) : nil
    return inputs.enumerated().map { port, signals in
      signals.enumerated().map { number, signal in
        let before = graph.latency(of: signal)
        let gap = before.gap(to: latest)
        guard let delay = delay(at: place(port, number), [gap]) else { return signal }
        let node = NodeDescription(delay: delay, inputs: [[signal]])
        return graph.insert(node, before.followed(by: Latency(gap)))
      }
    }
  }

  /// What delays signals at a place; once there, it stays, as it may be fading still.
  private mutating func delay(at place: DelayPlace, _ gaps: [FrameCount]) -> PathDelay? {
    var delay = kept[place]
    if delay?.channels != gaps.count {
      delay = gaps.contains { $0 > .zero } ? PathDelay(channels: gaps.count) : nil
    }
    delay?.set(gaps)
    used[place] = delay
    return delay
  }
}
