// SPDX-License-Identifier: Apache-2.0
// One block on its way through a relay.

/// The samples and messages of one cycle, in memory that both threads of a relay know.
///
/// > Threading: Realtime; it belongs to one thread at a time.
@safe
struct RelaySlot {
  /// How many blocks can be under way; a power of two.
  static var count: Int { @_noLocks get { 4 } }

  let inputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>>
  /// The same, as a driver hands them to a renderer.
  private let captured: UnsafeMutableBufferPointer<UnsafePointer<Float>?>
  private let rendered: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>?>
  /// What comes in by MIDI, and what goes out.
  let heard: UnsafeMutablePointer<MIDIList>
  let sent: UnsafeMutablePointer<MIDIList>
  private let midiInputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<MIDIList>?>
  private let midiOutputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<MIDIList>?>
  var frames = 0
  private var transport: Transport?

  /// Makes room in `memory`; that for messages is none of the system's until there are some.
  ///
  /// > Threading: Control.
  init(inputs: Int, outputs: Int, frames: Int, memory: PlanMemory) {
    let (first, second) = unsafe (
      memory.buffers(count: inputs, frames: frames), memory.buffers(count: outputs, frames: frames)
    )
    unsafe self.inputs = memory.array(first)
    unsafe self.outputs = memory.array(second)
    unsafe captured = memory.array(first.map { unsafe UnsafePointer($0) as UnsafePointer<Float>? })
    unsafe rendered = memory.array(second.map { unsafe $0 as UnsafeMutablePointer<Float>? })
    let (heard, sent) = (SharedMIDIList(), SharedMIDIList())
    for list in [heard, sent] { memory.retain(list) }
    unsafe (self.heard, self.sent) = unsafe (heard.pointer, sent.pointer)
    unsafe midiInputs = memory.array(Array(repeating: nil, count: inputs) + [heard.pointer])
    unsafe midiOutputs = memory.array(Array(repeating: nil, count: outputs) + [sent.pointer])
  }

  /// The block that a renderer is to render.
  var block: DriverBlock {
    @_noLocks get {
      var block = unsafe DriverBlock(
        inputs: UnsafeBufferPointer(captured),
        outputs: UnsafeBufferPointer(rendered),
        frames: frames
      )
      unsafe block.midiInputs = UnsafeBufferPointer(midiInputs)
      unsafe block.midiOutputs = UnsafeBufferPointer(midiOutputs)
      block.transport = transport
      return block
    }
  }

  /// Takes the samples that the driver has captured, and makes room for messages; a channel without a port is silent.
  @_noLocks
  mutating func take(_ block: DriverBlock) {
    frames = block.frames
    transport = block.transport
    unsafe sent.pointee.clear()
    for channel in 0..<(unsafe inputs.count) {
      if unsafe channel < block.inputs.count, let samples = unsafe block.inputs[channel] {
        unsafe Samples.copy(samples, to: inputs[channel], frames: frames)
      } else {
        unsafe Samples.clear(inputs[channel], frames: frames)
      }
    }
  }

  /// Gives the driver the samples that were rendered.
  @_noLocks
  func give(to block: DriverBlock) {
    for channel in 0..<(unsafe block.outputs.count) {
      guard let target = unsafe block.outputs[channel] else { continue }
      if unsafe channel < outputs.count {
        unsafe Samples.copy(outputs[channel], to: target, frames: frames)
      } else {
        unsafe Samples.clear(target, frames: frames)
      }
    }
  }
}

extension DriverBlock {
  /// Silences every output.
  @_noLocks
  func clear() {
    for channel in 0..<(unsafe outputs.count) {
      if let target = unsafe outputs[channel] { unsafe Samples.clear(target, frames: frames) }
    }
  }
}
