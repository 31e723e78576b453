// SPDX-License-Identifier: Apache-2.0
// A list of MIDI messages with an address of its own.

/// A `MIDIList` that a driver, a plan and a plugin may share, kept alive as long as somebody holds
/// this object.
///
/// > Threading: Control.
@safe
package final class SharedMIDIList: @unchecked Sendable {
  /// The list, for code that runs on the audio thread.
  package let pointer: UnsafeMutablePointer<MIDIList>

  /// Makes an empty list.
  package init() {
    unsafe pointer = .allocate(capacity: 1)
    unsafe pointer.initialize(to: MIDIList())
  }

  deinit {
    unsafe pointer.deinitialize(count: 1)
    unsafe pointer.deallocate()
  }
}
