// SPDX-License-Identifier: Apache-2.0
// Playing and capturing to the sample, whenever the test's own thread gets its turn.

internal import CJACK

extension Listener {
  private static let patience = 20.0
  /// A minute of room in a capture for what comes before and after the sound itself.
  private static let room = 48_000 * 60

  /// Plays `channels` on the outputs from the next cycle on, then silence; ends the sound before.
  package func play(_ channels: [[Float]]) {
    cycle.play(Tape(channels))
  }

  /// Plays `channels` and returns them as `ears` hears them, by channel, from their first frame to
  /// their last.
  package func play(_ channels: [[Float]], heardBy ears: Listener) throws -> [[Float]] {
    let sound = Tape(channels)
    return try ears.take(room: sound.frames) { tape in
      let start = try begin(sound, heardBy: ears, on: tape)
      return start..<start + sound.frames
    }.channels
  }

  /// Plays `channels` and returns what `ears` hears from their first frame until `tail` frames
  /// after the end of `body`.
  ///
  /// `body` runs while they sound; throws when they are over too early for that.
  package func play(
    _ channels: [[Float]],
    heardBy ears: Listener,
    tail: Int,
    around body: () throws -> Void
  ) throws -> [[Float]] {
    let sound = Tape(channels)
    return try ears.take(room: sound.frames) { tape in
      let start = try begin(sound, heardBy: ears, on: tape)
      try body()
      let end = tape.doneFrames + tail
      guard end <= start + sound.frames else { throw BenchError.tooShort(frames: sound.frames) }
      return start..<end
    }.channels
  }

  /// Captures `frames` frames of every input from the next cycle on and returns them by channel.
  package func capture(frames: Int) throws -> [[Float]] {
    try take { _ in 0..<frames }.channels
  }

  /// Captures every input from at least a cycle before `body` until `tail` frames after its end.
  ///
  /// In `body` this listener must not capture anything else.
  package func capture(tail: Int, around body: () throws -> Void) throws -> [[Float]] {
    try take { tape in
      try body()
      return 0..<tape.doneFrames + tail
    }.channels
  }

  /// Captures every input while `body` runs, which can ask how many frames there are already.
  ///
  /// There is room for `room` frames and a minute.
  package func capture(
    room: Int,
    while body: (_ frames: () -> Int) throws -> Void
  ) throws -> [[Float]] {
    try take(room: room) { tape in
      try body { tape.doneFrames }
      return 0..<tape.doneFrames
    }.channels
  }

  /// Returns when `frames` more frames have gone by.
  package func wait(frames: Int) throws {
    let wanted = self.frames + frames
    try find("\(frames) frames", frames: frames) { self.frames >= wanted ? () : nil }
  }

  /// Returns when `condition`, which is checked in every cycle, holds; throws after 20 seconds.
  package func wait(_ what: String, until condition: () -> Bool) throws {
    try find(what) { condition() ? () : nil }
  }

  /// Captures while `body` runs, and on until the places that it returns are reached.
  ///
  /// The capture has begun when `body` is called, and there is room for `room` frames and a minute.
  func take(room: Int = 0, _ body: (Tape) throws -> Range<Int>) throws -> Take {
    let tape = Tape(channels: cycle.inputs.count, frames: room + Listener.room)
    cycle.capture(tape)
    defer { cycle.capture(nil) }
    try wait("the capture to begin") { tape.beginning != nil }
    let range = try body(tape)
    guard range.upperBound <= tape.frames else { throw BenchError.tooShort(frames: tape.frames) }
    try find("the capture of \(range.count) frames", frames: range.count) {
      tape.doneFrames >= range.upperBound ? () : nil
    }
    return Take(tape, range)
  }

  /// Waits until a sound has begun, and returns where on the tape of this listener that is.
  ///
  /// `beginning` says at which frame of JACK's clock, as soon as it is known.
  func position(on tape: Tape, of beginning: () -> UInt32?) throws -> Int {
    try find("the sound to begin") { beginning().flatMap(tape.position(of:)) }
  }

  private func begin(_ sound: Tape, heardBy ears: Listener, on tape: Tape) throws -> Int {
    cycle.play(sound)
    return try ears.position(on: tape) { sound.beginning }
  }

  /// Waits for the result of `look`, for 20 seconds; longer for many frames, several times their
  /// duration.
  private func find<Found>(
    _ what: String,
    frames: Int = 0,
    by look: () -> Found?
  ) throws -> Found {
    let seconds = Listener.patience + Double(frames) / 10_000
    guard let found = cycle.wait(seconds: seconds, for: look) else {
      throw BenchError.timedOut(what)
    }
    return found
  }
}
