// SPDX-License-Identifier: Apache-2.0
// The MIDI ports of one direction as the audio thread sees them, and the messages of a cycle.

internal import RenderCore
internal import Synchronization

/// The live MIDI ports of one direction, by driver channel, each with a list of messages.
///
/// > Threading: Realtime, except where said.
@safe
struct MIDITable: ~Copyable, @unchecked Sendable {
  let ports = PortTable()
  /// Messages that found no room in a port, or in the list of a cycle.
  let refused = Atomic<Int>(0)
  private let lists: UnsafeMutablePointer<UnsafeMutablePointer<MIDIList>?>

  /// > Threading: Control.
  init() {
    unsafe lists = .allocate(capacity: PortTable.capacity)
    unsafe lists.initialize(repeating: nil, count: PortTable.capacity)
  }

  deinit {
    unsafe lists.deallocate()
  }

  /// Puts a port into its place, or takes it out; `makeList` makes the channel's list when it has
  /// its first port.
  ///
  /// > Threading: Control.
  borrowing func set(
    _ port: OpaquePointer?,
    channel: Int,
    makeList: () -> UnsafeMutablePointer<MIDIList>
  ) {
    if unsafe port != nil, unsafe lists[channel] == nil {
      unsafe lists[channel] = unsafe makeList()
    }
    // Published after the list, with the port.
    unsafe ports.set(port, channel: channel)
  }

  /// The lists by channel.
  private var all: UnsafeBufferPointer<UnsafeMutablePointer<MIDIList>?> {
    @_noLocks get { unsafe UnsafeBufferPointer(start: lists, count: ports.count()) }
  }

  /// Takes what has come in.
  @_noLocks
  borrowing func read(frames: UInt32) -> UnsafeBufferPointer<UnsafeMutablePointer<MIDIList>?> {
    let all = unsafe empty()
    for channel in 0..<all.count {
      guard let port = unsafe ports.port(channel), let list = unsafe all[channel],
        let buffer = unsafe Hatch.buffer(of: port, frames: frames)
      else { continue }
      unsafe Hatch.read(buffer, into: list)
      let lost = unsafe list.pointee.refused
      if lost > 0 { refused.add(lost, ordering: .relaxed) }
    }
    return unsafe all
  }

  /// Makes room for what is to go out.
  @_noLocks
  borrowing func empty() -> UnsafeBufferPointer<UnsafeMutablePointer<MIDIList>?> {
    let all = unsafe self.all
    for channel in 0..<all.count { unsafe all[channel]?.pointee.clear() }
    return unsafe all
  }

  /// Lets out what has been rendered.
  @_noLocks
  borrowing func write(frames: UInt32) {
    let all = unsafe self.all
    for channel in 0..<all.count {
      guard let port = unsafe ports.port(channel), let list = unsafe all[channel],
        let buffer = unsafe Hatch.buffer(of: port, frames: frames)
      else { continue }
      let lost = unsafe Hatch.write(list, to: buffer, frames: Int(frames))
      if lost > 0 { refused.add(lost, ordering: .relaxed) }
    }
  }
}
