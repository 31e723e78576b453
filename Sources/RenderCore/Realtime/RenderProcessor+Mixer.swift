// SPDX-License-Identifier: Apache-2.0
// From the sessions' outputs to the driver's: sends and their gains.

extension RenderProcessor {
  /// Mixes all that is heard at one place.
  @_noLocks
  func mix(
    _ segments: UnsafeMutableBufferPointer<Segment>,
    at place: MixPlace,
    into buses: UnsafeMutableBufferPointer<Bus>,
    _ chunk: Chunk
  ) {
    for index in 0..<segments.count where unsafe segments[index].sounds(at: place) {
      unsafe mix(&segments[index], into: buses, chunk)
    }
  }

  @_noLocks
  func mix(
    _ segment: inout Segment,
    into buses: UnsafeMutableBufferPointer<Bus>,
    _ chunk: Chunk
  ) {
    let strip = unsafe segment.strip
    let isMeasuring = unsafe strip.pointee.isMeasuring
    let outputs = unsafe segment.heardOutputs
    let isLeaning = unsafe !isMeasuring && !strip.pointee.isCentred
    // In measurement the strip has moved it on.
    let crossfade = isMeasuring ? nil : segment.crossfade(frames: chunk.frames)
    let sends = unsafe segment.sends
    for index in 0..<sends.count {
      var send = unsafe sends[index]
      if isMeasuring {
        // What is measured is for its outputs alone.
        if send.isMonitored {
          unsafe send.level.pointee.skip(frames: chunk.frames)
          continue
        }
        unsafe send.delay = nil
        unsafe measure(&buses[send.bus])
      }
      if let delay = unsafe send.delay { unsafe delay.pointee.pass(frames: chunk.frames) }
      if isLeaning, send.leans, unsafe buses[send.bus].channels.count > 1 {
        unsafe buses[send.bus].isFed = true
        unsafe mixSides(outputs, send, of: segment, crossfade, into: buses[send.bus], chunk)
        continue
      }
      let gain = send.isPost ? segment.postGain : segment.preGain
      let curve = unsafe send.isPost ? segment.postCurve : segment.preCurve
      let sendGain =
        unsafe isMeasuring
        ? measuringGain(gain, send, chunk)
        : self.gain(
          of: send,
          gain: gain,
          curve: curve,
          crossfade: send.followsCrossfader ? crossfade : nil,
          scratch: segment.sendCurve,
          chunk
        )
      if !isMeasuring, sendGain != 0 { unsafe buses[send.bus].isFed = true }
      unsafe mix(
        outputs,
        send,
        gain: sendGain,
        curve: isMeasuring ? curve : segment.sendCurve,
        into: buses[send.bus],
        chunk
      )
    }
    if isLeaning { unsafe strip.pointee.skipBalance(frames: chunk.frames) }
    if let tap = unsafe strip.pointee.tap {
      unsafe record(
        outputs,
        gain: segment.preGain,
        curve: segment.preCurve,
        segment.tapBuffers,
        tap,
        chunk
      )
    }
    if unsafe strip.pointee.endChunk() {
      unsafe report(.closed(strip: strip.pointee.id, closings: strip.pointee.closings))
    }
  }

