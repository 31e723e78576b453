// SPDX-License-Identifier: Apache-2.0
// Sessions that hear one another within one cycle: feeds, inserts, sidechains.

extension ScaleStep {
  /// Applies a source's own gain; at exactly 1 no sample is touched.
  @_noLocks
  func apply(frames: Int) {
    if let meter = unsafe meter {
      for index in 0..<(unsafe samples.count) {
        _ = unsafe meter.pointee.measure(samples[index], frames: frames, decay: 1)
      }
    }
    if unsafe gain.pointee.isUnity { return }
    if unsafe gain.pointee.isSettled && gain.pointee.current == 0 {
      for index in 0..<(unsafe samples.count) {
        unsafe Samples.clear(samples[index], frames: frames)
      }
      return
    }
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe gain.pointee.multiply(into: curve, frames: frames)
    for index in 0..<(unsafe samples.count) {
      unsafe Samples.multiply(samples[index], by: curve, frames: frames)
    }
  }
}

extension InsertStep {
  /// Moves the gate on; returns its value where it stands still at 0 or 1, and else `nil`, with its
  /// way in `curve`.
  @_noLocks
  func openGate(frames: Int) -> Float? {
    guard let gate = unsafe gate else { return 1 }
    let value = unsafe gate.pointee.current
    if unsafe gate.pointee.isSettled && (value == 0 || value == 1) { return value }
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe gate.pointee.multiply(into: curve, frames: frames)
    return nil
  }
}

extension InsertStep {
  /// Whether a channel is delayed on its way past the other session, in this chunk.
  @_noLocks
  private func isDelayed(_ index: Int) -> Bool {
    unsafe index < past.count && index < inputs.count && past[index].isActive()
  }

  /// Remembers a channel for as long as it is delayed.
  @_noLocks
  func take(_ index: Int, frames: Int) {
    guard unsafe index < past.count, unsafe index < inputs.count else { return }
    if unsafe past[index].beginChunk() {
      unsafe past[index].take(inputs[index], frames: frames)
    }
  }

  /// Lets a channel pass unchanged, when the other session would give it back.
  @_noLocks
  func pass(_ index: Int, frames: Int) {
    if isDelayed(index) {
      unsafe past[index].give(outputs[index], frames: frames)
    } else if unsafe index < inputs.count {
      unsafe Samples.copy(inputs[index], to: outputs[index], frames: frames)
    } else {
      unsafe Samples.clear(outputs[index], frames: frames)
    }
  }

  /// Lets time go by for a channel that does not pass.
  @_noLocks
  func skip(_ index: Int) {
    if isDelayed(index) { unsafe past[index].pass() }
  }
}

extension Segment {
  /// The output channels before the strip, as they are now: the graph's, or in measurement the
  /// sources'.
  var heardOutputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>> {
    @_noLocks get { unsafe strip.pointee.isMeasuring ? directOutputs : outputs }
  }

  /// Lets its delays forget what they have heard; what they hear next begins softly, over so many
  /// frames.
  @_noLocks
  func restartDelays(over frames: Int) {
    for way in 0..<(unsafe delays.count) {
      let lines = unsafe delays[way]
      for index in 0..<lines.count { unsafe lines[index].restart(over: frames) }
    }
  }
}

extension RenderProcessor {
  /// Fills a source from another session's strip; one that is not called is silent.
  @_noLocks
  func hear(_ feed: FeedStep, _ work: SharedWork) {
    let feeder = unsafe work.segments[feed.segment]
    let outputs = unsafe feeder.heardOutputs
    let gain = feed.isPost ? feeder.postGain : feeder.preGain
    let curve = unsafe feed.isPost ? feeder.postCurve : feeder.preCurve
    for index in 0..<(unsafe feed.targets.count) {
      let target = unsafe feed.targets[index]
      guard feeder.isSounding, gain != 0, index < outputs.count else {
        unsafe Samples.clear(target, frames: work.chunk.frames)
        continue
      }
      let source = unsafe outputs[index]
      unsafe mix(source, gain: gain, curve: curve, into: target, frames: work.chunk.frames)
    }
  }

  /// Writes `source` times a gain, or a curve where there is none.
  @_noLocks
  func mix(
    _ source: UnsafePointer<Float>,
    gain: Float?,
    curve: UnsafePointer<Float>,
    into target: UnsafeMutablePointer<Float>,
    frames: Int
  ) {
    if let gain {
      unsafe Samples.mix(source, times: gain, into: target, adding: false, frames: frames)
    } else {
      unsafe Samples.mix(source, times: curve, into: target, adding: false, frames: frames)
    }
  }

  /// Clears what nobody has sent to an inserted session.
  @_noLocks
  func receive(_ segment: Segment, _ chunk: Chunk) {
    if segment.isFed { return }
    for index in 0..<(unsafe segment.received.count) {
      unsafe Samples.clear(segment.received[index], frames: chunk.frames)
    }
  }

