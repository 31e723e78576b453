// SPDX-License-Identifier: Apache-2.0
// What recorders get.

extension RenderProcessor {
  @_noLocks
  func record(
    _ outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>,
    gain: Float?,
    curve: UnsafeMutablePointer<Float>,
    _ buffers: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>,
    _ tap: UnsafeMutablePointer<AudioRing>,
    _ chunk: Chunk
  ) {
    for index in 0..<(min(outputs.count, buffers.count)) {
      let (source, target) = unsafe (outputs[index], buffers[index])
      unsafe mix(source, gain: gain, curve: curve, into: target, frames: chunk.frames)
    }
    unsafe write(buffers, to: tap, waits: chunk.block.isPatient, chunk)
  }

  @_noLocks
  func record(
    _ bus: Bus,
    _ tap: UnsafeMutablePointer<AudioRing>,
    waits: Bool,
    _ chunk: Chunk
  ) {
    let buffers = unsafe bus.tapBuffers
    for index in 0..<buffers.count {
      let channel = unsafe bus.channels[index]
      if let samples = unsafe target(channel, chunk), unsafe written[channel] {
        unsafe Samples.copy(samples, to: buffers[index], frames: chunk.frames)
      } else {
        unsafe Samples.clear(buffers[index], frames: chunk.frames)
      }
    }
    unsafe write(buffers, to: tap, waits: waits, chunk)
  }

  @_noLocks
  func write(
    _ buffers: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>,
    to tap: UnsafeMutablePointer<AudioRing>,
    waits: Bool,
    _ chunk: Chunk
  ) {
    guard let first = buffers.baseAddress, unsafe buffers.count >= tap.pointee.channels else {
      return
    }
    if waits { unsafe tap.pointee.awaitWritable(chunk.frames) }
    unsafe tap.pointee.write(from: first, frames: chunk.frames)
  }

  /// Meters an input route and feeds its recorder.
  @_noLocks
  func listen(_ input: Bus, _ chunk: Chunk, decay: Float) {
    let (state, buffers) = unsafe (input.state, input.tapBuffers)
    let meters = unsafe state.pointee.meters
    for index in 0..<buffers.count {
      unsafe capture(input.channels[index], to: buffers[index], chunk)
      _ = unsafe meters[index].measure(buffers[index], frames: chunk.frames, decay: decay)
    }
    if let tap = unsafe state.pointee.tap {
      unsafe write(buffers, to: tap, waits: chunk.block.isPatient, chunk)
    }
  }
}
