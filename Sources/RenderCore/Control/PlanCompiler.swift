// SPDX-License-Identifier: Apache-2.0
// From a description to the flat plan that the audio thread executes.

/// Compiles plan descriptions.
///
/// > Threading: Control.
@safe
struct PlanCompiler {
  let memory = PlanMemory()
  private let blockFrames: Int
  private var connections: [PortConnection]

  /// Compiles `description` for cycles of up to `blockFrames` frames; the memory owns the plan and
  /// all it uses.
  static func compile(
    _ description: PlanDescription,
    blockFrames: Int
  ) -> (plan: UnsafeMutablePointer<Plan>, memory: PlanMemory) {
    var compiler = PlanCompiler(blockFrames: blockFrames)
    let order = RenderOrder(of: description.segments)
    let sources = order.groups.filter { !description.segments[$0[0]].stage.needsSum }
    let sharedGains = unsafe description.sharedGains.map { unsafe compiler.compile($0) }
    let segments = description.segments.enumerated().map {
      unsafe compiler.compile($1, isInserted: order.inserted.contains($0), sharedGains)
    }
    let (channels, inside) = unsafe compiler.makeInside(description.buses)
    let buses = zip(description.buses, channels).map { compiler.compile($0, $1) }
    let inputs = description.inputs.map { compiler.compile($0, ($0.driverChannels, [])) }
    let memory = compiler.memory
    func groups(_ groups: [[Int]]) -> UnsafeMutableBufferPointer<SegmentGroup> {
      unsafe memory.array(groups.map { unsafe SegmentGroup(members: memory.array($0)) })
    }
    let outputs = description.buses.filter { !$0.isInside }
    let plan = unsafe memory.value(
      Plan(
        blockFrames: blockFrames,
        segments: memory.array(segments),
        groups: groups(sources),
        runs: memory.array(
          description.runs.map { run in
            unsafe BusRun(
              buses: memory.array(run),
              groups: groups(run.compactMap { description.buses[$0].graph }.map { [$0] })
            )
          }
        ),
        graphs: groups(outputs.compactMap(\.graph).map { [$0] }),
        limiters: groups(outputs.compactMap(\.limiter).map { [$0] }),
        buses: memory.array(buses),
        inputs: memory.array(inputs),
        inside: memory.array(inside),
        sharedGains: memory.array(sharedGains),
        connections: memory.array(compiler.connections),
        control: description.control
      )
    )
    return unsafe (plan, memory)
  }

  private init(blockFrames: Int) {
    precondition(blockFrames > 0, "a block has at least one frame")
    self.blockFrames = blockFrames
    connections = []
  }

  /// The channels of a bus, and those of what it monitors.
  private typealias BusChannels = (own: [Int], monitored: [Int])

  /// Makes room for buses inside of the rig, and for what monitors hear; their channels are counted
  /// on from the driver's outputs.
  private func makeInside(
    _ buses: [BusDescription]
  ) -> (channels: [BusChannels], buffers: [UnsafeMutablePointer<Float>]) {
    var count = 0
    func make(_ channels: Int) -> [Int] {
      defer { count += channels }
      return (count..<count + channels).map { DriverBlock.maximumOutputs + $0 }
    }
    let channels = buses.map { bus -> BusChannels in
      let own = bus.isInside ? make(bus.node.channels) : bus.driverChannels
      return (own, bus.isMonitor ? make(MonitorState.width) : [])
    }
    precondition(count <= DriverBlock.maximumInside, "buses have more channels than there can be")
    return unsafe (channels, memory.buffers(count: count, frames: blockFrames))
  }

  private func compile(_ bus: BusDescription, _ channels: BusChannels) -> Bus {
    memory.retain(bus.node)
    let curves = unsafe memory.buffers(count: 2, frames: blockFrames)
    return unsafe Bus(
      state: bus.node.state,
      channels: memory.array(channels.own),
      monitored: memory.array(channels.monitored),
      isInside: bus.isInside,
      graph: bus.graph,
      limiter: bus.limiter,
      curve: curves[0],
      second: curves[1],
      tapBuffers: memory.array(memory.buffers(count: channels.own.count, frames: blockFrames))
    )
  }

  private func compile(_ gain: SharedGainNode) -> UnsafeMutablePointer<SharedGain> {
    memory.retain(gain)
    let curves = unsafe memory.buffers(count: 2, frames: blockFrames)
    let shared = unsafe SharedGain(state: gain.state, curve: curves[0], muteCurve: curves[1])
    return unsafe memory.value(shared)
  }

