// SPDX-License-Identifier: Apache-2.0
// How a player goes on: with which ring, in which fades, in which time.

/// How long a player takes to fall silent and to come in.
struct PlayerFades: BitwiseCopyable, Sendable {
  /// Frames of a pause, of a jump, and of a start in the middle of something.
  let frames: Int
  /// Frames of a start from silence.
  let attack: Int
  /// Whether what starts is a beginning, which is to keep its edge: a file's first frame, or a cue
  /// point.
  let isOnset: Bool
}

/// How a ring goes in time.
struct PlayerPace: BitwiseCopyable, Sendable {
  /// Where its beats are.
  let beats: RingBeats
  /// How much faster than its rate it plays, to follow another one's beat.
  var ratio: Double
  /// Whether what comes too late is left out, so that it stays in time.
  let keepsTime: Bool

  /// No beats, and nothing to follow.
  static var none: PlayerPace {
    @_noLocks get { PlayerPace(beats: .none, ratio: 1, keepsTime: false) }
  }

  @_noLocks
  init(beats: RingBeats, ratio: Double, keepsTime: Bool) {
    (self.beats, self.ratio, self.keepsTime) = (beats, ratio, keepsTime)
  }
}

/// The beat of a player at a frame.
struct PlayerPulse: BitwiseCopyable, Sendable {
  /// How many beats it is behind the one that beats are counted from.
  let beat: Double
  /// How many go by in a frame.
  let perFrame: Double
  /// Whether they do.
  let isRolling: Bool

  @_noLocks
  init(beat: Double, perFrame: Double, isRolling: Bool) {
    (self.beat, self.perFrame, self.isRolling) = (beat, perFrame, isRolling)
  }
}

/// A ring that a player goes on with, and how.
@safe
struct NextRing: BitwiseCopyable {
  var ring: UnsafeMutablePointer<AudioRing>
  let fades: PlayerFades
  /// How it goes in time.
  var pace: PlayerPace
  /// What is heard first, in frames of the ring.
  var aim: Double
  /// Whether what is heard first is as far from there as the beat wants that is heard now.
  var keepsBeat: Bool
  /// How many frames of the present ring come before its first one, if it has the same sound, and
  /// takes that ring's place without being heard.
  var joins: Int?
}
