// SPDX-License-Identifier: Apache-2.0
// One block on its way through a relay.

internal import Synchronization

/// The samples and messages of one cycle, in memory that both ends of a relay know.
///
/// > Threading: Realtime; it belongs to one end at a time.
@safe
struct RelaySlot {
  /// How many blocks can be under way; a power of two.
  static var count: UInt32 { @_noLocks get { 4 } }
  /// The number of frames, and where the transport is.
  private static var headBytes: Int { @_noLocks get { 128 } }
  /// A channel of the longest block; one line more keeps channels off the same cache sets.
  private static var channelBytes: Int { @_noLocks get { DriverBlock.longest &* 4 &+ 64 } }

  private let base: UnsafeMutableRawPointer
  private let inputs: Int

  @_noLocks
  init(_ base: UnsafeMutableRawPointer, inputs: Int) {
    unsafe self.base = unsafe base
    self.inputs = inputs
  }

  /// How much memory one takes.
  @_noLocks
  static func bytes(channels: Int) -> Int {
    headBytes &+ 2 &* RelayMessages.bytes &+ channels &* channelBytes
  }

  /// How many frames the block has.
  var frames: UnsafeMutablePointer<Atomic<UInt32>> { @_noLocks get { unsafe base.word(at: 0) } }

  /// Where the rig's transport is at its start.
  var transport: UnsafeMutablePointer<Transport?> {
    @_noLocks get { unsafe (base + 64).assumingMemoryBound(to: Transport?.self) }
  }

  /// What comes in by MIDI, and what goes out.
  var heard: RelayMessages {
    @_noLocks get { unsafe RelayMessages(base + RelaySlot.headBytes) }
  }
  var sent: RelayMessages {
    @_noLocks get { unsafe RelayMessages(base + RelaySlot.headBytes + RelayMessages.bytes) }
  }

  /// The samples of a channel that comes in.
  @_noLocks
  func input(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe samples(channel)
  }

  /// The samples of a channel that goes out.
  @_noLocks
  func output(_ channel: Int) -> UnsafeMutablePointer<Float> {
    unsafe samples(inputs &+ channel)
  }

  @_noLocks
  private func samples(_ channel: Int) -> UnsafeMutablePointer<Float> {
    let offset = RelaySlot.bytes(channels: channel)
    return unsafe (base + offset).assumingMemoryBound(to: Float.self)
  }
}
