// SPDX-License-Identifier: Apache-2.0
// A session's MIDI: what it hears, what it sends, and which notes are on in both.

/// The MIDI state of a session; it outlives plans, so that no note is forgotten.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct MIDIStrip: ~Copyable {
  /// What the session hears in this chunk.
  let input: UnsafeMutablePointer<MIDIList>
  /// The notes that its plugins have heard begin.
  var heard = HeldNotes()
  /// The notes that it has begun elsewhere.
  var sent = HeldNotes()
  /// Whether it has missed what came in since it was called last.
  var hasMissed = false
  /// Messages for which there was no room.
  let lost = Counter()

  /// > Threading: Control.
  init(input: UnsafeMutablePointer<MIDIList>) {
    unsafe self.input = unsafe input
  }
}

/// A session's MIDI in a plan.
@safe
struct SegmentMIDI {
  let strip: UnsafeMutablePointer<MIDIStrip>
  /// The driver's channels; `DriverBlock.noChannel` where there is none.
  let input: Int
  let output: Int
  /// What goes out.
  let streams: UnsafeMutableBufferPointer<UnsafeMutablePointer<MIDIList>>
}

/// MIDI on its way into a plugin.
@safe
struct MIDIStep {
  let target: UnsafeMutablePointer<MIDIList>
  let streams: UnsafeMutableBufferPointer<UnsafeMutablePointer<MIDIList>>

  /// Adds the streams to what the plugin hears when it runs next.
  @_noLocks
  func deliver() {
    for index in 0..<(unsafe streams.count) {
      unsafe target.pointee.add(streams[index].pointee)
    }
  }
}

extension SegmentMIDI {
  /// Takes what comes in within a chunk.
  ///
  /// What came while the session was not called is gone; the notes that were on then end with the
  /// first chunk.
  @_noLocks
  func hear(_ chunk: Chunk) {
    let list = unsafe strip.pointee.input
    unsafe list.pointee.clear()
    if unsafe strip.pointee.hasMissed {
      unsafe strip.pointee.heard.end(into: &list.pointee, frame: 0)
      unsafe strip.pointee.hasMissed = false
    }
    guard let source = unsafe chunk.block.midiInput(input) else { return }
    let lost = unsafe list.pointee.add(
      source.pointee,
      shift: 0 &- chunk.offset,
      frames: chunk.frames,
      notes: &strip.pointee.heard
    )
    unsafe strip.pointee.lost.advance(by: UInt64(truncatingIfNeeded: lost))
  }

  /// Sends what the session's plugins have put out in a chunk.
  @_noLocks
  func send(_ chunk: Chunk) {
    guard let target = unsafe chunk.block.midiOutput(output) else { return }
    for stream in 0..<(unsafe streams.count) {
      let lost = unsafe target.pointee.add(
        streams[stream].pointee,
        shift: chunk.offset,
        notes: &strip.pointee.sent
      )
      unsafe strip.pointee.lost.advance(by: UInt64(truncatingIfNeeded: lost))
    }
  }

  /// Ends what the session has begun elsewhere; from now on nothing of it is heard there.
  @_noLocks
  func endSent(_ chunk: Chunk) {
    guard let target = unsafe chunk.block.midiOutput(output) else { return }
    unsafe strip.pointee.sent.end(into: &target.pointee, frame: chunk.offset)
  }

  /// Lets a chunk go by in which the session's graph is not called.
  @_noLocks
  func miss(_ chunk: Chunk) {
    unsafe strip.pointee.hasMissed = true
    endSent(chunk)
  }
}