  /// Sends a signal through another session's graph and takes it back, in the same chunk.
  @_noLocks
  func insert(_ insert: InsertStep, _ work: SharedWork) {
    guard let base = unsafe work.segments.baseAddress else { return }
    let guest = unsafe base + insert.segment
    let frames = work.chunk.frames
    let gate = insert.openGate(frames: frames)
    if gate != 0 {
      unsafe handOver(insert, to: guest.pointee.received, isWhole: gate == 1, frames: frames)
    }
    unsafe guest.pointee.isFed = gate != 0
    render(insert.segment, work)
    if isLost(work) { return }
    unsafe guest.pointee.isFed = false
    let isMoving = unsafe guest.pointee.preGain == nil || gate == nil
    let presence = unsafe guest.pointee.strip.pointee.presence
    for index in 0..<(unsafe insert.outputs.count) {
      insert.take(index, frames: frames)
      if unsafe !guest.pointee.isSounding || gate == 0 || (!isMoving && presence == 0) {
        insert.pass(index, frames: frames)
      } else if isMoving {
        unsafe crossfade(index, of: insert, with: guest.pointee, gate: gate, frames: frames)
      } else {
        unsafe takeBack(index, of: insert, from: guest.pointee, frames: frames)
        insert.skip(index)
      }
    }
  }

  /// Fills the source of an inserted session.
  @_noLocks
  private func handOver(
    _ insert: InsertStep,
    to received: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>,
    isWhole: Bool,
    frames: Int
  ) {
    for index in 0..<received.count {
      guard unsafe index < insert.inputs.count else {
        unsafe Samples.clear(received[index], frames: frames)
        continue
      }
      unsafe Samples.copy(insert.inputs[index], to: received[index], frames: frames)
      if !isWhole { unsafe Samples.multiply(received[index], by: insert.curve, frames: frames) }
    }
  }

  /// Takes a channel back from a session that is there and stays.
  @_noLocks
  private func takeBack(_ index: Int, of insert: InsertStep, from guest: Segment, frames: Int) {
    let target = unsafe insert.outputs[index]
    if unsafe index < guest.heardOutputs.count, let gain = guest.preGain {
      let source = unsafe guest.heardOutputs[index]
      unsafe Samples.mix(source, times: gain, into: target, adding: false, frames: frames)
    } else {
      unsafe Samples.clear(target, frames: frames)
    }
  }

  /// Takes a channel back from a session that comes or goes: as much as is missing of it passes
  /// unchanged.
  @_noLocks
  private func crossfade(
    _ index: Int,
    of insert: InsertStep,
    with guest: Segment,
    gate: Float?,
    frames: Int
  ) {
    guard let presence = unsafe guest.presence else { return }
    if let gate { unsafe Samples.fill(insert.curve, with: gate, frames: frames) }
    if let gain = guest.preGain {
      unsafe Samples.fill(guest.preCurve, with: gain, frames: frames)
      unsafe Samples.fill(presence, with: guest.strip.pointee.presence, frames: frames)
    }
    insert.pass(index, frames: frames)
    let target = unsafe insert.outputs[index]
    unsafe Samples.multiply(target, byRestOf: presence, times: insert.curve, frames: frames)
    guard unsafe index < guest.heardOutputs.count else { return }
    let source = unsafe guest.heardOutputs[index]
    let curve = unsafe guest.preCurve
    unsafe Samples.add(source, times: curve, times: insert.curve, to: target, frames: frames)
  }

  /// Tells sidechains how loud their duckers were in the chunk before.
  ///
  /// Done by the driver's thread before it shares work out, so that sessions stay independent and
  /// all renderings alike.
  @_noLocks
  func tellSidechains(_ segments: UnsafeMutableBufferPointer<Segment>) {
    // Most ducked sessions follow the same ducker, so the last one found is kept.
    var (known, peak): (UInt32?, Float) = (nil, 0)
    for index in 0..<segments.count {
      let strip = unsafe segments[index].strip
      guard unsafe strip.pointee.sidechain.isEngaged else { continue }
      let followed = unsafe strip.pointee.sidechain.followed
      if known != followed { (known, peak) = unsafe (followed, self.peak(of: followed, segments)) }
      unsafe strip.pointee.sidechain.hear(peak, duck: strip.pointee.duck)
    }
  }

  /// The last peak of the strip with the id `strip`; 0 for one that is not in the plan.
  @_noLocks
  private func peak(of strip: UInt32, _ segments: UnsafeMutableBufferPointer<Segment>) -> Float {
    for index in 0..<segments.count where unsafe segments[index].strip.pointee.id == strip {
      return unsafe segments[index].strip.pointee.peak
    }
    return 0
  }
}
