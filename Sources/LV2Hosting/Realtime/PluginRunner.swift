// SPDX-License-Identifier: Apache-2.0
// One plugin on the audio thread: gives it the blocks, events and answers that it is due.

internal import RenderCore

/// The audio thread's half of an instance.
///
/// > Threading: Realtime.
@safe
struct PluginRunner: ~Copyable {
  // What every run looks at is kept together: a chain of many plugins is as fast as their memory.
  let common: UnsafeMutablePointer<CommonState>
  /// Whether a run is nothing but samples: no events, no worker, nothing that follows the transport
  /// or goes back after a block.
  let isPlain: Bool
  /// Whether the plugin knows where the samples of its ports are.
  var isConnected = false
  let entry: UnsafeMutablePointer<PluginEntry>
  /// No block is longer; changed only while the gate is shut.
  var longestBlock: Int
  var slots: UnsafeMutableBufferPointer<SampleSlot>
  /// The values of the control outputs.
  var readings: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>

  let urids = EventURIDs.shared
  let rate: Double
  let shape: BlockShape

  /// The index in `slots` of each port, -1 for others.
  var slotOfPort: UnsafeMutableBufferPointer<Int>
  var events: UnsafeMutableBufferPointer<EventSlot>
  var triggers: UnsafeMutableBufferPointer<Trigger>
  var transportPorts: UnsafeMutableBufferPointer<TransportPort>

  var inlet: UnsafeMutablePointer<ByteRing>
  var responses: UnsafeMutableBufferPointer<UnsafeMutablePointer<ByteRing>>
  var outlet: UnsafeMutablePointer<ByteRing>
  var scratch: UnsafeMutableRawBufferPointer
  /// The most bytes that a message from the control thread has.
  let largestMessage: Int
  var hasWorker: Bool
  var pending: EventList
  /// What a plugin that gathers has put out for frames that leave in a later cycle; frames count
  /// from this cycle's first.
  var leaving: EventList
  var clock: UnsafeMutablePointer<TransportState>
  /// Where the transport will be if nobody touches it.
  var expected: Transport?

  /// Frames in the gathering buffers.
  var gatheredFrames = 0
  var isGathering = false

  /// A control input that goes back to its default after a block.
  @safe
  struct Trigger: BitwiseCopyable {
    var value: UnsafeMutablePointer<Float>
    var rest: Float
  }

  /// What the control thread may look at and change while the audio thread is in `run`: no part of
  /// what that owns.
  struct CommonState: ~Copyable {
    let gate = PluginGate()
    let counters = PluginCounters()
    /// Frames that gathering adds; 0 until the first cycle that can't be cut into whole blocks.
    let gatherLatency = Counter()
  }

  /// > Threading: Control.
  init(
    entry: UnsafeMutablePointer<PluginEntry>,
    setup: borrowing PluginRunnerSetup,
    arena: Arena
  ) {
    unsafe self.entry = unsafe entry
    unsafe common = unsafe arena.bytes(MemoryLayout<CommonState>.size)
      .bindMemory(to: CommonState.self, capacity: 1)
    unsafe common.initialize(to: CommonState())
    isPlain = setup.isPlain
    longestBlock = setup.longestBlock
    rate = setup.rate
    shape = setup.shape
    unsafe slots = arena.copy(setup.slots)
    unsafe slotOfPort = arena.copy(setup.slotOfPort)
    unsafe events = arena.copy(setup.events)
    unsafe triggers = arena.copy(setup.triggers)
    unsafe transportPorts = arena.copy(setup.transportPorts)
    unsafe inlet = setup.inlet
    unsafe responses = arena.copy(setup.responses)
    unsafe outlet = setup.outlet
    unsafe readings = arena.copy(setup.readings)
    largestMessage = setup.sizes.message
    unsafe scratch = UnsafeMutableRawBufferPointer(
      start: arena.bytes(setup.scratch),
      count: setup.scratch
    )
    hasWorker = setup.hasWorker
    pending = EventList(capacity: setup.sizes.pending, in: arena)
    leaving = EventList(capacity: setup.mayGather ? setup.sizes.leaving : 0, in: arena)
    unsafe clock = setup.clock
  }

