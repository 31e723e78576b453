// SPDX-License-Identifier: Apache-2.0
// Between a driver and a renderer that must not be able to stop it.

public import Quantities
internal import Synchronization

/// Lets a thread of its own render what a driver captures; it is heard one cycle later.
///
/// The driver's thread never runs a plugin and never waits for one: it hands a block over and takes the one that it handed
/// over a cycle ago. One that is not done is exact silence, and its sound is lost rather than late.
///
/// > Threading: Realtime, except where said.
@safe
public final class RenderRelay: @unchecked Sendable {
  private let processor: Unmanaged<RenderProcessor>
  private let memory = PlanMemory()
  private let slots: UnsafeMutableBufferPointer<RelaySlot>
  private let longestBlock: Int
  private let patienceNanoseconds: UInt64
  private let bell: UnsafeMutablePointer<UInt32>
  /// The driver's thread's own.
  private let midi: UnsafeMutablePointer<RelayMIDI>
  /// Blocks that were handed over, and those that have been rendered.
  private let handed = Atomic<Int>(0)
  private let rendered = Atomic<Int>(0)
  private let isSilenced = Atomic<Bool>(false)
  private let isPatient = Atomic<Bool>(false)
  private let isDismissed = Atomic<Bool>(false)
  private let lateBlocks = Counter()
  /// Whether a block was handed over in the cycle before; the driver's thread's own.
  private var hasHanded = false

  /// Makes a relay to `processor` for so many of the driver's channels, and cycles of up to `longestBlock` frames.
  ///
  /// `patience` is how long a driver that has no time to keep waits for a block. The channel behind those is for MIDI, in
  /// either direction; it may come and go.
  ///
  /// > Threading: Control.
  public init(
    to processor: RenderProcessor,
    inputs: Int,
    outputs: Int,
    longestBlock: Int,
    patience: Seconds = Seconds(1)
  ) {
    unsafe self.processor = .passRetained(processor)
    self.longestBlock = longestBlock
    patienceNanoseconds = UInt64(clamping: patience.value * 1e9)
    let memory = memory
    unsafe slots = memory.array(
      (0..<RelaySlot.count).map { _ in
        RelaySlot(inputs: inputs, outputs: outputs, frames: longestBlock, memory: memory)
      }
    )
    unsafe bell = .allocate(capacity: 1)
    unsafe bell.initialize(to: 0)
    unsafe midi = .allocate(capacity: 1)
    unsafe midi.initialize(to: RelayMIDI(input: inputs, output: outputs))
  }

  deinit {
    unsafe processor.release()
    unsafe bell.deallocate()
    unsafe midi.deinitialize(count: 1)
    unsafe midi.deallocate()
  }

  // MARK: The driver's thread

  /// Takes what is ready and hands the next block over.
  @_noLocks
  public func exchange(_ block: DriverBlock) {
    let number = handed.load(ordering: .relaxed)
    if isPatient.load(ordering: .relaxed) { wait(for: number) }
    let done = rendered.load(ordering: .acquiring)
    let isSilent = isSilenced.load(ordering: .relaxed)
    if hasHanded, done == number, !isSilent,
      unsafe slots[slot(number &- 1)].frames == block.frames
    {
      unsafe slots[slot(number &- 1)].give(to: block)
      unsafe midi.pointee.send(slots[slot(number &- 1)].sent, to: block)
    } else {
      block.clear()
      unsafe midi.pointee.endSent(in: block)
      if done != number { lateBlocks.advance() }
    }
    hasHanded = false
    guard !isSilent, block.frames <= longestBlock, number &- done < RelaySlot.count else {
      return unsafe midi.pointee.miss(block)
    }
    hasHanded = true
    unsafe slots[slot(number)].take(block)
    unsafe midi.pointee.hear(block, into: slots[slot(number)].heard)
    handed.store(number &+ 1, ordering: .releasing)
    unsafe Hatch.ring(bell)
  }

  /// Waits until all blocks are rendered, or patience ends; for a driver that has no time to keep.
  @_noLocks
  private func wait(for number: Int) {
    let end = Hatch.nanoseconds() &+ patienceNanoseconds
    while rendered.load(ordering: .acquiring) < number {
      if Hatch.nanoseconds() > end { return }
      if isSilenced.load(ordering: .relaxed) { return }
      Hatch.relax(isLong: true)
    }
  }

  @_noLocks
  private func slot(_ number: Int) -> Int {
    number & (RelaySlot.count &- 1)
  }

  // MARK: The renderer's thread

  /// Renders until dismissed.
  @_noLocks
  func serve() {
    while true {
      // Before the flag: whoever sets that rings after it, and a ring that was seen is not waited for.
      let seen = unsafe Hatch.read(bell)
      if isDismissed.load(ordering: .acquiring) { return }
      var number = rendered.load(ordering: .relaxed)
      while number < handed.load(ordering: .acquiring) {
        let block = unsafe slots[slot(number)].block
        unsafe processor._withUnsafeGuaranteedRef { $0.render(block) }
        number &+= 1
        rendered.store(number, ordering: .releasing)
      }
      unsafe Hatch.wait(bell, since: seen)
    }
  }

  // MARK: Control

  /// Blocks that the renderer has finished.
  ///
  /// > Threading: Any.
  public var blocks: Int { rendered.load(ordering: .relaxed) }

  /// Whether the renderer has something to do.
  ///
  /// > Threading: Any.
  public var isBusy: Bool { handed.load(ordering: .relaxed) != rendered.load(ordering: .relaxed) }

  /// Cycles that were silent because their block was not done in time.
  ///
  /// > Threading: Any.
  public var late: Int { Int(lateBlocks.current) }

  /// MIDI messages that passed, and for which there was no room.
  ///
  /// > Threading: Any.
  public var lostMessages: Int { unsafe Int(midi.pointee.lost.current) }

  /// Puts out nothing but exact zeros from now on, whatever the renderer does.
  ///
  /// > Threading: Any.
  public func silence() {
    isSilenced.store(true, ordering: .releasing)
  }

  /// Lets the driver's thread wait for the renderer, as long as the driver keeps no time (JACK's freewheeling).
  ///
  /// > Threading: Any.
  public func setPatient(_ isPatient: Bool) {
    self.isPatient.store(isPatient, ordering: .relaxed)
  }

  /// Ends `serve`.
  ///
  /// > Threading: Any.
  func dismiss() {
    isDismissed.store(true, ordering: .releasing)
    unsafe Hatch.ring(bell)
  }
}
