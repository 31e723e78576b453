// SPDX-License-Identifier: Apache-2.0
// A session's part of a cycle: sources, graph, meters.

internal import Synchronization

extension RenderProcessor {
  /// Renders sessions that hear one another up to the mixer; may run on any render thread, beside
  /// other groups.
  @_noLocks
  func render(_ group: SegmentGroup, _ work: SharedWork) {
    let members = unsafe group.members
    for index in 0..<members.count { unsafe work.segments[members[index]].isDone = false }
    for index in 0..<members.count where !isLost(work) { unsafe render(members[index], work) }
  }

  /// Renders a session up to the mixer, unless the session that it is inserted into has done so.
  @_noLocks
  func render(_ index: Int, _ work: SharedWork) {
    guard let base = unsafe work.segments.baseAddress, unsafe !base[index].isDone else { return }
    let segment = unsafe base + index
    let strip = unsafe segment.pointee.strip
    let frames = work.chunk.frames
    let isUnheard = unsafe strip.pointee.opensNow && segment.pointee.isUnheard
    let attack = unsafe strip.pointee.attack(isUnheard: isUnheard)
    if let attack { unsafe segment.pointee.restartDelays(over: attack) }
    let isSounding = unsafe strip.pointee.beginChunk(frames: frames, attack: attack)
    unsafe segment.pointee.isDone = true
    unsafe segment.pointee.isSounding = isSounding
    guard isSounding else {
      unsafe skip(segment.pointee, work.chunk, decay: work.decay)
      return
    }
    let start = Hatch.nanoseconds()
    unsafe exchangeRings(segment.pointee.sourceSteps, isCalled: true)
    var elsewhere = unsafe perform(segment.pointee.sourceSteps, of: segment, work)
    if unsafe strip.pointee.isMeasuring {
      unsafe skipInserts(segment.pointee, frames: frames)
      unsafe segment.pointee.restartDelays(over: 1)
      unsafe segment.pointee.midi?.miss(work.chunk)
      unsafe segment.pointee.relay?.pointee.miss()
    } else {
      unsafe segment.pointee.midi?.hear(work.chunk)
      if !confirm(work) { return }
      unsafe elsewhere &+= perform(segment.pointee.graphSteps, of: segment, work)
      if isLost(work) { return }
      unsafe sendMIDI(segment.pointee, work.chunk)
    }
    unsafe strip.pointee.settleInputs()
    unsafe finish(segment, work.chunk, decay: work.decay)
    let counters = unsafe strip.pointee.counters
    unsafe counters.pointee.calls.advance()
    unsafe strip.pointee.lastNanoseconds = Hatch.nanoseconds() &- start &- elsewhere
    unsafe counters.pointee.nanoseconds.advance(by: strip.pointee.lastNanoseconds)
  }

  /// Computes the gains of a chunk, for the mixer and for sessions that listen, and meters it.
  @_noLocks
  private func finish(_ segment: UnsafeMutablePointer<Segment>, _ chunk: Chunk, decay: Float) {
    let (strip, frames) = unsafe (segment.pointee.strip, chunk.frames)
    let trim = unsafe strip.pointee.isMeasuring ? 1 : strip.pointee.trim.current
    let gains = unsafe strip.pointee.gains(
      pre: segment.pointee.preCurve,
      post: segment.pointee.postCurve,
      presence: segment.pointee.presence,
      frames: frames
    )
    unsafe segment.pointee.preGain = gains.pre
    unsafe segment.pointee.postGain = gains.post
    unsafe segment.pointee.applySharedGains(frames: frames)
    let peak = unsafe measure(segment.pointee, chunk, decay: decay, trim: trim)
    unsafe strip.pointee.lastPeak = peak
    unsafe strip.pointee.peak = peak * strip.pointee.preGain
  }

  /// Sends a session's MIDI; MIDI has no level, so it goes out while the session's gates are open
  /// at all.
  @_noLocks
  private func sendMIDI(_ segment: Segment, _ chunk: Chunk) {
    guard let midi = segment.midi else { return }
    if unsafe segment.strip.pointee.isPresent { midi.send(chunk) } else { midi.endSent(chunk) }
  }

  /// Lets time go by for a session that is not called.
  @_noLocks
  func skip(_ segment: Segment, _ chunk: Chunk, decay: Float) {
    let strip = unsafe segment.strip
    unsafe strip.pointee.skip(frames: chunk.frames)
    unsafe exchangeRings(segment.sourceSteps, isCalled: false)
    unsafe skipSources(segment.sourceSteps, frames: chunk.frames)
    skipInserts(segment, frames: chunk.frames)
    segment.midi?.miss(chunk)
    unsafe segment.relay?.pointee.miss()
    let sends = unsafe segment.sends
    for index in 0..<sends.count { unsafe sends[index].level.pointee.skip(frames: chunk.frames) }
    let meters = unsafe strip.pointee.meters
    let postMeters = unsafe strip.pointee.postMeters
    for index in 0..<meters.count {
      unsafe meters[index].measureSilence(decay: decay)
      unsafe postMeters[index].measureSilence(decay: decay)
    }
  }

  @_noLocks
  func exchangeRings(_ steps: UnsafeMutableBufferPointer<Step>, isCalled: Bool) {
    for index in 0..<steps.count {
      guard case .play(let voice, _, _) = unsafe steps[index] else { continue }
      unsafe voice.pointee.takeNextRing(isCalled: isCalled)
    }
  }

