// SPDX-License-Identifier: Apache-2.0
// A rig with one session whose graph is behind a relay, and the renderer of that graph, in one
// process.

import Glibc
import Quantities
import RenderCore
import Testing

/// Both ends of a relay with one channel of audio, and MIDI on channel 1 of the rig's driver.
@safe
final class RelayBench {
  /// The rig.
  let rig: RenderController
  let session: TestSession
  let node: RelayNode
  /// The end that plays the part of the other process.
  private(set) var far: FarRelay
  private let controller: RenderController
  private var thread: RelayThread
  private let ports = HandMIDI(inputs: [1], outputs: [1])

  /// Puts `graph` behind a relay, by way of the rig's plan in pieces of `blockFrames`; both gates
  /// are open then.
  init(
    _ graph: TestSession,
    blockFrames: Int = 64,
    patience: Seconds = Seconds(120),
    clocks: (rig: TransportClock, far: TransportClock) = (TransportClock(), TransportClock())
  ) throws {
    let rate = SampleRate(hertz: 48_000)
    rig = RenderController(sampleRate: rate, transport: clocks.rig)
    controller = RenderController(sampleRate: rate, transport: clocks.far)
    node = try #require(RelayNode(inputs: 1, outputs: 1, patience: patience))
    var session = TestSession(
      inputs: [0],
      nodes: [NodeDescription(relay: node, inputs: [[.source(0, channel: 0)]])],
      outputs: [[.node(0, output: 0)]]
    )
    session.description.midi = MIDIDescription(
      node: MIDINode(),
      input: 1,
      output: 1,
      sent: [.node(0, output: 0)]
    )
    self.session = session
    let bus = BusDescription(node: BusNode(channels: 1), driverChannels: [0])
    rig.publish(
      PlanDescription(segments: [session.description], buses: [bus]),
      blockFrames: blockFrames
    )
    rig.openNow(session)
    controller.publish(
      PlanDescription(segments: [graph.description], buses: [bus]),
      blockFrames: 64
    )
    controller.openNow(graph)
    (far, thread) = try Self.end(of: node, controller)
    for _ in 0..<3 { exchange([Float](repeating: 0, count: 64)) }
  }

  /// A graph of one plugin.
  convenience init(
    _ plugin: PluginNode,
    blockFrames: Int = 64,
    patience: Seconds = Seconds(120)
  ) throws {
    let graph = TestSession(
      inputs: [0],
      nodes: chain([plugin]),
      outputs: [[.node(0, output: 0)]]
    )
    try self.init(graph, blockFrames: blockFrames, patience: patience)
  }

  deinit { thread.dismiss() }

  private static func end(
    of node: RelayNode,
    _ controller: RenderController
  ) throws -> (FarRelay, RelayThread) {
    node.open()
    let far = try #require(
      FarRelay(
        to: controller.processor,
        descriptor: dup(node.descriptor),
        inputs: 1,
        outputs: 1
      )
    )
    let thread = try #require(RelayThread(serving: far, realtimePriority: nil))
    far.open()
    return (far, thread)
  }

  /// Replaces the present far end by a new one after `body`.
  func restart(after body: () -> Void) throws {
    node.close()
    thread.dismiss()
    body()
    (far, thread) = try Self.end(of: node, controller)
  }

  /// One cycle of the driver; waits afterwards until the far end has nothing to do.
  @discardableResult
  func exchange(_ input: [Float], waits: Bool = true, isPatient: Bool = false) -> [Float] {
    let output = TestBlock.pass(input) { block in
      var block = block
      block.isPatient = isPatient
      rig.processor.render(block)
    }
    if waits { TestBlock.wait { !far.isBusy } }
    return output
  }

  /// The same with MIDI.
  @discardableResult
  func exchange(
    _ messages: [TestMessage] = [],
    frames: Int = 64,
    waits: Bool = true
  ) -> [TestMessage] {
    let sent = ports.pass([1: messages], frames: frames) { rig.processor.render($0) }
    if waits { TestBlock.wait { !far.isBusy } }
    return sent[1] ?? []
  }
}
