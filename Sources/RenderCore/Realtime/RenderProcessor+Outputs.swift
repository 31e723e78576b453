// SPDX-License-Identifier: Apache-2.0
// What happens to the sum of a bus or an output: graph, fader and mute, limiter, meters.

extension RenderProcessor {
  /// Lets what has been mixed to buses inside of the rig go on through their segments, to outputs
  /// and buses behind them.
  @_noLocks
  func pass(_ run: BusRun, _ buses: UnsafeMutableBufferPointer<Bus>, _ work: SharedWork) {
    let (indices, segments) = unsafe (run.buses, work.segments)
    for index in 0..<indices.count {
      let bus = unsafe indices[index]
      unsafe (buses[bus].isFed, buses[bus].isMeasuring) = (false, false)
      if let graph = unsafe buses[bus].graph { unsafe send(buses[bus], to: graph, work) }
    }
    unsafe renderGroups(run.groups, work)
    for index in 0..<indices.count {
      guard let graph = unsafe buses[indices[index]].graph else { continue }
      if unsafe segments[graph].isSounding { unsafe mix(&segments[graph], into: buses, work.chunk) }
    }
  }

  /// Lets what has been mixed to outputs so far go through their graphs, and applies what they are
  /// turned to.
  @_noLocks
  func turn(
    _ buses: UnsafeMutableBufferPointer<Bus>,
    through graphs: UnsafeMutableBufferPointer<SegmentGroup>,
    _ work: SharedWork
  ) {
    for index in 0..<buses.count where unsafe !buses[index].isInside {
      unsafe fold(buses[index], work.chunk)
      if let graph = unsafe buses[index].graph { unsafe send(buses[index], to: graph, work) }
    }
    unsafe renderGroups(graphs, work)
    for index in 0..<buses.count where unsafe !buses[index].isInside {
      unsafe turn(buses[index], work)
    }
  }

  @_noLocks
  private func turn(_ bus: Bus, _ work: SharedWork) {
    let (state, frames) = unsafe (bus.state, work.chunk.frames)
    if let graph = bus.graph { takeBack(bus, from: graph, work) }
    if unsafe !state.pointee.isLevel {
      unsafe state.pointee.fillLevel(bus.curve, frames: frames)
      scale(bus, work.chunk)
    }
    if unsafe !state.pointee.isCentred {
      unsafe state.pointee.fillBalance(bus.second, frames: frames)
      lean(bus, work.chunk)
    }
  }

  /// Lets all that has been mixed to outputs go through what is behind interrupters.
  @_noLocks
  func limit(
    _ buses: UnsafeMutableBufferPointer<Bus>,
    through limiters: UnsafeMutableBufferPointer<SegmentGroup>,
    _ work: SharedWork
  ) {
    for index in 0..<buses.count where unsafe !buses[index].isInside {
      let bus = unsafe buses[index]
      if unsafe !bus.state.pointee.isSeparate { join(bus, work.chunk) }
      if let limiter = bus.limiter { send(bus, to: limiter, work) }
    }
    unsafe renderGroups(limiters, work)
    for index in 0..<buses.count where unsafe !buses[index].isInside {
      unsafe limit(buses[index], work)
    }
  }

  @_noLocks
  private func limit(_ bus: Bus, _ work: SharedWork) {
    let state = unsafe bus.state
    if let limiter = bus.limiter { takeBack(bus, from: limiter, work) }
    if unsafe !state.pointee.isStraight {
      unsafe state.pointee.fillEnd(bus.curve, frames: work.chunk.frames)
      scale(bus, work.chunk)
    }
    if unsafe !state.pointee.delay.isIdle { delay(bus, work.chunk) }
  }

  /// Multiplies what has been mixed to a route by its curve.
  @_noLocks
  private func scale(_ bus: Bus, _ chunk: Chunk) {
    for index in 0..<(unsafe bus.channels.count) {
      guard let samples = unsafe heard(bus, index, chunk) else { continue }
      unsafe Samples.multiply(samples, by: bus.curve, frames: chunk.frames)
    }
  }

  /// Turns down the side of a route away from which it leans, odd and even channels; the other one
  /// stays as it is.
  @_noLocks
  private func lean(_ bus: Bus, _ chunk: Chunk) {
    let channels = unsafe bus.channels.count
    guard channels > 1 else { return }
    for index in 0..<channels {
      guard let samples = unsafe heard(bus, index, chunk) else { continue }
      let side: Float = index & 1 == 0 ? -1 : 1
      for frame in 0..<chunk.frames {
        unsafe samples[frame] *= min(1, 1 + side * bus.second[frame])
      }
    }
  }

  /// Puts the mean of all channels of a route in the place of each, as far as it is to be mono.
  @_noLocks
  private func join(_ bus: Bus, _ chunk: Chunk) {
    let (channels, frames) = unsafe (bus.channels.count, chunk.frames)
    let (curve, mean) = unsafe (bus.curve, bus.second)
    unsafe sum(bus.channels, into: mean, chunk)
    unsafe Samples.fill(curve, with: 1, frames: frames)
    unsafe bus.state.pointee.mono.multiply(into: curve, frames: frames)
    let share = 1 / Float(channels)
    for index in 0..<channels {
      guard let samples = unsafe open(bus, index, chunk) else { continue }
      for frame in 0..<frames {
        let (mono, gain) = unsafe (mean[frame] * share, curve[frame])
        unsafe samples[frame] = gain * mono + (1 - gain) * samples[frame]
      }
    }
  }

