// SPDX-License-Identifier: Apache-2.0
// The MIDI that passes a relay: which notes are on behind it and before it.

/// What the near end knows of a relay's MIDI; on their way the messages are in the slots.
///
/// A block that the renderer has not done in time is rendered late, but in its place, so what comes
/// in keeps its time; what it puts out is lost. No note hangs for a message that is.
///
/// > Threading: Realtime.
@safe
struct RelayMIDI: ~Copyable {
  /// What the session hears in this cycle, and what is handed over of it.
  private let gathered: UnsafeMutablePointer<MIDIList>
  private let handed: UnsafeMutablePointer<MIDIList>
  /// What has come back for this cycle, and the part of it that belongs to this chunk.
  private let arrived: UnsafeMutablePointer<MIDIList>
  private let returned: UnsafeMutablePointer<MIDIList>
  /// The notes that the renderer has heard begin, and those that have gone out.
  private var heard = HeldNotes()
  private var sent = HeldNotes()
  /// Whether messages have come in with a block that was not handed over.
  private var hasMissed = false
  /// Messages for which there was no room.
  let lost = Counter()

  /// > Threading: Control.
  init(
    gathered: UnsafeMutablePointer<MIDIList>,
    handed: UnsafeMutablePointer<MIDIList>,
    arrived: UnsafeMutablePointer<MIDIList>,
    returned: UnsafeMutablePointer<MIDIList>
  ) {
    unsafe (self.gathered, self.handed) = unsafe (gathered, handed)
    unsafe (self.arrived, self.returned) = unsafe (arrived, returned)
  }

  /// Begins a cycle; what was gathered and not handed over is missed.
  @_noLocks
  mutating func begin() {
    if unsafe gathered.pointee.count > 0 { hasMissed = true }
    unsafe gathered.pointee.clear()
  }

  /// Takes what the session hears in a chunk.
  @_noLocks
  mutating func hear(_ list: UnsafeMutablePointer<MIDIList>, _ chunk: Chunk) {
    let missed = unsafe gathered.pointee.add(list.pointee, shift: chunk.offset)
    lost.advance(by: UInt64(truncatingIfNeeded: missed))
  }

  /// Hands over what was gathered; notes whose end may have been missed end first.
  @_noLocks
  mutating func handOver(to messages: RelayMessages) {
    unsafe handed.pointee.clear()
    if hasMissed { unsafe heard.end(into: &handed.pointee, frame: 0) }
    hasMissed = false
    let missed = unsafe handed.pointee.add(gathered.pointee, notes: &heard)
    lost.advance(by: UInt64(truncatingIfNeeded: missed))
    unsafe messages.write(handed.pointee)
    unsafe gathered.pointee.clear()
  }

  /// Takes what has come back with a block of so many frames.
  @_noLocks
  mutating func receive(_ messages: RelayMessages, frames: Int) {
    unsafe arrived.pointee.clear()
    unsafe messages.read(into: &arrived.pointee, frames: frames)
    for index in 0..<(unsafe arrived.pointee.count) {
      unsafe sent.follow(arrived.pointee.message(index))
    }
  }

  /// Gives a session the part of it that belongs to a chunk.
  @_noLocks
  mutating func give(_ chunk: Chunk) {
    unsafe returned.pointee.clear()
    let shift = 0 &- chunk.offset
    unsafe returned.pointee.add(arrived.pointee, shift: shift, frames: chunk.frames)
  }

  /// Ends what has gone out, because what follows it is lost.
  @_noLocks
  mutating func endSent() {
    unsafe arrived.pointee.clear()
    unsafe sent.end(into: &arrived.pointee, frame: 0)
  }

  /// Lets a cycle go by in which the session is not called, which ends what has gone out by itself.
  @_noLocks
  mutating func miss() {
    unsafe arrived.pointee.clear()
    sent.forget()
  }

  /// Forgets what the renderer has heard: the next one has not.
  @_noLocks
  mutating func forgetHeard() {
    heard.forget()
    hasMissed = false
  }
}
