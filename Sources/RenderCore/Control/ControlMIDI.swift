// SPDX-License-Identifier: Apache-2.0
// The MIDI of the rig itself, for what steers it: messages that have arrived, and messages that are
// to leave.

internal import CRealtime
internal import Synchronization

/// What controllers say to the rig and hear from it; it outlives renderers and servers.
///
/// A full ring takes no more and counts what it has not taken; nobody waits for it.
///
/// > Threading: Any; one thread receives, and one sends.
@safe
package final class ControlMIDI: @unchecked Sendable {
  /// What the audio thread uses; it lives as long as this.
  let state: UnsafeMutablePointer<ControlMIDIState>

  /// Makes room for 4,096 messages on either way.
  package init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: ControlMIDIState())
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// Takes the oldest message that has arrived.
  package func receive() -> ControlMessage? { unsafe state.pointee.arrived.receive() }

  /// Lets a message leave with the next cycle; returns `false` when too many are waiting.
  @discardableResult
  package func send(_ message: ControlMessage) -> Bool {
    let isSent = unsafe state.pointee.leaving.send(message)
    if !isSent { unsafe state.pointee.dropped.add(1, ordering: .relaxed) }
    return isSent
  }

  /// How often `wake` was called or messages have arrived; to be read before looking for messages.
  package var rings: UInt32 { unsafe tarmac_bell_read(state.pointee.bell) }

  /// Sleeps until there has been another ring since `rings` said `seen`, or for so many
  /// milliseconds.
  package func sleep(since seen: UInt32, milliseconds: UInt32) {
    unsafe tarmac_bell_wait(state.pointee.bell, seen, milliseconds)
  }

  /// Wakes the thread that sleeps.
  package func wake() { unsafe tarmac_bell_ring(state.pointee.bell) }

  /// How many messages found no room, on either way.
  package var dropped: Int { unsafe state.pointee.dropped.load(ordering: .relaxed) }
}
