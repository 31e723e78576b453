// SPDX-License-Identifier: Apache-2.0
// The memory that the two ends of a relay share: what is where in it.

internal import Synchronization

/// Where in the shared memory what is, for a relay of so many channels.
///
/// Nothing in it can be relied on: the process at the other end may be in ruins, or a stranger's.
/// The near end reads each word once, and goes by no number that it has not bounded.
///
/// > Threading: Realtime.
@safe
struct RelayMemory {
  /// The bell, the words of the rig and those of the other process: each on a line of its own.
  private static var headBytes: Int { @_noLocks get { 256 } }

  private let base: UnsafeMutableRawPointer
  let inputs: Int
  let outputs: Int

  /// > Threading: Control.
  init(_ base: UnsafeMutableRawPointer, inputs: Int, outputs: Int) {
    unsafe self.base = unsafe base
    (self.inputs, self.outputs) = (inputs, outputs)
  }

  /// How much memory it takes.
  ///
  /// > Threading: Control.
  static func bytes(inputs: Int, outputs: Int) -> Int {
    headBytes + Int(RelaySlot.count) * RelaySlot.bytes(channels: inputs + outputs)
  }

  /// What the renderer sleeps on.
  var bell: UnsafeMutablePointer<UInt32> {
    @_noLocks get { unsafe base.assumingMemoryBound(to: UInt32.self) }
  }

  /// Blocks that were handed over; the count goes round, and the near end writes it.
  var handed: UnsafeMutablePointer<Atomic<UInt32>> { @_noLocks get { unsafe base.word(at: 64) } }

  /// Those of them that have been rendered; the far end writes it.
  var rendered: UnsafeMutablePointer<Atomic<UInt32>> { @_noLocks get { unsafe base.word(at: 128) } }

  /// Not 0 while the far end renders what it is handed; both write it.
  var isServed: UnsafeMutablePointer<Atomic<UInt32>> { @_noLocks get { unsafe base.word(at: 192) } }

  /// The place of the block with that number.
  @_noLocks
  func slot(_ number: UInt32) -> RelaySlot {
    let place = Int(number & (RelaySlot.count &- 1))
    let offset = RelayMemory.headBytes &+ place &* RelaySlot.bytes(channels: inputs &+ outputs)
    return unsafe RelaySlot(base + offset, inputs: inputs)
  }
}

extension UnsafeMutableRawPointer {
  /// A word that two processes read and write.
  @_noLocks
  func word(at offset: Int) -> UnsafeMutablePointer<Atomic<UInt32>> {
    unsafe (self + offset).assumingMemoryBound(to: Atomic<UInt32>.self)
  }
}
