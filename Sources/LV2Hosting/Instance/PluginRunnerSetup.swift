// SPDX-License-Identifier: Apache-2.0
// What the audio thread's half of an instance is made from.

internal import RenderCore
internal import Quantities

/// The parts of a `PluginRunner`, gathered on the control thread.
@safe
struct PluginRunnerSetup {
  let longestBlock: Int
  let rate: Double
  let shape: BlockShape
  let slots: [SampleSlot]
  let slotOfPort: [Int]
  let events: [EventSlot]
  let triggers: [PluginRunner.Trigger]
  let transportPorts: [TransportPort]
  let readings: [UnsafeMutablePointer<Float>]
  let sizes: MessageSizes
  /// Room for one message, from wherever.
  let scratch: Int
  let inlet: UnsafeMutablePointer<ByteRing>
  let responses: [UnsafeMutablePointer<ByteRing>]
  let outlet: UnsafeMutablePointer<ByteRing>
  let hasWorker: Bool
  let clock: UnsafeMutablePointer<TransportState>

  /// Whether a run is nothing but samples.
  var isPlain: Bool {
    shape == .any && !hasWorker && events.isEmpty && triggers.isEmpty
      && transportPorts.isEmpty
  }

  /// Whether frames may have to be gathered until there are enough for a block.
  var mayGather: Bool {
    if case .fixed = shape { true } else { false }
  }

  init(
    info: PluginInfo,
    buffers: PortBuffers,
    options: PluginOptions,
    shape: BlockShape,
    rings: PluginRings,
    features: HostFeatures?,
    clock: TransportClock,
    arena: Arena
  ) {
    longestBlock = info.longestBlock(options)
    rate = options.sampleRate.hertz
    self.shape = shape
    let gathered: Int? = if case .fixed(let frames) = shape { frames } else { nil }
    let ports = info.ports.filter { $0.kind == .audio || $0.kind == .cv }
    slots = ports.map { port in
      unsafe SampleSlot(
        port: port.index,
        isOutput: port.direction == .output,
        samples: buffers.value(of: port),
        connected: nil,
        gathered: gathered.map { unsafe arena.array(of: 0, count: $0 + 16) }
      )
    }
    var slots = [Int](repeating: -1, count: info.ports.count)
    for (slot, port) in ports.enumerated() { slots[Int(port.index)] = slot }
    slotOfPort = slots
    events = buffers.events
    let controls = info.ports.filter { $0.kind == .control && $0.direction == .input }
    triggers = controls.filter { $0.has(.trigger) }.map { port in
      unsafe PluginRunner.Trigger(value: buffers.value(of: port), rest: port.defaultValue ?? 0)
    }
    transportPorts = controls.compactMap { port in
      guard let quantity = port.transportQuantity else { return nil }
      return unsafe TransportPort(value: buffers.value(of: port), quantity: quantity)
    }
    let outputs = info.ports.filter { $0.kind == .control && $0.direction == .output }
    unsafe readings = outputs.map { unsafe buffers.value(of: $0) }
    sizes = MessageSizes(info)
    scratch = max(sizes.scratch, features == nil ? 0 : PluginWork.ringBytes)
    unsafe inlet = rings.control.pointer
    unsafe responses =
      features.map { unsafe [$0.work.responses.pointer, $0.stateWork.responses.pointer] } ?? []
    hasWorker = features != nil
    unsafe outlet = rings.outlet.pointer
    unsafe self.clock = clock.state
  }
}

/// The rings between an instance's two halves.
///
/// > Threading: Any, one thread writing and one reading each.
final class PluginRings: Sendable {
  /// Events from the control thread.
  let control: SharedByteRing
  /// Events from the plugin.
  let outlet: SharedByteRing

  init(_ sizes: MessageSizes) {
    control = SharedByteRing(capacity: sizes.inlet)
    outlet = SharedByteRing(capacity: sizes.outlet)
  }
}

extension PluginInfo.Port {
  /// The value of the transport that the port is to be fed, if any.
  var transportQuantity: TransportPort.Quantity? {
    TransportPort.Quantity.allCases.first { designation == Vocabulary.time($0.rawValue) }
  }
}