  private mutating func compile(
    _ segment: SegmentDescription,
    isInserted: Bool,
    _ sharedGains: [UnsafeMutablePointer<SharedGain>]
  ) -> Segment {
    memory.retain(segment.strip)
    var assignment = BufferAssignment(for: segment)
    let sources: [[Int]] = segment.sources.enumerated().map { index, source in
      (0..<source.channels).map { assignment.assign(.source(index, channel: $0)) }
    }
    var draft = GraphDraft(assignment: assignment)
    for (index, node) in segment.nodes.enumerated() { draft.add(node, at: index) }
    let outputs = segment.outputs.map { draft.sum($0) }

    // Behind the signals: one silent buffer, then the curves and the room for recorders.
    let silence = draft.assignment.count
    let channels = max(segment.strip.channels, outputs.count)
    let buffers = unsafe memory.buffers(count: silence + 6 + channels, frames: blockFrames)
    let curves = silence + 1
    let steps = unsafe connect(
      segment,
      draft,
      buffers,
      silence: silence,
      curve: buffers[curves + 2]
    )
    let given = segment.direct?.map { draft.assignment.buffer(of: $0) ?? silence }
    let direct = given ?? Array(sources.joined())
    let channelBuffers = unsafe outputs.map { unsafe buffers[$0 ?? silence] }
    let sends = segment.sends.map { unsafe compile($0, channelBuffers) }
    return unsafe Segment(
      strip: segment.strip.strip,
      sourceSteps: memory.array(
        sourceSteps(segment.sources, sources, buffers, curve: buffers[curves])
      ),
      graphSteps: memory.array(draft.steps.flatMap { unsafe self.steps($0, steps, buffers) }),
      outputs: memory.array(channelBuffers),
      directOutputs: memory.array(
        outputs.indices.map {
          unsafe buffers[$0 < direct.count ? direct[$0] : silence]
        }
      ),
      preCurve: buffers[curves],
      postCurve: buffers[curves + 1],
      crossfadeCurve: buffers[curves + 4],
      sendCurve: buffers[curves + 2],
      tapBuffers: memory.array(Array(buffers[(curves + 5)...])),
      sends: memory.array(sends),
      stage: segment.stage,
      sharedGains: memory.array(segment.sharedGains.map { unsafe sharedGains[$0] }),
      received: memory.array(received(segment.sources, sources).map { unsafe buffers[$0] }),
      insertGates: memory.array(gates(segment.nodes)),
      delays: memory.array(delays(of: segment)),
      relay: relay(segment.nodes),
      midi: midi(of: segment),
      presence: isInserted ? buffers[curves + 3] : nil
    )
  }

  /// The gates of the graph's inserts.
  private func gates(_ nodes: [NodeDescription]) -> [UnsafeMutablePointer<GainRamp>] {
    unsafe nodes.compactMap { node in
      guard case .insert(_, _, let gate?, _) = node.work else { return nil }
      memory.retain(gate)
      return unsafe gate.ramp
    }
  }

  /// What delays signals in the graph and on the ways out.
  private func delays(
    of segment: SegmentDescription
  ) -> [UnsafeMutableBufferPointer<DelayLine>] {
    let inside = segment.nodes.compactMap { node -> PathDelay? in
      switch node.work {
      case .insert(_, _, _, let past): past
      case .delay(let delay, _): delay
      case .plugin, .exchange: nil
      }
    }
    return unsafe (inside + segment.sends.compactMap(\.delay)).map { delay in
      memory.retain(delay)
      return unsafe delay.lines
    }
  }

  /// Where the graph runs, if that is another process.
  private func relay(_ nodes: [NodeDescription]) -> UnsafeMutablePointer<NearRelay>? {
    for case .exchange(let relay) in nodes.map(\.work) {
      memory.retain(relay)
      return unsafe relay.near
    }
    return nil
  }

  /// The buffers that an insert fills.
  private func received(_ sources: [SourceDescription], _ assigned: [[Int]]) -> [Int] {
    zip(sources, assigned).flatMap { source, channels -> [Int] in
      if case .insertSend = source.origin { channels } else { [] }
    }
  }

  private func sourceSteps(
    _ sources: [SourceDescription],
    _ assigned: [[Int]],
    _ buffers: [UnsafeMutablePointer<Float>],
    curve: UnsafeMutablePointer<Float>
  ) -> [Step] {
    zip(sources, assigned).flatMap { source, channels -> [Step] in
      let targets = unsafe memory.array(channels.map { unsafe buffers[$0] })
      let fill = unsafe fillSteps(source.origin, targets, curve: curve)
      guard let gain = source.gain else { return fill }
      memory.retain(gain)
      let scale = unsafe ScaleStep(
        gain: gain.ramp,
        meter: gain.meter,
        samples: targets,
        curve: curve
      )
      return unsafe fill + [.scale(memory.value(scale))]
    }
  }

