// SPDX-License-Identifier: Apache-2.0
// A MIDI message for the rig itself, on its way between the audio thread and what steers the rig.

/// A MIDI message of up to three bytes: what faders, knobs, buttons, lights and clocks speak.
package struct ControlMessage: BitwiseCopyable, Hashable, Sendable {
  /// The frame, counted from the first that the renderer has rendered.
  package var frame: Int64
  /// The status byte.
  package var status: UInt8
  /// The first byte of data; 0 where there is none.
  package var first: UInt8
  /// The second byte of data; 0 where there is none.
  package var second: UInt8
  /// How many bytes there are, from 1 to 3.
  package var count: UInt8

  /// Names a message.
  @_noLocks
  package init(frame: Int64 = 0, status: UInt8, first: UInt8 = 0, second: UInt8 = 0, count: UInt8) {
    self.frame = frame
    self.status = status
    self.first = first
    self.second = second
    self.count = count
  }

  /// What the list holds, unless it is longer: system exclusive messages move no fader.
  @_noLocks
  init?(_ message: MIDIMessage, frame: Int64) {
    guard message.count > 0, message.count <= 3 else { return nil }
    let bytes = unsafe message.bytes
    self.init(
      frame: frame,
      status: unsafe bytes[0],
      first: message.count > 1 ? unsafe bytes[1] : 0,
      second: message.count > 2 ? unsafe bytes[2] : 0,
      count: UInt8(truncatingIfNeeded: message.count)
    )
  }
}
