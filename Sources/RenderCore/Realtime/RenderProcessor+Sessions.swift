// SPDX-License-Identifier: Apache-2.0
// A session's part of a cycle: sources, graph, meters.

internal import Synchronization

extension RenderProcessor {
  /// Renders a session up to the mixer; may run on any thread of the crew, beside other segments.
  @_noLocks
  func render(_ segment: inout Segment, _ chunk: Chunk, decay: Float) {
    let strip = unsafe segment.strip
    let isSounding = unsafe strip.pointee.beginChunk(frames: chunk.frames)
    segment.isSounding = isSounding
    guard isSounding else {
      skip(segment, chunk, decay: decay)
      return
    }
    let start = Hatch.nanoseconds()
    unsafe exchangeRings(segment.sourceSteps, isCalled: true)
    unsafe perform(segment.sourceSteps, chunk)
    if unsafe !strip.pointee.isMeasuring { unsafe perform(segment.graphSteps, chunk) }
    measure(segment, chunk, decay: decay)
    let counters = unsafe strip.pointee.counters
    unsafe counters.pointee.calls.advance()
    segment.lastNanoseconds = Hatch.nanoseconds() &- start
    unsafe counters.pointee.nanoseconds.advance(by: segment.lastNanoseconds)
  }

  /// Lets time go by for a session that is not called.
  @_noLocks
  func skip(_ segment: Segment, _ chunk: Chunk, decay: Float) {
    let strip = unsafe segment.strip
    unsafe strip.pointee.skip(frames: chunk.frames)
    unsafe exchangeRings(segment.sourceSteps, isCalled: false)
    unsafe skipPlayers(segment.sourceSteps, frames: chunk.frames)
    let sends = unsafe segment.sends
    for index in 0..<sends.count { unsafe sends[index].level.pointee.skip(frames: chunk.frames) }
    let meters = unsafe strip.pointee.meters
    for index in 0..<meters.count { unsafe meters[index].measureSilence(decay: decay) }
  }

  @_noLocks
  func exchangeRings(_ steps: UnsafeMutableBufferPointer<Step>, isCalled: Bool) {
    for index in 0..<steps.count {
      guard case .play(let voice, _, _) = unsafe steps[index] else { continue }
      unsafe voice.pointee.takeNextRing(isCalled: isCalled)
    }
  }

  @_noLocks
  func skipPlayers(_ steps: UnsafeMutableBufferPointer<Step>, frames: Int) {
    for index in 0..<steps.count {
      guard case .play(let voice, _, _) = unsafe steps[index] else { continue }
      unsafe voice.pointee.skip(frames: frames)
    }
  }

  @_noLocks
  func perform(_ steps: UnsafeMutableBufferPointer<Step>, _ chunk: Chunk) {
    var moment = Hatch.nanoseconds()
    for index in 0..<steps.count {
      switch unsafe steps[index] {
      case .capture(let channel, let target):
        unsafe capture(channel, to: target, chunk)
      case .play(let voice, let targets, let curve):
        unsafe voice.pointee.play(into: targets, curve: curve, frames: chunk.frames)
      case .run(let plugin):
        moment = unsafe plugin.pointee.run(frames: chunk.frames, since: moment)
      case .copy(let source, let target):
        unsafe Samples.copy(source, to: target, frames: chunk.frames)
      case .add(let source, let target):
        unsafe Samples.add(source, to: target, frames: chunk.frames)
      case .clear(let target):
        unsafe Samples.clear(target, frames: chunk.frames)
      }
    }
  }

  @_noLocks
  func capture(_ channel: Int, to target: UnsafeMutablePointer<Float>, _ chunk: Chunk) {
    let inputs = unsafe chunk.block.inputs
    if channel >= 0, channel < inputs.count, let input = unsafe inputs[channel] {
      unsafe Samples.copy(input + chunk.offset, to: target, frames: chunk.frames)
    } else {
      unsafe Samples.clear(target, frames: chunk.frames)
    }
  }

  /// Meters the session's outputs; a channel with NaN or infinity becomes silent and is counted.
  @_noLocks
  func measure(_ segment: Segment, _ chunk: Chunk, decay: Float) {
    let isMeasuring = unsafe segment.strip.pointee.isMeasuring
    let outputs = unsafe isMeasuring ? segment.directOutputs : segment.outputs
    let meters = unsafe segment.strip.pointee.meters
    var isValid = true
    for index in 0..<(min(outputs.count, meters.count)) {
      let samples = unsafe outputs[index]
      let isFinite = unsafe meters[index].measure(samples, frames: chunk.frames, decay: decay)
      if !isFinite && !isMeasuring {
        unsafe Samples.clear(samples, frames: chunk.frames)
        isValid = false
      }
    }
    if !isValid {
      unsafe segment.strip.pointee.counters.pointee.invalidChunks.advance()
    }
  }
}
