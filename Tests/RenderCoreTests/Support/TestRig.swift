// SPDX-License-Identifier: Apache-2.0
// Short ways to say what most tests need: a session, a route, a send.

import Quantities
import RenderCore

/// A session of the tests with its strip and sends.
struct TestSession {
  let strip: StripNode
  let send: SendNode
  var description: SegmentDescription

  /// Input channels straight to the first channels of a bus, unless `nodes` and `outputs` say
  /// otherwise.
  init(
    id: UInt32 = 1,
    inputs: [Int],
    nodes: [NodeDescription] = [],
    outputs: [[SignalReference]]? = nil,
    bus: Int = 0,
    isPost: Bool = true,
    map: [(from: Int, to: Int)]? = nil
  ) {
    let outputs = outputs ?? inputs.indices.map { [.source(0, channel: $0)] }
    strip = StripNode(id: id, channels: outputs.count)
    send = SendNode(gain: 1)
    description = SegmentDescription(
      strip: strip,
      sources: inputs.isEmpty ? [] : [.driver(channels: inputs)],
      nodes: nodes,
      outputs: outputs,
      sends: [
        SendDescription(
          node: send,
          bus: bus,
          isPost: isPost,
          map: map ?? outputs.indices.map { ($0, $0) }
        )
      ]
    )
  }
}

extension TestSession {
  /// A chain of plugins that hears a sum: of a bus, which sends to `bus`, or of an output.
  init(id: UInt32, through plugins: [PluginNode], stage: MixStage, bus: Int? = nil) {
    self.init(
      id: id,
      inputs: [],
      nodes: chain(plugins),
      outputs: [[.node(plugins.count - 1, output: 0)]],
      bus: bus ?? 0
    )
    description.sources = [.insertSend(channels: 1)]
    description.stage = stage
    if bus == nil { description.sends = [] }
  }
}

extension RenderController {
  /// Helpers that are waited for: on a busy machine one may be away for long, and comes back.
  func patientWorkers(_ count: Int) -> RenderWorkers {
    RenderWorkers(
      of: processor,
      count: count,
      realtimePriority: nil,
      patience: Seconds(600)
    )
  }

  /// A controller at 48 kHz.
  static func make() -> RenderController {
    RenderController(sampleRate: SampleRate(hertz: 48_000))
  }

  /// Plays one session alone, to the driver's first output.
  func play(_ session: TestSession, blockFrames: Int) {
    publish(
      PlanDescription(
        segments: [session.description],
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: blockFrames
    )
    openNow(session)
  }

  /// Opens a session's gate at once.
  func openNow(_ session: TestSession) {
    open(session.strip, over: FrameCount(1), after: .zero)
  }
}

/// A chain of plugins, each listening to the one before and the first to source 0.
func chain(_ plugins: [PluginNode], channels: Int = 1) -> [NodeDescription] {
  plugins.enumerated().map { index, plugin in
    NodeDescription(
      plugin: plugin,
      inputs: (0..<channels).map { channel in
        index == 0 ? [.source(0, channel: channel)] : [.node(index - 1, output: channel)]
      }
    )
  }
}
