// SPDX-License-Identifier: Apache-2.0
// The MIDI that passes a relay: which notes are on behind it and before it.

/// What the driver's thread knows of a relay's MIDI; the messages themselves stand in the slots.
///
/// A block that the renderer has not done in time is rendered late, but in its place, so what comes in keeps its time;
/// what it puts out is lost. No note hangs for a message that is.
///
/// > Threading: Realtime.
@safe
struct RelayMIDI: ~Copyable {
  /// The driver's channels, which are those behind the ones of audio.
  let input: Int
  let output: Int
  /// The notes that the renderer has heard begin, and those that have gone out.
  private var heard = HeldNotes()
  private var sent = HeldNotes()
  /// Whether messages have come in with a block that was not handed over.
  private var hasMissed = false
  /// Messages for which there was no room.
  let lost = Counter()

  /// > Threading: Control.
  init(input: Int, output: Int) {
    (self.input, self.output) = (input, output)
  }

  /// Takes what has come in with a block; notes whose end may have been missed end first.
  @_noLocks
  mutating func hear(_ block: DriverBlock, into list: UnsafeMutablePointer<MIDIList>) {
    unsafe list.pointee.clear()
    if hasMissed { unsafe heard.end(into: &list.pointee, frame: 0) }
    hasMissed = false
    guard let source = unsafe block.midiInput(input) else { return }
    let missed = unsafe list.pointee.add(source.pointee, notes: &heard)
    lost.advance(by: UInt64(truncatingIfNeeded: missed))
  }

  /// Lets a block go by that is not handed over.
  @_noLocks
  mutating func miss(_ block: DriverBlock) {
    guard let source = unsafe block.midiInput(input) else { return }
    if unsafe source.pointee.count > 0 { hasMissed = true }
  }

  /// Gives the driver what was rendered.
  @_noLocks
  mutating func send(_ list: UnsafeMutablePointer<MIDIList>, to block: DriverBlock) {
    guard let target = unsafe block.midiOutput(output) else { return }
    let missed = unsafe target.pointee.add(list.pointee, notes: &sent)
    lost.advance(by: UInt64(truncatingIfNeeded: missed))
  }

  /// Ends what has gone out, because what follows it is lost.
  @_noLocks
  mutating func endSent(in block: DriverBlock) {
    guard let target = unsafe block.midiOutput(output) else { return }
    unsafe sent.end(into: &target.pointee, frame: 0)
  }
}
