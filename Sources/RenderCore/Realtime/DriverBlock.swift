// SPDX-License-Identifier: Apache-2.0
// What a driver hands to the renderer in one cycle.

/// The buffers of one cycle, by driver channel.
///
/// Channel numbers are the driver's own and stable while a port exists; a `nil` pointer is a
/// channel without a port.
///
/// > Threading: Realtime.
@safe
package struct DriverBlock {
  /// The buffers that were captured.
  package var inputs: UnsafeBufferPointer<UnsafePointer<Float>?>
  /// The buffers to fill; each is filled or cleared.
  package var outputs: UnsafeBufferPointer<UnsafeMutablePointer<Float>?>
  /// How many frames each buffer holds.
  package var frames: Int
  /// The MIDI that has come in, by driver channel; a `nil` pointer is a channel without a MIDI
  /// port.
  package var midiInputs = unsafe UnsafeBufferPointer<UnsafeMutablePointer<MIDIList>?>(
    start: nil,
    count: 0
  )
  /// Empty lists that take what is to go out.
  package var midiOutputs = unsafe UnsafeBufferPointer<UnsafeMutablePointer<MIDIList>?>(
    start: nil,
    count: 0
  )
  /// The frame at which the cycle starts, as the driver counts frames, if it does; the count goes
  /// round.
  package var frame: UInt32?
  /// Where the driver's transport is at the cycle's start, if it has one.
  package var transport: Transport?
  /// Whether the driver keeps no time: players and recorders then wait for the disk, and lose
  /// nothing.
  package var isPatient = false

  /// The most output channels that a driver may have.
  package static var maximumOutputs: Int { @_noLocks get { 1024 } }

  /// How many channels of buses inside of the rig there can be, and of what a monitor hears.
  static var maximumInside: Int { @_noLocks get { maximumOutputs &* 2 } }
  /// How many channels can be mixed to, the driver's and those inside of the rig.
  static var maximumChannels: Int { @_noLocks get { maximumOutputs &+ maximumInside } }

  /// The longest cycle that a driver may have, in frames.
  package static var longest: Int { @_noLocks get { 8_192 } }

  /// Stands for a channel that the driver does not have: silent as an input, nowhere as an output.
  package static var noChannel: Int { @_noLocks get { -1 } }

  /// Describes a cycle.
  @_noLocks
  package init(
    inputs: UnsafeBufferPointer<UnsafePointer<Float>?>,
    outputs: UnsafeBufferPointer<UnsafeMutablePointer<Float>?>,
    frames: Int
  ) {
    unsafe self.inputs = unsafe inputs
    unsafe self.outputs = unsafe outputs
    self.frames = frames
  }

  /// The driver's count at one of the cycle's frames, if it counts.
  @_noLocks
  func frame(at offset: Int) -> UInt32? {
    guard let frame else { return nil }
    return frame &+ UInt32(truncatingIfNeeded: offset)
  }

  /// The messages that have come in by a channel; `nil` for one without a MIDI port.
  @_noLocks
  func midiInput(_ channel: Int) -> UnsafeMutablePointer<MIDIList>? {
    let inputs = unsafe midiInputs
    return unsafe channel >= 0 && channel < inputs.count ? inputs[channel] : nil
  }

  /// The list that takes what goes out by a channel; `nil` for one without a MIDI port.
  @_noLocks
  func midiOutput(_ channel: Int) -> UnsafeMutablePointer<MIDIList>? {
    let outputs = unsafe midiOutputs
    return unsafe channel >= 0 && channel < outputs.count ? outputs[channel] : nil
  }
}

extension UInt32 {
  /// How many frames a frame of a driver's count comes after another one; less than none where it
  /// comes before it.
  ///
  /// The count goes round after 2³² frames: what is less than half of that ahead is ahead.
  @_noLocks
  func frames(after start: UInt32) -> Int { Int(Int32(bitPattern: self &- start)) }
}
