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
      let stream = unsafe streams[index]
      for place in 0..<(unsafe stream.pointee.count) {
        let message = unsafe stream.pointee.message(place)
        unsafe target.pointee.insert(message, at: message.frame)
      }
    }
  }
}

extension SegmentMIDI {
  /// Takes what comes in within a chunk.
  ///
  /// What came while the session was not called is gone; the notes that were on then end with the first chunk.
  @_noLocks
  func hear(_ chunk: Chunk) {
    let list = unsafe strip.pointee.input
    unsafe list.pointee.clear()
    if unsafe strip.pointee.hasMissed {
      unsafe strip.pointee.heard.end(into: &list.pointee, frame: 0)
      unsafe strip.pointee.hasMissed = false
    }
    let inputs = unsafe chunk.block.midiInputs
    guard input >= 0, input < inputs.count, let source = unsafe inputs[input] else { return }
    for index in 0..<(unsafe source.pointee.count) {
      let message = unsafe source.pointee.message(index)
      let frame = message.frame &- chunk.offset
      guard frame >= 0, frame < chunk.frames else { continue }
      if unsafe list.pointee.insert(message, at: frame) {
        unsafe strip.pointee.heard.follow(message)
      } else {
        unsafe strip.pointee.lost.advance()
      }
    }
  }

  /// Sends what the session's plugins have put out in a chunk.
  @_noLocks
  func send(_ chunk: Chunk) {
    let outputs = unsafe chunk.block.midiOutputs
    guard output >= 0, output < outputs.count, let target = unsafe outputs[output] else { return }
    for stream in 0..<(unsafe streams.count) {
      let list = unsafe streams[stream]
      for index in 0..<(unsafe list.pointee.count) {
        let message = unsafe list.pointee.message(index)
        if unsafe target.pointee.insert(message, at: message.frame &+ chunk.offset) {
          unsafe strip.pointee.sent.follow(message)
        } else {
          unsafe strip.pointee.lost.advance()
        }
      }
    }
  }

  /// Ends what the session has begun elsewhere; from now on nothing of it is heard there.
  @_noLocks
  func endSent(_ chunk: Chunk) {
    let outputs = unsafe chunk.block.midiOutputs
    guard output >= 0, output < outputs.count, let target = unsafe outputs[output] else { return }
    unsafe strip.pointee.sent.end(into: &target.pointee, frame: chunk.offset)
  }

  /// Lets a chunk go by in which the session's graph is not called.
  @_noLocks
  func miss(_ chunk: Chunk) {
    unsafe strip.pointee.hasMissed = true
    endSent(chunk)
  }
}
