// SPDX-License-Identifier: Apache-2.0
// The far end of a relay: renders in its own process what the rig hands over.

internal import Synchronization

/// Renders the blocks of a session that another process, the rig, hands over.
///
/// A block that took too long is still rendered, in its place. While nothing is handed over, the
/// renderer is called without frames, so that it carries out commands.
///
/// > Threading: Realtime, except where said.
@safe
package final class FarRelay: @unchecked Sendable {
  private let processor: Unmanaged<RenderProcessor>
  private let pages: RelayPages
  private let memory: RelayMemory
  /// The channels of each slot, as a driver hands them to a renderer; the one behind those of audio
  /// is for MIDI.
  private let arrays = PlanMemory()
  private let inputs: UnsafeMutableBufferPointer<UnsafePointer<Float>?>
  private let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>?>
  private let midiInputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<MIDIList>?>
  private let midiOutputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<MIDIList>?>
  private let heard: UnsafeMutablePointer<MIDIList>
  private let sent: UnsafeMutablePointer<MIDIList>
  private let isDismissed = Atomic<Bool>(false)

  /// Takes over the memory of a `RelayNode`, by its descriptor and its numbers of channels, for
  /// `processor`; `nil` when that is none.
  ///
  /// > Threading: Control.
  package init?(to processor: RenderProcessor, descriptor: Int32, inputs: Int, outputs: Int) {
    guard let pages = RelayPages(takingOver: descriptor, inputs: inputs, outputs: outputs) else {
      return nil
    }
    unsafe self.processor = .passRetained(processor)
    self.pages = pages
    let memory = pages.memory
    self.memory = memory
    let slots = (0..<RelaySlot.count).map { memory.slot($0) }
    unsafe self.inputs = unsafe arrays.array(
      slots.flatMap { slot in
        unsafe (0..<inputs).map { unsafe UnsafePointer(slot.input($0)) as UnsafePointer<Float>? }
      }
    )
    unsafe self.outputs = unsafe arrays.array(
      slots.flatMap { slot in
        unsafe (0..<outputs).map { unsafe slot.output($0) as UnsafeMutablePointer<Float>? }
      }
    )
    let (heard, sent) = (SharedMIDIList(), SharedMIDIList())
    for list in [heard, sent] { arrays.retain(list) }
    unsafe (self.heard, self.sent) = unsafe (heard.pointer, sent.pointer)
    unsafe midiInputs = arrays.array(Array(repeating: nil, count: inputs) + [heard.pointer])
    unsafe midiOutputs = arrays.array(Array(repeating: nil, count: outputs) + [sent.pointer])
    // What is under way was for another process.
    let handed = unsafe memory.handed.pointee.load(ordering: .acquiring)
    unsafe memory.rendered.pointee.store(handed, ordering: .releasing)
  }

  deinit {
    unsafe processor.release()
  }

  // MARK: The renderer's thread

  /// Renders until dismissed.
  @_noLocks
  func serve() {
    while true {
      // Read before the flag: the thread that sets the flag rings afterwards, and the wait ends at
      // once where the bell has rung since this reading.
      let seen = unsafe Hatch.read(memory.bell)
      if isDismissed.load(ordering: .acquiring) { return }
      if !isBusy { render(Chunk.nothing.block) }
      while isBusy {
        let number = next
        render(number)
        unsafe memory.rendered.pointee.store(number &+ 1, ordering: .releasing)
      }
      unsafe Hatch.waitShared(memory.bell, since: seen)
    }
  }

  /// The number of the block that is to be rendered next.
  private var next: UInt32 {
    @_noLocks get {
      let handed = unsafe memory.handed.pointee.load(ordering: .acquiring)
      let rendered = unsafe memory.rendered.pointee.load(ordering: .relaxed)
      // More are never under way: a plugin has written over the number.
      return handed &- rendered <= RelaySlot.count ? rendered : handed &- 1
    }
  }

  @_noLocks
  private func render(_ block: DriverBlock) {
    unsafe processor._withUnsafeGuaranteedRef { $0.render(block) }
  }

  @_noLocks
  private func render(_ number: UInt32) {
    let slot = memory.slot(number)
    let frames = unsafe Int(slot.frames.pointee.load(ordering: .relaxed))
    unsafe heard.pointee.clear()
    unsafe sent.pointee.clear()
    unsafe slot.heard.read(into: &heard.pointee, frames: frames)
    render(block(number, slot, frames: min(frames, DriverBlock.longest)))
    unsafe slot.sent.write(sent.pointee)
  }

  @_noLocks
  private func block(_ number: UInt32, _ slot: RelaySlot, frames: Int) -> DriverBlock {
    let place = Int(number & (RelaySlot.count &- 1))
    let (first, second) = (place &* memory.inputs, place &* memory.outputs)
    var block = unsafe DriverBlock(
      inputs: UnsafeBufferPointer(rebasing: inputs[first..<first &+ memory.inputs]),
      outputs: UnsafeBufferPointer(rebasing: outputs[second..<second &+ memory.outputs]),
      frames: frames
    )
    unsafe block.midiInputs = UnsafeBufferPointer(midiInputs)
    unsafe block.midiOutputs = UnsafeBufferPointer(midiOutputs)
    block.transport = unsafe slot.transport.pointee
    return block
  }

  // MARK: Control

  /// Tells the rig that blocks are rendered from now on.
  ///
  /// > Threading: Any.
  package func open() {
    unsafe memory.isServed.pointee.store(1, ordering: .releasing)
  }

  /// Lets the rig put out exact zeros from now on, whatever is still rendered.
  ///
  /// > Threading: Any.
  package func silence() {
    unsafe memory.isServed.pointee.store(0, ordering: .releasing)
  }

  /// Blocks that the renderer has finished; the count goes round.
  ///
  /// > Threading: Any.
  package var blocks: UInt32 { unsafe memory.rendered.pointee.load(ordering: .relaxed) }

  /// Whether the renderer has something to do.
  ///
  /// > Threading: Any.
  package var isBusy: Bool {
    @_noLocks get {
      unsafe memory.handed.pointee.load(ordering: .acquiring)
        != memory.rendered.pointee.load(ordering: .relaxed)
    }
  }

  /// Ends `serve`.
  ///
  /// > Threading: Any.
  func dismiss() {
    isDismissed.store(true, ordering: .releasing)
    unsafe Hatch.ringShared(memory.bell)
  }
}
