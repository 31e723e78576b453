// SPDX-License-Identifier: Apache-2.0
// What a segment's gains make of its channels at the post tap, for meters.

/// A gain in a chunk: a number, and a curve as well where it moves.
@safe
struct ChunkGain: BitwiseCopyable {
  let number: Float
  let curve: UnsafeMutablePointer<Float>?

  @_noLocks
  init(number: Float, curve: UnsafeMutablePointer<Float>?) {
    self.number = number
    unsafe self.curve = unsafe curve
  }

  /// Multiplies a curve by the gain.
  @_noLocks
  func multiply(into target: UnsafeMutablePointer<Float>, frames: Int) {
    if let curve = unsafe curve { unsafe Samples.multiply(target, by: curve, frames: frames) }
    if number == 1 { return }
    for frame in 0..<frames { unsafe target[frame] *= number }
  }
}

extension Segment {
  /// The gain that the crossfader leaves its sends in this chunk; `nil` where it leaves them alone.
  @_noLocks
  func crossfade(frames: Int) -> ChunkGain? {
    if unsafe strip.pointee.crossfade.isUnity { return nil }
    guard unsafe !strip.pointee.crossfade.isSettled else {
      return unsafe ChunkGain(number: strip.pointee.crossfade.current, curve: nil)
    }
    unsafe Samples.fill(crossfadeCurve, with: 1, frames: frames)
    unsafe strip.pointee.crossfade.multiply(into: crossfadeCurve, frames: frames)
    return unsafe ChunkGain(number: 1, curve: crossfadeCurve)
  }

  /// The gain of the odd channels (side 0) or the even ones behind duck, fader, mute, groups and
  /// balance, as `finish` has left them.
  ///
  /// A single channel is heard on both sides, of which the louder one keeps its level. Where the
  /// balance moves, `sendCurve` is filled.
  @_noLocks
  func postGain(ofSide side: Int, frames: Int) -> ChunkGain {
    let tap = postGain ?? 1
    let curve = unsafe postGain == nil ? postCurve : nil
    if unsafe heardOutputs.count < 2 || strip.pointee.isMeasuring || strip.pointee.isCentred {
      return unsafe ChunkGain(number: tap, curve: curve)
    }
    // The mixer is still to come in this chunk, and moves the balance on itself.
    var balance = unsafe side == 0 ? strip.pointee.sides.left : strip.pointee.sides.right
    if balance.isSettled { return unsafe ChunkGain(number: tap * balance.current, curve: curve) }
    if let curve = unsafe curve {
      unsafe Samples.copy(curve, to: sendCurve, frames: frames)
    } else {
      unsafe Samples.fill(sendCurve, with: tap, frames: frames)
    }
    unsafe balance.multiply(into: sendCurve, frames: frames)
    return unsafe ChunkGain(number: 1, curve: sendCurve)
  }
}
