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
}

extension Segment {
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
