// SPDX-License-Identifier: Apache-2.0
// A plugin instance for the host: its node for plans, its controls, its latency, its log.

package import Quantities
package import RenderCore
internal import Synchronization

/// A plugin that is ready to run.
///
/// The plugin itself lives as long as `node`: a plan may keep running it when this object is gone,
/// but that is the end of its controls.
///
/// > Threading: Control.
package final class LV2Instance {
  /// What plans run.
  package let node: PluginNode
  /// The control ports, in index order.
  package let controls: [ControlPort]
  /// The CV ports, in index order: each is the first of a block of values that all start as the
  /// port's default.
  package let cv: [ControlPort]
  /// What is known of the parameters: what was set, and what the plugin has said since.
  package internal(set) var parameters: [String: ParameterValue] = [:]
  let core: PluginCore
  /// Parameters that were set, how often the plugin had run then, and whether it has reported them
  /// since.
  var unheard: [String: (value: ParameterValue, runs: Int, isReported: Bool)] = [:]
  /// What the plugin has said before anybody could listen.
  var firstEvents: [PluginEvent] = []
  let control: EventInlet
  /// The symbols of the event ports.
  let eventPorts: [String]
  /// The index of the event port that takes patch messages.
  let messageSlot: Int?
  private let latencyPort: ControlPort?

  init(core: PluginCore, includesCV: Bool) {
    self.core = core
    let (info, buffers) = (core.info, core.buffers)
    let ports = { (kind: PluginInfo.Kind) in
      info.ports.indices.filter { info.ports[$0].kind == kind }.map { index in
        unsafe ControlPort(core.shared, index, pointer: buffers.value(of: info.ports[index]))
      }
    }
    controls = ports(.control)
    cv = ports(.cv)
    latencyPort = controls.first { $0.info.reportsLatency }
    let events = buffers.events
    eventPorts = events.map { event in info.ports[Int(event.port)].symbol }
    messageSlot = info.messagePort.flatMap { port in
      events.firstIndex { $0.port == port.index }
    }
    control = EventInlet(
      ring: core.rings.control,
      midiSlot: events.firstIndex { $0.accepts.midi },
      mostBytes: MessageSizes(info).message
    )
    let signals = info.ports.filter { $0.kind == .audio || (includesCV && $0.kind == .cv) }
    node = PluginNode(
      calls: core.calls,
      audioInputs: signals.filter { $0.direction == .input }.map(\.index),
      audioOutputs: signals.filter { $0.direction == .output }.map(\.index),
      midiInputs: LV2Instance.midiPorts(.input, of: core),
      midiOutputs: LV2Instance.midiPorts(.output, of: core),
      owner: core
    )
    keepFirstEvents()
  }

  /// Keeps what the plugin has said of itself while it was made ready; its notes were nobody's.
  private func keepFirstEvents() {
    firstEvents = takeEvents().filter { event in
      if case .midi = event.content { false } else { true }
    }
    unsafe core.common.pointee.counters.isHeard.store(false, ordering: .relaxed)
  }

  /// What is known of the plugin.
  package var info: PluginInfo { core.info }

  /// The control port with this symbol.
  package func control(_ symbol: String) -> ControlPort? {
    controls.first { $0.info.symbol == symbol }
  }

  /// The control input that switches the plugin off and on without a click, if it has one.
  package var enabled: ControlPort? {
    controls.first { $0.info.isEnabledSwitch }
  }

  /// The ports of one direction that carry MIDI, the main one first.
  private static func midiPorts(
    _ direction: PluginInfo.Direction,
    of core: PluginCore
  ) -> [MIDIPort] {
    core.info.midiPorts(direction).compactMap { port in
      core.buffers.midi[port.index].map { MIDIPort(symbol: port.symbol, list: $0) }
    }
  }

  /// The latency that the plugin reports now, and that of gathering its blocks; it may change in
  /// any cycle.
  package var latency: FrameCount {
    let gathered = unsafe Int(clamping: core.common.pointee.gatherLatency.current)
    guard let value = latencyPort?.value, value.isFinite, value > 0, value < 1e9 else {
      return FrameCount(gathered)
    }
    return FrameCount(Int(clamping: value.rounded()) + gathered)
  }

  /// Takes what the plugin has logged since the last call.
  package func takeMessages() -> [PluginMessage] {
    core.features.log.takeMessages()
  }
}
