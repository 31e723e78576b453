// SPDX-License-Identifier: Apache-2.0
// The MIDI of the rig itself on the audio thread: what controllers say, what is said to them, and
// the clock.

internal import Synchronization

/// The driver's channels of the rig's own MIDI, and what leaves through them.
package struct ControlPorts: BitwiseCopyable, Hashable, Sendable {
  /// The channel by which controllers are heard.
  package var input: Int
  /// The channel by which they hear.
  package var output: Int
  /// Whether the transport's MIDI clock leaves through it.
  package var sendsClock: Bool

  /// Describes the rig's own MIDI; none unless somebody says so.
  @_noLocks
  package init(input: Int, output: Int, sendsClock: Bool = false) {
    self.input = input
    self.output = output
    self.sendsClock = sendsClock
  }

  /// No ports.
  package static var none: ControlPorts {
    @_noLocks get { ControlPorts(input: DriverBlock.noChannel, output: DriverBlock.noChannel) }
  }
}

/// What the audio thread and the thread that steers the rig share.
///
/// > Threading: Realtime, except where said.
@safe
struct ControlMIDIState: ~Copyable {
  /// How many messages may wait on either way.
  static let capacity = 4_096
  /// How many messages may leave in a cycle; the others wait for the next one.
  static var mostInCycle: Int { @_noLocks get { 256 } }

  let arrived = Ring<ControlMessage>(capacity: capacity)
  let leaving = Ring<ControlMessage>(capacity: capacity)
  /// Messages that found no room.
  let dropped = Atomic<Int>(0)
  /// Rung when messages have arrived.
  let bell: UnsafeMutablePointer<UInt32>
  private var clock = ClockWriter()

  /// > Threading: Control.
  init() {
    unsafe bell = .allocate(capacity: 1)
    unsafe bell.initialize(to: 0)
  }

  deinit {
    unsafe bell.deallocate()
  }

  /// Hands on what has come in with a cycle that begins at `frame`, and takes what is to go out.
  @_noLocks
  mutating func exchange(_ block: DriverBlock, _ ports: ControlPorts, frame: Int64) {
    if let list = unsafe block.midiInput(ports.input) { unsafe hear(list, frame: frame) }
    if let list = unsafe block.midiOutput(ports.output) { unsafe speak(list) }
  }

  @_noLocks
  private func hear(_ list: UnsafeMutablePointer<MIDIList>, frame: Int64) {
    var heard = false
    for index in 0..<(unsafe list.pointee.count) {
      let message = unsafe list.pointee.message(index)
      let at = frame &+ Int64(truncatingIfNeeded: message.frame)
      guard let message = ControlMessage(message, frame: at) else { continue }
      heard = true
      if !arrived.put(message) { dropped.add(1, ordering: .relaxed) }
    }
    if heard { unsafe Hatch.ring(bell) }
  }

  @_noLocks
  private func speak(_ list: UnsafeMutablePointer<MIDIList>) {
    for _ in 0..<ControlMIDIState.mostInCycle {
      guard let message = leaving.next() else { return }
      if unsafe !list.pointee.insert(frame: 0, message) { dropped.add(1, ordering: .relaxed) }
    }
  }

  /// Writes the clock of a chunk whose first frame is at `position`.
  @_noLocks
  mutating func writeClock(_ chunk: Chunk, _ ports: ControlPorts, _ position: ClockPosition) {
    guard ports.sendsClock, let list = unsafe chunk.block.midiOutput(ports.output) else {
      return clock = ClockWriter()
    }
    unsafe clock.write(list, offset: chunk.offset, frames: chunk.frames, position)
  }
}

extension MIDIList {
  /// Takes a message of the rig itself.
  @_noLocks
  mutating func insert(frame: Int, _ message: ControlMessage) -> Bool {
    insert(
      frame: frame,
      message.status,
      message.first,
      message.second,
      count: Int(message.count)
    )
  }
}