  /// Renders a cycle of up to any number of frames.
  @_noLocks
  mutating func run(frames: Int) {
    guard unsafe common.pointee.gate.enter() else {
      for index in unsafe 0..<slots.count where unsafe slots[index].isOutput {
        unsafe slots[index].clear(from: 0, frames: frames)
      }
      // What comes in waits for the next run.
      for slot in unsafe 0..<events.count where unsafe events[slot].isOutput {
        unsafe events[slot].midi?.pointee.clear()
      }
      unsafe common.pointee.counters.skipped.advance()
      return
    }
    if isPlain, frames > 0, frames <= longestBlock {
      if !isConnected { connect(at: 0) }
      unsafe PluginHatch.run(entry, frames: frames)
      contain(frames: frames)
    } else {
      runWithAll(frames: frames)
    }
    unsafe common.pointee.gate.leave()
  }

  /// Renders a cycle with events, transport and answers, cut or gathered as the plugin needs it.
  @_noLocks
  private mutating func runWithAll(frames: Int) {
    follow(frames: frames)
    takeEvents(frames: frames)
    takeMIDI(frames: frames)
    if case .fixed(let length) = shape, isGathering || frames % length != 0 {
      gather(frames: frames, length: length)
    } else if frames > 0 || shape.allowsEmptyRun {
      var offset = 0
      repeat {
        let piece = shape.piece(of: frames &- offset, longest: longestBlock)
        connect(at: offset)
        run(piece: piece, at: offset, of: frames)
        offset &+= piece
      } while offset < frames
    }
  }

  /// Runs the plugin once; it is `offset` frames into a cycle of `cycle` frames.
  @_noLocks
  mutating func run(piece frames: Int, at offset: Int, of cycle: Int) {
    writeEvents(frames: frames)
    unsafe PluginHatch.run(entry, frames: frames)
    if hasWorker {
      deliverAnswers()
      unsafe PluginHatch.endRun(entry)
    }
    readEvents(at: offset, frames: frames, of: cycle)
    contain(frames: frames)
    for index in unsafe 0..<triggers.count {
      unsafe triggers[index].value.pointee = unsafe triggers[index].rest
    }
  }

  /// Whether the worker has answered something that the plugin has not got.
  @_noLocks
  func hasAnswers() -> Bool {
    for index in unsafe 0..<responses.count where unsafe !responses[index].pointee.isEmpty() {
      return true
    }
    return false
  }

  /// Everything that the worker has answered is the plugin's before the next run.
  @_noLocks
  mutating func deliverAnswers() {
    guard let body = unsafe scratch.baseAddress else { return }
    for index in unsafe 0..<responses.count {
      while let size = unsafe responses[index].pointee.receive(into: body, capacity: scratch.count)
      {
        unsafe PluginHatch.respond(entry, size: size, body: body)
      }
    }
  }

  /// Nothing that is not a number leaves a plugin: it would stay in the next one's filters for
  /// good.
  @_noLocks
  private func contain(frames: Int) {
    for index in unsafe 0..<slots.count where unsafe slots[index].isOutput {
      guard let samples = unsafe slots[index].connected else { continue }
      if unsafe !SampleSlot.isFinite(samples, frames: frames) {
        for frame in 0..<frames { unsafe samples[frame] = 0 }
        unsafe common.pointee.counters.notFinite.advance()
      }
    }
    // Infinity is a level that many meters know.
    for index in unsafe 0..<readings.count where unsafe readings[index].pointee.isNaN {
      unsafe readings[index].pointee = 0
      unsafe common.pointee.counters.nanValues.advance()
    }
  }
}
