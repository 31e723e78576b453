// SPDX-License-Identifier: Apache-2.0
// What crosses the border: commands to the audio thread, events from it.

/// A fixed-size order to the audio thread.
///
/// Orders are carried out in the order in which they were sent, at the start of a cycle.
@safe
enum RenderCommand {
  case adopt(UnsafeMutablePointer<Plan>)
  case ramp(UnsafeMutablePointer<GainRamp>, to: Float, overFrames: Int, afterFrames: Int)
  /// The same, from a frame of the driver's count on, or now if that has gone by; what begins
  /// before that does so.
  case rampAt(UnsafeMutablePointer<GainRamp>, to: Float, overFrames: Int, frame: UInt32)
  /// The same for both sides of a strip's balance, from a frame on if there is one.
  case lean(
    UnsafeMutablePointer<Strip>,
    left: Float,
    right: Float,
    overFrames: Int,
    frame: UInt32?
  )
  /// Delays a route by so many frames, with room for its past.
  case delay(
    UnsafeMutablePointer<BusState>,
    Int,
    past: UnsafeMutablePointer<Float>,
    overFrames: Int
  )
  /// `edge` counts instead of the attack where nothing has been heard yet.
  case open(UnsafeMutablePointer<Strip>, overFrames: Int, edge: Int, afterFrames: Int)
  case close(UnsafeMutablePointer<Strip>, overFrames: Int, closings: Int)
  case measure(UnsafeMutablePointer<Strip>, Bool)
  case silence(UnsafeMutablePointer<Strip>, Bool, overFrames: Int)
  case zeroInputs(UnsafeMutablePointer<Strip>, Bool)
  /// The strip with this id is followed from now on, or none.
  case sidechain(UnsafeMutablePointer<Strip>, follows: UInt32?, SidechainShape)
  case setControl(UnsafeMutablePointer<Float>, Float)
  /// The same from a frame of the driver's count on: the plugin is called for what comes before
  /// that by itself.
  case setControlAt(UnsafeMutablePointer<PluginState>, ControlChange)
  case setPlaying(UnsafeMutablePointer<PlayerVoice>, Bool, PlayerFades)
  case exchangeRing(UnsafeMutablePointer<PlayerVoice>, NextRing, jumps: Int)
  case setLoop(UnsafeMutablePointer<PlayerVoice>, RingLoop, shiftedBy: Double, move: Int)
  case lockKey(UnsafeMutablePointer<PlayerVoice>, Bool, KeyLockShape)
  case turn(UnsafeMutablePointer<PlayerVoice>, Platter.Hold, by: Double, PlayerFades)
  case setPace(UnsafeMutablePointer<PlayerVoice>, PlayerPace, isFresh: Bool)
  /// The first one is as fast as the second one, and comes on its beat, so many in the time of one.
  case follow(
    UnsafeMutablePointer<PlayerVoice>,
    UnsafeMutablePointer<PlayerVoice>,
    onBeatOf: Double?
  )
  case stopFollowing(UnsafeMutablePointer<PlayerVoice>)
  /// The transport goes as this one does, whose first beat is so many beats from where the clock
  /// starts.
  case lead(UnsafeMutablePointer<PlayerVoice>?, firstBeat: Double)
  case tapStrip(UnsafeMutablePointer<Strip>, UnsafeMutablePointer<AudioRing>?)
  case tapBus(UnsafeMutablePointer<BusState>, UnsafeMutablePointer<AudioRing>?)
  case listen(UnsafeMutablePointer<BusState>, UnsafeMutablePointer<AudioRing>?)
}

/// A fixed-size report of the audio thread.
@safe
enum RenderReport {
  /// The plan is not used any more.
  case retired(UnsafeMutablePointer<Plan>)
  /// The strip's gate has closed and its graph is not called any more; the number of the command
  /// that closed it.
  case closed(strip: UInt32, closings: Int)
  /// A helper has not come back from the strip's group: its session is silent for good.
  case hung(strip: UInt32)
  /// The player has played its last frame; the number of the jump that it came by.
  case ended(player: UInt32, jumps: Int)
  /// The player's ring had not got what the command of this number wanted of its loop.
  case strayed(player: UInt32, move: Int)
  /// The ring is not used any more.
  case released(UnsafeMutablePointer<AudioRing>)
}
