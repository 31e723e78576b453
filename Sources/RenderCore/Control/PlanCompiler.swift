// SPDX-License-Identifier: Apache-2.0
// From a description to the flat plan that the audio thread executes.

/// Compiles plan descriptions.
///
/// > Threading: Control.
@safe
struct PlanCompiler {
  private let memory = PlanMemory()
  private let blockFrames: Int
  private var connections: [PortConnection]

  /// Compiles `description` for cycles of up to `blockFrames` frames; the memory owns the plan and all it uses.
  static func compile(
    _ description: PlanDescription,
    blockFrames: Int
  ) -> (plan: UnsafeMutablePointer<Plan>, memory: PlanMemory) {
    var compiler = PlanCompiler(blockFrames: blockFrames)
    let segments = description.segments.map { compiler.compile($0) }
    let buses = description.buses.map { compiler.compile($0) }
    let inputs = description.inputs.map { compiler.compile($0) }
    let memory = compiler.memory
    let plan = unsafe memory.value(
      Plan(
        blockFrames: blockFrames,
        segments: memory.array(segments),
        buses: memory.array(buses),
        inputs: memory.array(inputs),
        connections: memory.array(compiler.connections)
      )
    )
    return unsafe (plan, memory)
  }

  private init(blockFrames: Int) {
    precondition(blockFrames > 0, "a block has at least one frame")
    self.blockFrames = blockFrames
    connections = []
  }

  private func compile(_ bus: BusDescription) -> Bus {
    memory.retain(bus.node)
    return unsafe Bus(
      state: bus.node.state,
      channels: memory.array(bus.driverChannels),
      curve: memory.buffers(count: 1, frames: blockFrames)[0],
      tapBuffers: memory.array(memory.buffers(count: bus.driverChannels.count, frames: blockFrames))
    )
  }

  private mutating func compile(_ segment: SegmentDescription) -> Segment {
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
    let buffers = unsafe memory.buffers(count: silence + 4 + channels, frames: blockFrames)
    let curves = silence + 1
    unsafe connect(segment.nodes, draft, buffers, silence: silence)
    let given = segment.direct?.map { draft.assignment.buffer(of: $0) ?? silence }
    let direct = given ?? Array(sources.joined())
    return unsafe Segment(
      strip: segment.strip.strip,
      sourceSteps: memory.array(
        sourceSteps(segment.sources, sources, buffers, curve: buffers[curves])
      ),
      graphSteps: memory.array(draft.steps.map { unsafe step($0, segment.nodes, buffers) }),
      outputs: memory.array(outputs.map { unsafe buffers[$0 ?? silence] }),
      directOutputs: memory.array(
        outputs.indices.map {
          unsafe buffers[$0 < direct.count ? direct[$0] : silence]
        }
      ),
      preCurve: buffers[curves],
      postCurve: buffers[curves + 1],
      sendCurve: buffers[curves + 2],
      tapBuffers: memory.array(Array(buffers[(curves + 3)...])),
      sends: memory.array(segment.sends.map { compile($0) })
    )
  }

  private func sourceSteps(
    _ sources: [SourceDescription],
    _ assigned: [[Int]],
    _ buffers: [UnsafeMutablePointer<Float>],
    curve: UnsafeMutablePointer<Float>
  ) -> [Step] {
    zip(sources, assigned).flatMap { source, channels -> [Step] in
      switch source {
      case .driver(let inputs):
        return zip(inputs, channels).map { unsafe .capture(channel: $0, to: buffers[$1]) }
      case .player(let player):
        memory.retain(player)
        let targets = unsafe memory.array(channels.map { unsafe buffers[$0] })
        guard let first = targets.baseAddress else { return [] }
        return unsafe [.play(player.voice, to: first, curve: curve)]
      }
    }
  }

  private func step(
    _ step: GraphDraft.Step,
    _ nodes: [NodeDescription],
    _ buffers: [UnsafeMutablePointer<Float>]
  ) -> Step {
    switch step {
    case .run(let node): unsafe .run(nodes[node].plugin.state)
    case .copy(let source, let target): unsafe .copy(from: buffers[source], to: buffers[target])
    case .add(let source, let target): unsafe .add(from: buffers[source], to: buffers[target])
    }
  }

  /// Notes which port works on which buffer; unconnected inputs listen to silence.
  private mutating func connect(
    _ nodes: [NodeDescription],
    _ draft: GraphDraft,
    _ buffers: [UnsafeMutablePointer<Float>],
    silence: Int
  ) {
    for (node, ports) in zip(nodes, draft.ports) {
      memory.retain(node.plugin)
      let inputs = zip(node.plugin.audioInputs, ports.inputs.map { $0 ?? silence })
      for (port, buffer) in Array(inputs) + Array(zip(node.plugin.audioOutputs, ports.outputs)) {
        unsafe connections.append(
          PortConnection(calls: node.plugin.callsPointer, port: port, samples: buffers[buffer])
        )
      }
    }
  }

  private func compile(_ send: SendDescription) -> SendStep {
    memory.retain(send.node)
    return unsafe SendStep(
      level: send.node.ramp,
      isPost: send.isPost,
      bus: send.bus,
      map: memory.array(send.map.map { ChannelPair(from: $0.from, to: $0.to) })
    )
  }
}

/// The steps of a graph with buffers as numbers, before their addresses are known.
struct GraphDraft {
  enum Step {
    case run(node: Int)
    case copy(from: Int, to: Int)
    case add(from: Int, to: Int)
  }

  var assignment: BufferAssignment
  private(set) var steps: [Step] = []
  /// For each node the buffers of its inputs (`nil`: silence) and outputs.
  private(set) var ports: [(inputs: [Int?], outputs: [Int])] = []

  init(assignment: BufferAssignment) {
    self.assignment = assignment
  }

  /// Adds a node after all that it listens to.
  mutating func add(_ node: NodeDescription, at index: Int) {
    var temporary: [Int] = []
    let inputs = node.inputs.map { signals -> Int? in
      let buffer = sum(signals)
      if signals.count > 1, let buffer { temporary.append(buffer) }
      return buffer
    }
    // Outputs are taken before inputs are given back: no plugin is asked to work in place.
    let outputs = node.plugin.audioOutputs.indices.map {
      assignment.assign(.node(index, output: $0))
    }
    steps.append(.run(node: index))
    ports.append((inputs, outputs))
    for buffer in temporary { assignment.giveBack(buffer) }
    for signal in node.inputs.joined() { assignment.release(signal) }
    for output in outputs.indices { assignment.releaseUnheard(.node(index, output: output)) }
  }

  /// The buffer that holds the sum of `signals`; `nil` for the sum of none.
  mutating func sum(_ signals: [SignalReference]) -> Int? {
    let buffers = signals.compactMap { assignment.buffer(of: $0) }
    guard let first = buffers.first else { return nil }
    guard buffers.count > 1 else { return first }
    let target = assignment.take()
    steps.append(.copy(from: first, to: target))
    for buffer in buffers.dropFirst() { steps.append(.add(from: buffer, to: target)) }
    return target
  }
}
