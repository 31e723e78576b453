// SPDX-License-Identifier: Apache-2.0
// A plugin instance for the host: its node for plans, its controls, its latency, its log.

public import Quantities
public import RenderCore

/// A plugin that is ready to run.
///
/// The plugin itself lives as long as `node`: a plan may keep running it when this object is gone, but that is
/// the end of its controls.
///
/// > Threading: Control.
public final class LV2Instance {
  /// What plans run.
  public let node: PluginNode
  /// The control ports, in index order.
  public let controls: [ControlPort]
  let core: PluginCore
  private let latencyPort: ControlPort?

  init(core: PluginCore) {
    self.core = core
    let buffers = core.buffers
    controls = core.info.ports.filter { $0.kind == .control }.map { port in
      unsafe ControlPort(info: port, pointer: buffers.value(of: port))
    }
    latencyPort = controls.first { $0.info.reportsLatency }
    let audio = core.info.ports.filter { $0.kind == .audio }
    node = PluginNode(
      calls: core.calls,
      audioInputs: audio.filter { $0.direction == .input }.map(\.index),
      audioOutputs: audio.filter { $0.direction == .output }.map(\.index),
      events: buffers.events,
      responses: core.hasWorker ? core.features.work.responses : nil,
      owner: core
    )
  }

  /// What is known of the plugin.
  public var info: PluginInfo { core.info }

  /// The control port with this symbol.
  public func control(_ symbol: String) -> ControlPort? {
    controls.first { $0.info.symbol == symbol }
  }

  /// The latency that the plugin reports now; it may change with its controls.
  public var latency: FrameCount {
    guard let value = latencyPort?.value, value.isFinite, value > 0 else { return .zero }
    return FrameCount(Int(value.rounded()))
  }

  /// Takes what the plugin has logged since the last call.
  public func takeMessages() -> [PluginMessage] {
    core.features.log.takeMessages()
  }
}
