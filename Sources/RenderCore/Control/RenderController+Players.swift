// SPDX-License-Identifier: Apache-2.0
// What players do in the renderer: where they go, how fast, and in which beat.

package import Quantities

extension RenderController {
  /// Starts or stops a player, over 5 ms; what starts at an onset, a file's beginning or a cue
  /// point, over half of one.
  package func setPlaying(_ player: PlayerNode, _ play: Bool, isOnset: Bool = false) {
    unsafe send(.setPlaying(player.voice, play, fades(isOnset)), to: player)
  }

  /// Moves a player to another rate, one of `PlayerNode.rates`, in equal steps; at 1 it plays every
  /// sample as it is.
  package func setRate(of player: PlayerNode, to rate: Float, over frames: FrameCount) {
    ramp(player.rate, to: LinearGain(factor: rate), over: frames)
  }

  /// Lets a player play a part of its ring over and over, of those frames that the ring keeps, and
  /// more than an interpolator looks at; `nil` ends that, and so does another ring.
  ///
  /// With `way` it goes on so many frames away. What the ring has not got any more by then is
  /// reported as `strayed`.
  package func setLoop(
    of player: PlayerNode,
    to loop: (start: Int, length: Double)?,
    shiftedBy way: Double = 0
  ) {
    let loop = loop.map { RingLoop(start: $0.start, length: $0.length) } ?? .none
    player.moves += 1
    unsafe send(.setLoop(player.voice, loop, shiftedBy: way, move: player.moves), to: player)
  }

  /// Has a hand hold a player's platter, its motor turn that backwards, or a hand move it by so
  /// many frames of the ring.
  ///
  /// What the ring has not got it does not go back to; of a hand that holds it the rest is kept
  /// until it has.
  package func turn(
    _ player: PlayerNode,
    isHeld: Bool,
    isReversed: Bool,
    by frames: Double = 0
  ) {
    let inertia = PlayerNode.inertia * sampleRate.hertz
    let hold = Platter.Hold(isHeld: isHeld, isReversed: isReversed, inertia: inertia)
    unsafe send(.turn(player.voice, hold, by: frames, fades(false)), to: player)
  }

  /// Lets a player keep the pitch of its track at other rates than 1, or not.
  package func lockKey(of player: PlayerNode, _ isLocked: Bool) {
    let shape = KeyLockShape(sampleRate: sampleRate.hertz)
    unsafe send(.lockKey(player.voice, isLocked, shape), to: player)
  }

  /// Says where the beats of a player's ring are, and how much faster than its rate it plays, in
  /// time with another one.
  ///
  /// One that `keepsTime` leaves out what came too late. With `isFresh` its beat is that of where
  /// it is, whatever loops and jumps by beats have taken it away from before.
  package func setBeats(
    of player: PlayerNode,
    to beats: RingBeats,
    ratio: Double,
    keepsTime: Bool,
    isFresh: Bool
  ) {
    let pace = PlayerPace(beats: beats, ratio: ratio, keepsTime: keepsTime)
    unsafe send(.setPace(player.voice, pace, isFresh: isFresh), to: player)
  }

  /// Lets a player be as fast as another one, `multiple` beats in the time of one, and if it
  /// `comesOnBeat` on its beat, from the next cycle on.
  ///
  /// Both have beats. As long as their rates are set to the same in the same decision they stay on
  /// the beat to the last bit.
  package func follow(
    _ leader: PlayerNode,
    by player: PlayerNode,
    multiple: Double,
    comesOnBeat: Bool
  ) {
    let pair = NodePair(leader, player)
    let way = comesOnBeat ? multiple : nil
    unsafe send(.follow(player.voice, leader.voice, onBeatOf: way), to: pair)
  }

  /// Lets a player go on as fast as it is, whatever becomes of the one that it followed.
  package func stopFollowing(_ player: PlayerNode) {
    unsafe send(.stopFollowing(player.voice), to: player)
  }

  /// Lets the transport go as a player does, `firstBeat` beats behind which the player's own beats
  /// are counted; `nil` lets it go on by itself.
  package func lead(by player: PlayerNode?, firstBeat: Double = 0) {
    let pair = NodePair(leader, player)
    leader = player
    unsafe send(.lead(player?.voice, firstBeat: firstBeat), to: pair)
  }

  /// The fades of a player.
  private func fades(_ isOnset: Bool) -> PlayerFades {
    PlayerFades(frames: declick, attack: isOnset ? edge : declick, isOnset: isOnset)
  }

  /// Lets a player go on with another ring: a jump to another position, which may be an onset.
  ///
  /// - Parameters:
  ///   - player: the player.
  ///   - ring: what it goes on with.
  ///   - isOnset: whether that is a beginning, which keeps its edge.
  ///   - beats: the beats of the ring.
  ///   - ratio: how much faster than its rate it is played, in time with another player.
  ///   - keepsTime: whether what comes too late is left out.
  ///   - aim: what is heard first, in frames of the ring.
  ///   - keepsBeat: whether what is heard first is as far from there, by less than a beat, as keeps
  ///     the beat of what is played.
  ///   - joins: how many frames of its present ring come before the first one of this, where both
  ///     have the same sound: nothing of the exchange is heard, and its loop goes on.
  package func exchangeRing(
    of player: PlayerNode,
    with ring: SharedAudioRing,
    isOnset: Bool = false,
    beats: RingBeats = .none,
    ratio: Double = 1,
    keepsTime: Bool = false,
    aim: Double = 0,
    keepsBeat: Bool = false,
    joins: Int? = nil
  ) {
    precondition(ring.channels == player.channels, "a player has the channels of its plan")
    hold(player.ring)
    player.ring = ring
    player.jumps += 1
    let next = unsafe NextRing(
      ring: ring.pointer,
      fades: fades(isOnset),
      pace: PlayerPace(beats: beats, ratio: ratio, keepsTime: keepsTime),
      aim: aim,
      keepsBeat: keepsBeat,
      joins: joins
    )
    unsafe send(.exchangeRing(player.voice, next, jumps: player.jumps), to: player)
  }
}