  @_noLocks
  func skipSources(_ steps: UnsafeMutableBufferPointer<Step>, frames: Int) {
    for index in 0..<steps.count {
      switch unsafe steps[index] {
      case .play(let voice, _, _): unsafe voice.pointee.skip(frames: frames)
      case .scale(let scale): unsafe scale.pointee.gain.pointee.skip(frames: frames)
      default: break
      }
    }
  }

  @_noLocks
  func skipInserts(_ segment: Segment, frames: Int) {
    let gates = unsafe segment.insertGates
    for index in 0..<gates.count { unsafe gates[index].pointee.skip(frames: frames) }
  }

  /// Performs steps one after the other; returns the time that went into other sessions.
  @_noLocks
  func perform(
    _ steps: UnsafeMutableBufferPointer<Step>,
    of segment: UnsafeMutablePointer<Segment>,
    _ work: SharedWork
  ) -> UInt64 {
    let frames = work.chunk.frames
    let isTimed = work.timeWeight > 0
    var moment = isTimed ? Hatch.nanoseconds() : 0
    var elsewhere: UInt64 = 0
    for index in 0..<steps.count {
      switch unsafe steps[index] {
      case .capture(let channel, let target):
        unsafe capture(channel, to: target, of: segment.pointee.strip, work.chunk)
      case .play(let voice, let targets, let curve):
        let isPatient = work.chunk.block.isPatient
        unsafe voice.pointee.play(
          into: targets,
          curve: curve,
          frames: frames,
          isPatient: isPatient
        )
      case .hear(let feed):
        unsafe hear(feed.pointee, work)
      case .receive:
        unsafe receive(segment.pointee, work.chunk)
      case .scale(let scale):
        unsafe scale.pointee.apply(frames: frames)
      case .deliver(let midi):
        unsafe midi.pointee.deliver()
      case .run(let plugin):
        unsafe plugin.pointee.takeChanges(until: work.chunk.block.frame(at: work.chunk.offset))
        if isTimed {
          let weight = work.timeWeight
          moment = unsafe plugin.pointee.run(frames: frames, since: moment, weight: weight)
        } else {
          unsafe plugin.pointee.run(frames: frames)
        }
        if isLost(work) { return elsewhere }
      case .insert(let insert):
        let start = Hatch.nanoseconds()
        unsafe self.insert(insert.pointee, work)
        if isLost(work) { return elsewhere }
        moment = Hatch.nanoseconds()
        elsewhere &+= moment &- start
      case .exchange(let exchange):
        let transport = unsafe clock.pointee.current
        let relay = unsafe exchange.pointee.relay
        unsafe relay.pointee.exchange(exchange.pointee, work.chunk, at: transport)
      case .delay(let delay):
        unsafe delay.pointee.pass(frames: frames)
      case .copy(let source, let target):
        unsafe Samples.copy(source, to: target, frames: frames)
      case .add(let source, let target):
        unsafe Samples.add(source, to: target, frames: frames)
      }
    }
    return elsewhere
  }

  /// Captures for a session: what it may not hear is zero, and a change fades within its first
  /// chunk.
  @_noLocks
  func capture(
    _ channel: Int,
    to target: UnsafeMutablePointer<Float>,
    of strip: UnsafeMutablePointer<Strip>,
    _ chunk: Chunk
  ) {
    let (hears, heard) = unsafe (strip.pointee.hearsInputs, strip.pointee.heardInputs)
    if hears || heard {
      unsafe capture(channel, to: target, chunk)
      if hears != heard { unsafe Samples.fade(target, isIn: hears, frames: chunk.frames) }
    } else {
      unsafe Samples.clear(target, frames: chunk.frames)
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

  /// Meters the session's outputs behind its trim and behind all of its gains, and returns their
  /// peak before both.
  ///
  /// A channel with NaN or infinity becomes silent and is counted.
  @_noLocks
  private func measure(_ segment: Segment, _ chunk: Chunk, decay: Float, trim: Float) -> Float {
    let isMeasuring = unsafe segment.strip.pointee.isMeasuring
    let outputs = unsafe segment.heardOutputs
    let (meters, post) = unsafe (segment.strip.pointee.meters, segment.strip.pointee.postMeters)
    var highest: Float = 0
    var isValid = true
    for side in 0..<2 {
      let gain = segment.postGain(ofSide: side, frames: chunk.frames)
      var index = side
      while index < min(outputs.count, meters.count) {
        let samples = unsafe outputs[index]
        var known = BlockLevel(peak: 0, energy: 0)
        let level = unsafe meters[index].measure(
          samples,
          frames: chunk.frames,
          decay: decay,
          gain: trim
        )
        if let level { known = level }
        unsafe post[index].measure(
          samples,
          level: known,
          gain: gain,
          frames: chunk.frames,
          decay: decay
        )
        highest = max(highest, known.peak)
        if level == nil, !isMeasuring {
          unsafe Samples.clear(samples, frames: chunk.frames)
          isValid = false
        }
        index &+= 2
      }
    }
    if !isValid {
      unsafe segment.strip.pointee.counters.pointee.invalidChunks.advance()
    }
    return highest
  }
}
