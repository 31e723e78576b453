// SPDX-License-Identifier: Apache-2.0
// The root of everything the audio thread does: takes orders, renders the plan, reports.

internal import Synchronization

/// Renders the sessions of the adopted plan and mixes them to the driver's outputs.
///
/// > Threading: Realtime. One thread at a time may render.
@safe
package final class RenderProcessor: @unchecked Sendable {
  /// How many commands can wait to be taken.
  static let queueLength = 4096
  let commands = Ring<RenderCommand>(capacity: queueLength)
  let reports = Ring<RenderReport>(capacity: 4096)
  /// How long cycles took, for `status` and the benchmark.
  package let cycles = CycleHistogram()

  /// How many commands have been carried out.
  let obeyed = Atomic<Int>(0)
  let lost = Atomic<Int>(0)
  /// What plugins follow.
  package let transport: TransportClock
  let clock: UnsafeMutablePointer<TransportState>
  /// The MIDI of the rig itself, once somebody wants it.
  private var control: ControlMIDI?
  private var controlState: UnsafeMutablePointer<ControlMIDIState>?
  private let sampleRate: Double
  private let meterFrames: Float
  var plan: UnsafeMutablePointer<Plan>?
  let written: UnsafeMutablePointer<Bool>
  /// The driver's frame at which this cycle starts, if it counts frames.
  private(set) var cycleFrame: UInt32?
  /// The player that the transport follows, and how many beats its own first one is from the start.
  var leader: UnsafeMutablePointer<PlayerVoice>?
  var leaderBeat = 0.0
  /// Where cycles are cut, because a control of a plugin changes there.
  var cuts = FrameCuts()
  /// Chunks since the times of plugins were taken.
  private var untimed = 0
  let dispatch = SegmentDispatch()
  /// The work that the workers share; changed only while nobody holds a part of it.
  var shared = SharedWork()

  /// > Threading: Control.
  init(sampleRate: Double, transport: TransportClock) {
    self.sampleRate = sampleRate
    self.transport = transport
    unsafe clock = transport.state
    meterFrames = Float(sampleRate * 0.3)
    // The driver's outputs, and the channels of buses inside of the rig.
    unsafe written = .allocate(capacity: DriverBlock.maximumChannels)
    unsafe written.initialize(repeating: false, count: DriverBlock.maximumChannels)
  }

  deinit {
    unsafe written.deallocate()
  }

  /// Lets the thread that steers the rig receive its MIDI, and send.
  ///
  /// > Threading: Control, before the driver renders.
  package func attach(_ control: ControlMIDI) {
    self.control = control
    unsafe controlState = unsafe control.state
  }

  /// Reports of the audio thread that found no room, because nobody polled.
  ///
  /// > Threading: Any.
  package var lostReports: Int { lost.load(ordering: .relaxed) }

  /// Renders one cycle: every output of `block` is filled or cleared.
  @_noLocks
  package func render(_ block: DriverBlock) {
    let mode = Hatch.enterRealtime()
    let start = Hatch.nanoseconds()
    cycleFrame = block.frame
    obeyCommands()
    if let plan = unsafe plan, block.frames > 0 {
      if let control = unsafe controlState {
        let frame = unsafe clock.pointee.rendered
        unsafe control.pointee.exchange(block, plan.pointee.control, frame: frame)
      }
      var offset = 0
      while offset < block.frames {
        let longest = unsafe min(plan.pointee.blockFrames, block.frames &- offset)
        let frames = cuts.cut(longest, at: block.frame(at: offset))
        let chunk = Chunk(block: block, offset: offset, frames: frames)
        let start = offset == 0 ? block.transport : nil
        if let led = unsafe leader, let pulse = unsafe led.pointee.pulse {
          unsafe clock.pointee.lead(pulse, from: leaderBeat, rate: sampleRate)
        }
        unsafe clock.pointee.begin(start, frames: frames, rate: sampleRate)
        if let control = unsafe controlState {
          let position = unsafe clock.pointee.clock
          unsafe control.pointee.writeClock(chunk, plan.pointee.control, position)
        }
        unsafe render(plan, chunk)
        offset &+= frames
      }
    } else {
      clearOutputs(Chunk(block: block, offset: 0, frames: block.frames))
    }
    if block.frames > 0 {
      let nanoseconds = Hatch.nanoseconds() &- start
      cycles.record(nanoseconds: nanoseconds)
      if Double(nanoseconds) * sampleRate > Double(block.frames) * 1e9 { attributeOverrun() }
    }
    Hatch.exitRealtime(to: mode)
  }

  /// The position at a frame of the driver's transport, between two cycles.
  @_noLocks
  package func transport(at frame: Int64) -> Transport {
    unsafe clock.pointee.position(at: frame, rate: sampleRate)
  }

  /// Counts a cycle that took too long against the session that took most of its last chunk.
  @_noLocks
  private func attributeOverrun() {
    guard let plan = unsafe plan else { return }
    let segments = unsafe plan.pointee.segments
    var slowest = -1
    var longest: UInt64 = 0
    for index in 0..<segments.count where unsafe segments[index].isSounding {
      let nanoseconds = unsafe segments[index].strip.pointee.lastNanoseconds
      if nanoseconds > longest { (slowest, longest) = (index, nanoseconds) }
    }
    if slowest >= 0 { unsafe segments[slowest].strip.pointee.counters.pointee.overruns.advance() }
  }

  @_noLocks
  private func render(_ plan: UnsafeMutablePointer<Plan>, _ chunk: Chunk) {
    let decay = max(0, 1 - Float(chunk.frames) / meterFrames)
    let segments = unsafe plan.pointee.segments
    let timeWeight = takeTimeWeight(frames: chunk.frames)
    let work = unsafe SharedWork(plan, chunk, decay: decay, timeWeight: timeWeight)
    let sharedGains = unsafe plan.pointee.sharedGains
    for index in 0..<sharedGains.count {
      unsafe sharedGains[index].pointee.prepare(frames: chunk.frames)
    }
    renderAll(work)
    for index in 0..<(unsafe min(chunk.block.outputs.count, DriverBlock.maximumOutputs)) {
      unsafe written[index] = false
    }
    for index in 0..<(unsafe plan.pointee.inside.count) {
      unsafe written[DriverBlock.maximumOutputs &+ index] = false
    }
    let buses = unsafe plan.pointee.buses
    unsafe mix(segments, at: .sum, into: buses, chunk)
    let runs = unsafe plan.pointee.runs
    for index in 0..<runs.count { unsafe pass(runs[index], buses, work) }
    unsafe turn(buses, through: plan.pointee.graphs, work)
    unsafe mix(segments, at: .direct, into: buses, chunk)
    unsafe limit(buses, through: plan.pointee.limiters, work)
    unsafe mix(segments, at: .last, into: buses, chunk)
    for index in 0..<buses.count { unsafe finish(&buses[index], chunk, decay: decay) }
    clearOutputs(chunk)
    let inputs = unsafe plan.pointee.inputs
    for index in 0..<inputs.count { unsafe listen(inputs[index], chunk, decay: decay) }
  }

  /// How many chunks the plugin times of this one count for; 0 for a chunk in which they are not
  /// taken.
  ///
  /// In short chunks the clock costs more than many a plugin. The number is odd, because much work
  /// comes round after a power of two of chunks.
  @_noLocks
  private func takeTimeWeight(frames: Int) -> UInt64 {
    let weight = min(16, 1_024 / max(frames, 1)) | 1
    untimed &+= 1
    guard untimed >= weight else { return 0 }
    untimed = 0
    return UInt64(truncatingIfNeeded: weight)
  }

  /// Clears what nothing was mixed to.
  @_noLocks
  private func clearOutputs(_ chunk: Chunk) {
    let outputs = unsafe chunk.block.outputs
    for channel in 0..<min(outputs.count, DriverBlock.maximumOutputs) {
      guard let output = unsafe outputs[channel] else { continue }
      if unsafe !written[channel] {
        unsafe Samples.clear(output + chunk.offset, frames: chunk.frames)
      }
    }
  }
}

/// A part of a cycle that fits into the plan's buffers.
@safe
struct Chunk {
  let block: DriverBlock
  let offset: Int
  let frames: Int

  /// No frames, before there is any work.
  static var nothing: Chunk {
    @_noLocks get {
      let block = unsafe DriverBlock(
        inputs: UnsafeBufferPointer(start: nil, count: 0),
        outputs: UnsafeBufferPointer(start: nil, count: 0),
        frames: 0
      )
      return Chunk(block: block, offset: 0, frames: 0)
    }
  }

  @_noLocks
  init(block: DriverBlock, offset: Int, frames: Int) {
    self.block = block
    self.offset = offset
    self.frames = frames
  }
}
