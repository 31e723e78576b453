// SPDX-License-Identifier: Apache-2.0
// Where the music is: what plugins are told as time:Position.

/// A position in time, and how it moves.
public struct Transport: Hashable, Codable, Sendable, BitwiseCopyable {
  /// Frames since the start.
  public var frame: Int64
  /// 1 rolls, 0 stands.
  public var speed: Float
  /// The tempo in beats per minute, above 0.
  public var beatsPerMinute: Float
  /// Beats of a bar, above 0: the upper number of the time signature.
  public var beatsPerBar: Float
  /// The note value of a beat: the lower number of the time signature.
  public var beatUnit: Int32
  /// The bar, counted from 0.
  public var bar: Int64
  /// The beat in the bar, counted from 0, with its fraction.
  public var barBeat: Float

  /// Names a position; bar and beat follow from frame and tempo unless they are given.
  ///
  /// > Threading: Any.
  public init(
    frame: Int64 = 0,
    speed: Float = 0,
    beatsPerMinute: Float = 120,
    beatsPerBar: Float = 4,
    beatUnit: Int32 = 4,
    bar: Int64 = 0,
    barBeat: Float = 0
  ) {
    self.frame = frame
    self.speed = speed
    self.beatsPerMinute = beatsPerMinute
    self.beatsPerBar = beatsPerBar
    self.beatUnit = beatUnit
    self.bar = bar
    self.barBeat = barBeat
  }

  /// Moves on by `frames` frames of real time at `rate` frames per second.
  @_noLocks
  public mutating func advance(by frames: Int, rate: Double) {
    let moved = Double(frames) * Double(speed)
    guard rate > 0, beatsPerBar > 0, moved.magnitude < 1e15 else { return }
    frame &+= Int64(moved)
    let perBar = Double(beatsPerBar)
    let beat = Double(barBeat) + moved * Double(beatsPerMinute) / (60 * rate)
    guard (beat / perBar).magnitude < 1e15 else { return }
    var bars = Int64(beat / perBar)
    if Double(bars) * perBar > beat { bars &-= 1 }
    bar &+= bars
    barBeat = Float(beat - Double(bars) * perBar)
  }

  /// Whether this is where `other` has come to, as far as a plugin can tell.
  @_noLocks
  func continues(_ other: Transport) -> Bool {
    frame == other.frame && speed == other.speed && beatsPerMinute == other.beatsPerMinute
      && beatsPerBar == other.beatsPerBar && beatUnit == other.beatUnit
  }
}
