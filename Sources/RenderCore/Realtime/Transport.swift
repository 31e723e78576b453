// SPDX-License-Identifier: Apache-2.0
// Where the music is: what drivers say, and what plugins get as time:Position.

/// A tempo and a time signature.
package struct Tempo: Hashable, Codable, Sendable, BitwiseCopyable {
  /// Beats per minute, above 0.
  package var beatsPerMinute: Float
  /// Beats of a bar, above 0: the upper number of the time signature.
  package var beatsPerBar: Float
  /// The note value of a beat: the lower number of the time signature.
  package var beatUnit: Int32

  /// Names a tempo.
  @_noLocks
  package init(beatsPerMinute: Float, beatsPerBar: Float = 4, beatUnit: Int32 = 4) {
    self.beatsPerMinute = beatsPerMinute
    self.beatsPerBar = beatsPerBar
    self.beatUnit = beatUnit
  }

  /// What is counted by where nobody has said a tempo.
  static var usual: Tempo { @_noLocks get { Tempo(beatsPerMinute: 120) } }

  /// Whether both count alike.
  @_noLocks
  func isSame(as other: Tempo) -> Bool {
    beatsPerMinute == other.beatsPerMinute && beatUnit == other.beatUnit
      && beatsPerBar == other.beatsPerBar
  }
}

/// What another clock has said at a frame.
package struct ClockReading: Hashable, Sendable, BitwiseCopyable {
  /// The frame, counted from the first that the renderer has rendered.
  package var frame: Int64
  /// Where it was, in quarter notes from the start.
  package var quarters: Double
  /// How fast it goes.
  package var quartersPerMinute: Double
  /// Whether it goes on from there.
  package var isRolling: Bool
  /// Whether it has gone there, instead of arriving by itself.
  package var isJump: Bool

  /// Describes a reading.
  ///
  /// > Threading: Any.
  package init(
    frame: Int64,
    quarters: Double,
    quartersPerMinute: Double,
    isRolling: Bool,
    isJump: Bool
  ) {
    (self.frame, self.quarters, self.quartersPerMinute) = (frame, quarters, quartersPerMinute)
    (self.isRolling, self.isJump) = (isRolling, isJump)
  }
}

/// A position in time, and how it moves.
package struct Transport: Hashable, Codable, Sendable, BitwiseCopyable {
  /// Frames since the start.
  package var frame: Int64
  /// 1 rolls, 0 is stopped.
  package var speed: Float
  /// How bars and beats are counted; `nil` where nobody knows.
  package var tempo: Tempo?
  /// The bar, counted from 0.
  package var bar: Int64
  /// The beat in the bar, counted from 0, with its fraction.
  package var barBeat: Float

  /// Names a position.
  @_noLocks
  package init(
    frame: Int64 = 0,
    speed: Float = 0,
    tempo: Tempo? = nil,
    bar: Int64 = 0,
    barBeat: Float = 0
  ) {
    self.frame = frame
    self.speed = speed
    self.tempo = tempo
    self.bar = bar
    self.barBeat = barBeat
  }

  /// Whether somebody counts bars and beats.
  package var hasTempo: Bool {
    @_noLocks get { if case .some = tempo { true } else { false } }
  }

  /// Moves on by `frames` frames of real time at `rate` frames per second.
  @_noLocks
  package mutating func advance(by frames: Int, rate: Double) {
    let moved = Double(frames) * Double(speed)
    guard rate > 0, moved.magnitude < 1e15 else { return }
    frame &+= Int64(moved)
    guard let tempo else { return }
    count(Double(barBeat) + moved * Double(tempo.beatsPerMinute) / (60 * rate), from: bar)
  }

  /// Goes to a frame; bars and beats are counted from frame 0, as if the tempo had always been this
  /// one.
  @_noLocks
  package mutating func locate(_ frame: Int64, rate: Double) {
    self.frame = frame
    (bar, barBeat) = (0, 0)
    guard rate > 0, let tempo else { return }
    count(Double(frame) * Double(tempo.beatsPerMinute) / (60 * rate), from: 0)
  }

  /// Counts `beats` beats from the start of a bar.
  @_noLocks
  mutating func count(_ beats: Double, from first: Int64) {
    guard let tempo, tempo.beatsPerBar > 0 else { return }
    let perBar = Double(tempo.beatsPerBar)
    guard (beats / perBar).magnitude < 1e15 else { return }
    var bars = Int64(beats / perBar)
    if Double(bars) * perBar > beats { bars &-= 1 }
    bar = first &+ bars
    barBeat = Float(beats - Double(bars) * perBar)
  }

  /// Whether this is where `other` has come to, as far as a plugin can tell.
  ///
  /// Others count beats in ticks, so that two thousandths of one are no difference.
  @_noLocks
  package func continues(_ other: Transport) -> Bool {
    guard frame == other.frame, speed == other.speed, hasTempo == other.hasTempo else {
      return false
    }
    guard let tempo, let before = other.tempo else { return true }
    guard tempo.isSame(as: before) else { return false }
    let bars = Double(bar &- other.bar) * Double(tempo.beatsPerBar)
    return (bars + Double(barBeat) - Double(other.barBeat)).magnitude < 0.002
  }
}
