// SPDX-License-Identifier: Apache-2.0
// The memory behind the ports of one instance.

internal import CLilv
internal import RenderCore

/// A buffer for every port, so that no plugin ever meets a null pointer.
///
/// Control ports have room for a whole block too: some plugins write that much to them. The room after the
/// last frame stays zero, for plugins that read past it.
@safe
struct PortBuffers {
  /// The least size of an event port's buffer.
  static let leastEventBytes = 8_192

  let events: [EventPort]
  private let info: PluginInfo
  private let values: UnsafeMutablePointer<Float>
  private let stride: Int
  private let blockFrames: Int
  private let start: [Float]
  private let eventPointers: [UInt32: UnsafeMutableRawPointer]

  /// Makes the buffers; `start` has the starting value of each control port by index.
  init(info: PluginInfo, start: [Float], blockFrames: Int, arena: Arena) {
    self.info = info
    self.start = start
    self.blockFrames = blockFrames
    let line = 16
    // One line more than whole lines: else, at powers of two, all ports would fall into the same cache set.
    stride = (blockFrames + line - 1) / line * line + line
    unsafe values = arena.array(of: 0, count: stride * info.ports.count)
    var pointers: [UInt32: UnsafeMutableRawPointer] = unsafe [:]
    var events: [EventPort] = []
    for port in info.ports where port.kind == .event {
      let size = max(PortBuffers.leastEventBytes, port.minimumSize ?? 0)
      let memory = unsafe arena.bytes(size)
      unsafe pointers[port.index] = unsafe memory
      events.append(unsafe PortBuffers.eventPort(memory, size: size, direction: port.direction))
    }
    unsafe eventPointers = unsafe pointers
    self.events = events
    reset()
  }

  private static func eventPort(
    _ memory: UnsafeMutableRawPointer,
    size: Int,
    direction: PluginInfo.Direction
  ) -> EventPort {
    let headerBytes = MemoryLayout<LV2_Atom>.size
    let header = unsafe memory.bindMemory(to: (size: UInt32, type: UInt32).self, capacity: 1)
    return switch direction {
    case .input:
      unsafe EventPort(
        header: header,
        size: UInt32(MemoryLayout<LV2_Atom_Sequence_Body>.size),
        type: URIDs.shared.sequence
      )
    case .output:
      unsafe EventPort(header: header, size: UInt32(size - headerBytes), type: URIDs.shared.chunk)
    }
  }

  /// The buffer of a port; `nil` only for an optional port of an unknown kind.
  func pointer(of port: PluginInfo.Port) -> UnsafeMutableRawPointer? {
    switch port.kind {
    case .audio, .control, .cv: unsafe UnsafeMutableRawPointer(value(of: port))
    case .event: unsafe eventPointers[port.index]
    case .other: nil
    }
  }

  /// The first value of a port that carries numbers.
  func value(of port: PluginInfo.Port) -> UnsafeMutablePointer<Float> {
    unsafe values + Int(port.index) * stride
  }

  /// Puts the starting value into every control port and silence everywhere else.
  func reset() {
    for port in info.ports {
      let value = port.kind == .control ? start[Int(port.index)] : 0
      unsafe self.value(of: port).update(repeating: value, count: blockFrames)
    }
    prepareEvents()
  }

  /// Makes the event ports ready for a run.
  func prepareEvents() {
    for port in events { unsafe port.header.pointee = (port.size, port.type) }
  }
}