  private func fillSteps(
    _ origin: SourceDescription.Origin,
    _ targets: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>,
    curve: UnsafeMutablePointer<Float>
  ) -> [Step] {
    guard let first = targets.baseAddress, !targets.isEmpty else { return [] }
    switch origin {
    case .driver(let inputs):
      return inputs.indices.map { unsafe .capture(channel: inputs[$0], to: targets[$0]) }
    case .player(let player):
      memory.retain(player)
      return unsafe [.play(player.voice, to: first, curve: curve)]
    case .session(let segment, _, let isPost):
      let feed = unsafe FeedStep(segment: segment, isPost: isPost, targets: targets)
      return unsafe [.hear(memory.value(feed))]
    case .insertSend:
      return [.receive]
    }
  }

  private func steps(
    _ step: GraphDraft.Step,
    _ nodes: [[Step]],
    _ buffers: [UnsafeMutablePointer<Float>]
  ) -> [Step] {
    switch step {
    case .run(let node): nodes[node]
    case .copy(let source, let target): unsafe [.copy(from: buffers[source], to: buffers[target])]
    case .add(let source, let target): unsafe [.add(from: buffers[source], to: buffers[target])]
    }
  }

  /// Makes the steps of each node; unconnected inputs listen to silence.
  private mutating func connect(
    _ segment: SegmentDescription,
    _ draft: GraphDraft,
    _ buffers: [UnsafeMutablePointer<Float>],
    silence: Int,
    curve: UnsafeMutablePointer<Float>
  ) -> [[Step]] {
    zip(segment.nodes, draft.ports).map { node, ports in
      let inputs = unsafe ports.inputs.map { unsafe buffers[$0 ?? silence] }
      let outputs = unsafe ports.outputs.map { unsafe buffers[$0] }
      switch node.work {
      case .plugin(let plugin):
        unsafe connect(plugin, inputs, outputs)
        return unsafe deliveries(to: plugin, node.midi, in: segment) + [.run(plugin.state)]
      case .insert(let segment, _, let gate, let past):
        let insert = unsafe InsertStep(
          segment: segment,
          inputs: memory.array(inputs),
          outputs: memory.array(outputs),
          gate: gate?.ramp,
          curve: curve,
          past: past?.lines ?? UnsafeMutableBufferPointer(start: nil, count: 0)
        )
        return unsafe [.insert(memory.value(insert))]
      case .delay(let delay, _):
        return unsafe [.delay(self.delay(delay, inputs, outputs))]
      case .exchange(let relay):
        let exchange = unsafe ExchangeStep(
          inputs: memory.array(inputs),
          outputs: memory.array(outputs),
          relay: relay.near,
          heard: segment.midi?.node.strip.pointee.input
        )
        return unsafe [.exchange(memory.value(exchange))]
      }
    }
  }

  /// Notes which port works on which buffer.
  private mutating func connect(
    _ plugin: PluginNode,
    _ inputs: [UnsafeMutablePointer<Float>],
    _ outputs: [UnsafeMutablePointer<Float>]
  ) {
    memory.retain(plugin)
    let state = unsafe plugin.state
    let ports = unsafe zip(plugin.audioInputs + plugin.audioOutputs, inputs + outputs)
    unsafe connections += ports.map { port, samples in
      unsafe PortConnection(plugin: state, port: port, samples: samples)
    }
  }

  private func compile(
    _ send: SendDescription,
    _ channels: [UnsafeMutablePointer<Float>]
  ) -> SendStep {
    memory.retain(send.node)
    let delay = unsafe send.delay.map { delay in
      let late = unsafe memory.buffers(count: send.map.count, frames: blockFrames)
      return unsafe self.delay(delay, send.map.map { unsafe channels[$0.from] }, late)
    }
    return unsafe SendStep(
      level: send.node.ramp,
      isPost: send.isPost,
      leans: send.isPost && !send.isCentred,
      followsCrossfader: send.followsCrossfader,
      bus: send.bus,
      isMonitored: send.isMonitored,
      map: memory.array(send.map.map { ChannelPair(from: $0.from, to: $0.to) }),
      delay: delay
    )
  }

  private func delay(
    _ delay: PathDelay,
    _ inputs: [UnsafeMutablePointer<Float>],
    _ outputs: [UnsafeMutablePointer<Float>]
  ) -> UnsafeMutablePointer<DelayStep> {
    let step = unsafe DelayStep(
      inputs: memory.array(inputs),
      outputs: memory.array(outputs),
      lines: delay.lines
    )
    return unsafe memory.value(step)
  }
}
