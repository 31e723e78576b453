// SPDX-License-Identifier: Apache-2.0
// The rig's end of a relay: hands the blocks of a session to another process, and takes them back
// one cycle later.

internal import Synchronization

/// What the rig knows of a graph that another process renders; it outlives plans, and that process.
///
/// The audio thread never waits for the other process, unless the driver keeps no time: each cycle
/// it hands a block over and takes the one that it handed over in the cycle before. One that is not
/// done is exact silence, and its sound is lost rather than late.
///
/// > Threading: Realtime, once a plan uses it.
@safe
struct NearRelay: ~Copyable {
  private let memory: RelayMemory
  private let patienceNanoseconds: UInt64
  var midi: RelayMIDI
  /// Whether there is to be a process; set by the control thread.
  let isOpen = Atomic<Bool>(false)
  /// Cycles that were silent because their block was not done in time.
  let late = Counter()
  /// Blocks that were handed over; only the audio thread advances it.
  let blocks = Atomic<UInt32>(0)
  /// The frames of the one that was handed over in the cycle before; 0 when none was.
  private var handedFrames = 0
  /// Up to where the present cycle has come; -1 when its start has been missed.
  private var position = -1
  /// Whether its block is taken, and the one of the cycle before given back.
  private var isTaking = false
  private var isGiving = false
  /// Whether a wait was in vain, and the far end has not come back since.
  private var isImpatient = false

  /// > Threading: Control.
  init(_ memory: RelayMemory, _ midi: consuming RelayMIDI, patienceNanoseconds: UInt64) {
    self.memory = memory
    self.midi = midi
    self.patienceNanoseconds = patienceNanoseconds
  }

  /// Takes a chunk of what the session hears, and gives back what has come for it.
  @_noLocks
  mutating func exchange(_ step: ExchangeStep, _ chunk: Chunk, at transport: Transport?) {
    if chunk.offset == 0 { begin(chunk.block, at: transport) }
    let goesOn = chunk.offset == position
    if goesOn, isTaking { take(step, chunk) }
    if let heard = unsafe step.heard { unsafe midi.hear(heard, chunk) }
    give(step, chunk, isSilent: !goesOn || !isGiving)
    midi.give(chunk)
    position = goesOn ? chunk.offset &+ chunk.frames : -1
    if isTaking, position == chunk.block.frames { handOver(frames: position) }
  }

  /// Lets a chunk go by in which the session's graph is not called: what was handed over before is
  /// of no use any more.
  @_noLocks
  mutating func miss() {
    (handedFrames, position) = (0, -1)
    midi.miss()
  }

  /// Finds out what can be given back in a cycle, and whether its own block can be handed over.
  @_noLocks
  private mutating func begin(_ block: DriverBlock, at transport: Transport?) {
    let before = handedFrames
    (handedFrames, position, isTaking, isGiving) = (0, 0, false, false)
    midi.begin()
    guard isUp else {
      midi.endSent()
      return midi.forgetHeard()
    }
    if block.isPatient { wait() }
    let done = unsafe memory.rendered.pointee.load(ordering: .acquiring)
    isGiving = before > 0 && before == block.frames && done == number
    if isGiving {
      midi.receive(memory.slot(number &- 1).sent, frames: block.frames)
    } else {
      midi.endSent()
    }
    if done == number { isImpatient = false } else { late.advance() }
    isTaking = block.frames <= DriverBlock.longest && number &- done < RelaySlot.count
    if isTaking {
      unsafe memory.slot(number).transport.pointee = transport
    } else if done != number {
      // Said again, in case that a plugin has written over it.
      announce()
    }
  }

  /// The number of the block of the present cycle.
  private var number: UInt32 { @_noLocks get { blocks.load(ordering: .relaxed) } }

  /// Whether the far end is there.
  private var isUp: Bool {
    @_noLocks get {
      isOpen.load(ordering: .relaxed)
        && (unsafe memory.isServed.pointee.load(ordering: .acquiring)) != 0
    }
  }

  /// Waits until all blocks are rendered, or patience ends; for a driver that has no time to keep.
  @_noLocks
  private mutating func wait() {
    let end = Hatch.nanoseconds() &+ patienceNanoseconds
    while isUp, !isImpatient, unsafe memory.rendered.pointee.load(ordering: .acquiring) != number {
      isImpatient = Hatch.nanoseconds() > end
      Hatch.relax(isLong: true)
    }
  }

  @_noLocks
  private func take(_ step: ExchangeStep, _ chunk: Chunk) {
    let slot = memory.slot(number)
    for channel in 0..<(unsafe min(step.inputs.count, memory.inputs)) {
      let target = unsafe slot.input(channel) + chunk.offset
      unsafe Samples.copy(step.inputs[channel], to: target, frames: chunk.frames)
    }
  }

  @_noLocks
  private func give(_ step: ExchangeStep, _ chunk: Chunk, isSilent: Bool) {
    let slot = memory.slot(number &- 1)
    for channel in 0..<(unsafe step.outputs.count) {
      let target = unsafe step.outputs[channel]
      if isSilent || channel >= memory.outputs {
        unsafe Samples.clear(target, frames: chunk.frames)
      } else {
        let source = unsafe slot.output(channel) + chunk.offset
        unsafe Samples.copy(source, to: target, frames: chunk.frames)
      }
    }
  }

  /// Hands over a block that is whole, and wakes the far end, which renders it.
  @_noLocks
  private mutating func handOver(frames: Int) {
    let slot = memory.slot(number)
    unsafe slot.frames.pointee.store(UInt32(truncatingIfNeeded: frames), ordering: .relaxed)
    midi.handOver(to: slot.heard)
    handedFrames = frames
    blocks.store(number &+ 1, ordering: .relaxed)
    announce()
  }

  /// Announces how many blocks were handed over, and wakes the far end, which renders them.
  @_noLocks
  private func announce() {
    unsafe memory.handed.pointee.store(number, ordering: .releasing)
    unsafe Hatch.ringShared(memory.bell)
  }
}