  /// Fills `target` with the sum of what has been mixed to some channels.
  @_noLocks
  func sum(
    _ channels: UnsafeMutableBufferPointer<Int>,
    into target: UnsafeMutablePointer<Float>,
    _ chunk: Chunk
  ) {
    unsafe Samples.clear(target, frames: chunk.frames)
    for index in 0..<channels.count {
      guard let samples = unsafe heard(channels[index], chunk) else { continue }
      unsafe Samples.add(samples, to: target, frames: chunk.frames)
    }
  }

  /// Delays a route.
  @_noLocks
  private func delay(_ bus: Bus, _ chunk: Chunk) {
    let state = unsafe bus.state
    unsafe state.pointee.delay.beginChunk()
    for index in 0..<(unsafe bus.channels.count) {
      guard let samples = unsafe open(bus, index, chunk) else { continue }
      unsafe state.pointee.delay.apply(to: samples, channel: index, frames: chunk.frames)
    }
    unsafe state.pointee.delay.endChunk(frames: chunk.frames)
  }

  /// The samples of a channel of a route, if anything has been mixed to it.
  @_noLocks
  func heard(_ bus: Bus, _ index: Int, _ chunk: Chunk) -> UnsafeMutablePointer<Float>? {
    unsafe heard(bus.channels[index], chunk)
  }

  @_noLocks
  func heard(_ channel: Int, _ chunk: Chunk) -> UnsafeMutablePointer<Float>? {
    guard let samples = unsafe target(channel, chunk), unsafe written[channel] else { return nil }
    return unsafe samples
  }

  /// The same, with silence where nothing has been.
  @_noLocks
  func open(_ bus: Bus, _ index: Int, _ chunk: Chunk) -> UnsafeMutablePointer<Float>? {
    let channel = unsafe bus.channels[index]
    guard let samples = unsafe target(channel, chunk) else { return nil }
    if unsafe !written[channel] { unsafe Samples.clear(samples, frames: chunk.frames) }
    unsafe written[channel] = true
    return unsafe samples
  }

  /// Gives what has been mixed to a bus to the segment that hears it; its plugins hear silence,
  /// too.
  @_noLocks
  private func send(_ bus: Bus, to index: Int, _ work: SharedWork) {
    guard let base = unsafe work.segments.baseAddress else { return }
    let segment = unsafe base + index
    let channels = unsafe bus.channels
    let received = unsafe segment.pointee.received
    for index in 0..<min(channels.count, received.count) {
      let channel = unsafe channels[index]
      if let samples = unsafe target(channel, work.chunk), unsafe written[channel] {
        unsafe Samples.copy(samples, to: received[index], frames: work.chunk.frames)
      } else {
        unsafe Samples.clear(received[index], frames: work.chunk.frames)
      }
    }
    unsafe segment.pointee.isFed = true
  }

  /// Puts what a segment has made of a route's sum in its place; nothing while its gate is closed.
  ///
  /// Where the segment was given up, the sum stays as it is: an output has to be heard.
  @_noLocks
  private func takeBack(_ bus: Bus, from index: Int, _ work: SharedWork) {
    guard let base = unsafe work.segments.baseAddress else { return }
    let (segment, chunk) = unsafe (base + index, work.chunk)
    if unsafe segment.pointee.strip.pointee.isGivenUp { return }
    let (channels, outputs) = unsafe (bus.channels, segment.pointee.outputs)
    for index in 0..<channels.count {
      let channel = unsafe channels[index]
      guard let samples = unsafe target(channel, chunk) else { continue }
      unsafe written[channel] = true
      guard unsafe segment.pointee.isSounding, index < outputs.count else {
        unsafe Samples.clear(samples, frames: chunk.frames)
        continue
      }
      let (gain, curve) = unsafe (segment.pointee.preGain, segment.pointee.preCurve)
      unsafe mix(outputs[index], gain: gain, curve: curve, into: samples, frames: chunk.frames)
    }
    let strip = unsafe segment.pointee.strip
    if unsafe segment.pointee.isSounding, unsafe strip.pointee.endChunk() {
      unsafe report(.closed(strip: strip.pointee.id, closings: strip.pointee.closings))
    }
  }

  /// Notes that a session measures through a route: what its plugins have left of earlier sound is
  /// not heard beside it.
  @_noLocks
  func measure(_ bus: inout Bus) {
    if !bus.isMeasuring, !bus.isFed {
      for index in 0..<(unsafe bus.channels.count) {
        let channel = unsafe bus.channels[index]
        guard channel >= 0, channel < DriverBlock.maximumChannels else { continue }
        unsafe written[channel] = false
      }
    }
    bus.isMeasuring = true
  }

  /// Meters a route and feeds its recorder.
  @_noLocks
  func finish(_ bus: inout Bus, _ chunk: Chunk, decay: Float) {
    if bus.isInside { return }
    let state = unsafe bus.state
    let channels = unsafe bus.channels
    let meters = unsafe state.pointee.meters
    for index in 0..<channels.count {
      let channel = unsafe channels[index]
      guard let samples = unsafe target(channel, chunk), unsafe written[channel] else {
        unsafe meters[index].measureSilence(decay: decay)
        continue
      }
      let peak = unsafe meters[index].measure(samples, frames: chunk.frames, decay: decay)
      if peak == nil && !bus.isMeasuring {
        unsafe Samples.clear(samples, frames: chunk.frames)
      }
    }
    (bus.isFed, bus.isMeasuring) = (false, false)
    let isPatient = chunk.block.isPatient
    if let tap = unsafe state.pointee.tap { unsafe record(bus, tap, waits: isPatient, chunk) }
    if let ear = unsafe state.pointee.ear { unsafe record(bus, ear, waits: false, chunk) }
  }
}
