// SPDX-License-Identifier: Apache-2.0
// The memory behind the ports of one instance.

internal import CLilv
internal import RenderCore

/// A buffer for every port, so that no plugin ever meets a null pointer.
///
/// Control ports have room for a whole block too: some plugins write that much to them. The room
/// after the last frame stays zero, for plugins that read past it.
@safe
struct PortBuffers {
  /// The least size of an event port's buffer.
  static let leastEventBytes = 8_192

  let events: [EventSlot]
  /// The lists of the event ports that take MIDI or put it out, by the port's index.
  let midi: [UInt32: SharedMIDIList]
  private let ports: [PluginInfo.Port]
  private let values: UnsafeMutablePointer<Float>
  private let stride: Int
  private let blockFrames: Int
  private let start: [Float]

  /// Makes the buffers; `start` has the starting value of each port by index.
  init(info: PluginInfo, start: [Float], blockFrames: Int, arena: Arena) {
    ports = info.ports
    self.start = start
    self.blockFrames = blockFrames
    let line = 16
    // One line more than whole lines: else, at powers of two, all ports would fall into the same
    // cache set.
    stride = (blockFrames + line - 1) / line * line + line
    unsafe values = arena.array(of: 0, count: stride * info.ports.count)
    let isResizing = info.mentions(.resize)
    let eventPorts = info.ports.filter { $0.kind == .event || $0.kind == .oldEvent }
    let lists = Dictionary(
      eventPorts.filter(\.carriesMIDI).map { ($0.index, SharedMIDIList()) },
      uniquingKeysWith: { first, _ in first }
    )
    midi = lists
    events = eventPorts.map { port in
      var slot = PortBuffers.slot(of: port, isResizing: isResizing, arena: arena)
      unsafe slot.midi = lists[port.index]?.pointer
      return slot
    }
    reset()
  }

  /// How many bytes an event port has.
  static func capacity(of port: PluginInfo.Port) -> Int {
    (max(leastEventBytes, port.minimumSize ?? 0) + 7) / 8 * 8
  }

  private static func slot(
    of port: PluginInfo.Port,
    isResizing: Bool,
    arena: Arena
  ) -> EventSlot {
    let capacity = capacity(of: port)
    let reserve =
      isResizing && port.direction == .output ? max(capacity, PluginResize.reserve) : capacity
    let memory = unsafe arena.bytes(reserve + EventSlot.guardBytes)
    var accepts = EventSlot.Accepts()
    if port.direction == .input {
      accepts.midi = port.carriesMIDI
      accepts.position = port.supports.contains(Vocabulary.time("Position"))
      accepts.messages = port.supports.contains(Vocabulary.patch("Message"))
    }
    let old: UnsafeMutablePointer<EventSlot.OldEventBuffer>? =
      if port.kind == .oldEvent {
        unsafe arena.value(
          EventSlot.OldEventBuffer(
            data: memory,
            headerSize: 24,
            stampType: 0,
            count: 0,
            capacity: 0,
            size: 0
          )
        )
      } else { nil }
    let slot = unsafe EventSlot(
      port: port.index,
      isOutput: port.direction == .output,
      accepts: accepts,
      memory: memory,
      capacity: capacity,
      reserve: reserve,
      old: old
    )
    slot.mend()
    return slot
  }

  /// The buffer of a port; `nil` only for an optional port of an unknown kind.
  func pointer(of port: PluginInfo.Port) -> UnsafeMutableRawPointer? {
    switch port.kind {
    case .audio, .control, .cv: return unsafe UnsafeMutableRawPointer(value(of: port))
    case .event, .oldEvent:
      let slot = events.first { $0.port == port.index }
      if let old = unsafe slot?.old { return UnsafeMutableRawPointer(old) }
      return unsafe slot?.memory
    case .other: return nil
    }
  }

  /// The first value of a port that carries numbers.
  func value(of port: PluginInfo.Port) -> UnsafeMutablePointer<Float> {
    unsafe values + Int(port.index) * stride
  }

  /// Puts the starting value into every control and CV port, and silence everywhere else.
  func reset() {
    for port in ports {
      let value = port.kind == .audio ? 0 : start[Int(port.index)]
      unsafe self.value(of: port).update(repeating: value, count: blockFrames)
    }
  }
}