  /// Mixes a send into the two sides of an output, odd and even channels, each with its gain of the
  /// balance.
  @_noLocks
  func mixSides(
    _ outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>,
    _ send: SendStep,
    of segment: Segment,
    _ crossfade: ChunkGain?,
    into bus: Bus,
    _ chunk: Chunk
  ) {
    let sides = unsafe segment.strip.pointee.sides
    let crossfade = send.followsCrossfader ? crossfade : nil
    var level = unsafe send.level.pointee
    for side in 0..<2 {
      // Every side and every send begins where the chunk begins.
      level = unsafe send.level.pointee
      var balance = side == 0 ? sides.left : sides.right
      var gain = segment.postGain
      if let tap = gain, level.isSettled, balance.isSettled, unsafe crossfade?.curve == nil {
        gain = tap * level.current * balance.current * (crossfade?.number ?? 1)
      } else {
        let curve = unsafe segment.sendCurve
        if let tap = gain {
          unsafe Samples.fill(curve, with: tap, frames: chunk.frames)
        } else {
          unsafe Samples.copy(segment.postCurve, to: curve, frames: chunk.frames)
        }
        unsafe level.multiply(into: curve, frames: chunk.frames)
        unsafe balance.multiply(into: curve, frames: chunk.frames)
        unsafe crossfade?.multiply(into: curve, frames: chunk.frames)
        gain = nil
      }
      unsafe mix(outputs, send, gain: gain, curve: segment.sendCurve, into: bus, side: side, chunk)
    }
    unsafe send.level.pointee = level
  }

  /// The gain of a send while its session measures: its level is left out, but an idle cue stays
  /// silent.
  @_noLocks
  func measuringGain(_ gain: Float?, _ send: SendStep, _ chunk: Chunk) -> Float? {
    unsafe send.level.pointee.skip(frames: chunk.frames)
    return unsafe send.level.pointee.isSettled && send.level.pointee.current == 0 ? 0 : gain
  }

  /// Multiplies the tap's gain by the send's level and the crossfader's gain; `nil` means that the
  /// product moves and is in `scratch`.
  @_noLocks
  func gain(
    of send: SendStep,
    gain: Float?,
    curve: UnsafeMutablePointer<Float>,
    crossfade: ChunkGain?,
    scratch: UnsafeMutablePointer<Float>,
    _ chunk: Chunk
  ) -> Float? {
    let level = unsafe send.level
    if let gain, unsafe level.pointee.isSettled, unsafe crossfade?.curve == nil {
      return unsafe gain * level.pointee.current * (crossfade?.number ?? 1)
    }
    if let gain {
      unsafe Samples.fill(scratch, with: gain, frames: chunk.frames)
    } else {
      unsafe Samples.copy(curve, to: scratch, frames: chunk.frames)
    }
    unsafe level.pointee.multiply(into: scratch, frames: chunk.frames)
    unsafe crossfade?.multiply(into: scratch, frames: chunk.frames)
    return nil
  }

  @_noLocks
  func mix(
    _ outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>,
    _ send: SendStep,
    gain: Float?,
    curve: UnsafeMutablePointer<Float>,
    into bus: Bus,
    side: Int? = nil,
    _ chunk: Chunk
  ) {
    if gain == 0 { return }
    let frames = chunk.frames
    let map = unsafe send.map
    let channels = unsafe send.isMonitored ? bus.monitored : bus.channels
    for index in 0..<map.count {
      let pair = unsafe map[index]
      if let side, pair.to & 1 != side { continue }
      let channel = unsafe channels[pair.to]
      guard let target = unsafe target(channel, chunk) else { continue }
      let adding = unsafe written[channel]
      unsafe written[channel] = true
      let source = unsafe send.delay?.pointee.outputs[index] ?? outputs[pair.from]
      if let gain {
        unsafe Samples.mix(source, times: gain, into: target, adding: adding, frames: frames)
      } else {
        unsafe Samples.mix(source, times: curve, into: target, adding: adding, frames: frames)
      }
    }
  }

  @_noLocks
  func target(_ channel: Int, _ chunk: Chunk) -> UnsafeMutablePointer<Float>? {
    if channel >= DriverBlock.maximumOutputs {
      return unsafe plan?.pointee.inside[channel &- DriverBlock.maximumOutputs]
    }
    let outputs = unsafe chunk.block.outputs
    guard channel >= 0, channel < min(outputs.count, DriverBlock.maximumOutputs) else {
      return nil
    }
    guard let output = unsafe outputs[channel] else { return nil }
    return unsafe output + chunk.offset
  }
}
