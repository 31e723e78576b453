// SPDX-License-Identifier: Apache-2.0
// The buffers of a cycle: one for each port, as long as the longest cycle.

internal import AudioBackend
internal import RenderCore

/// Buffers for the ports of a rig; another set takes its place when a port comes or goes.
///
/// > Threading: Any; the thread that renders has what it points to.
@safe
final class CycleBuffers: @unchecked Sendable {
  private let inputs: UnsafeMutableBufferPointer<UnsafePointer<Float>?>
  private let outputs: UnsafeMutableBufferPointer<UnsafeMutablePointer<Float>?>
  private let midiInputs: MIDILists
  private let midiOutputs: MIDILists

  /// Makes buffers for ports of these kinds, by channel; `nil` is a channel without a port.
  init(inputs: [PortKind?], outputs: [PortKind?]) {
    func buffer() -> UnsafeMutablePointer<Float> {
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: DriverBlock.longest)
      unsafe buffer.initialize(repeating: 0, count: DriverBlock.longest)
      return unsafe buffer
    }
    unsafe self.inputs = .allocate(capacity: inputs.count)
    unsafe self.outputs = .allocate(capacity: outputs.count)
    unsafe self.inputs.initialize(repeating: nil)
    unsafe self.outputs.initialize(repeating: nil)
    for (channel, kind) in inputs.enumerated() where kind == .audio {
      unsafe self.inputs[channel] = UnsafePointer(buffer())
    }
    for (channel, kind) in outputs.enumerated() where kind == .audio {
      unsafe self.outputs[channel] = buffer()
    }
    midiInputs = MIDILists(inputs)
    midiOutputs = MIDILists(outputs)
  }

  deinit {
    for channel in unsafe inputs.indices { unsafe inputs[channel]?.deallocate() }
    for channel in unsafe outputs.indices { unsafe outputs[channel]?.deallocate() }
    unsafe inputs.deallocate()
    unsafe outputs.deallocate()
  }

  /// What the renderer gets for a cycle.
  func block(frames: Int) -> DriverBlock {
    var block = unsafe DriverBlock(
      inputs: UnsafeBufferPointer(inputs),
      outputs: UnsafeBufferPointer(outputs),
      frames: frames
    )
    unsafe block.midiInputs = midiInputs.emptied()
    unsafe block.midiOutputs = midiOutputs.emptied()
    return block
  }

  /// Makes all inputs silent.
  func silence(frames: Int) {
    for channel in unsafe inputs.indices {
      unsafe UnsafeMutablePointer(mutating: inputs[channel])?.update(repeating: 0, count: frames)
    }
  }

  /// Adds a constant to an input.
  func add(_ level: Float, to input: Int, frames: Int) {
    guard let buffer = unsafe UnsafeMutablePointer(mutating: inputs[input]) else { return }
    for frame in 0..<frames { unsafe buffer[frame] += level }
  }

  /// The samples of an output, once a cycle has ended.
  func samples(_ output: Int, frames: Int) -> [Float] {
    guard unsafe outputs.indices.contains(output), let buffer = unsafe outputs[output] else {
      return []
    }
    return unsafe Array(UnsafeBufferPointer(start: buffer, count: frames))
  }
}

/// The MIDI lists of one direction, by channel.
@safe
private final class MIDILists: @unchecked Sendable {
  private let lists: [SharedMIDIList?]
  private let pointers: UnsafeMutableBufferPointer<UnsafeMutablePointer<MIDIList>?>

  init(_ kinds: [PortKind?]) {
    lists = kinds.map { $0 == .midi ? SharedMIDIList() : nil }
    unsafe pointers = .allocate(capacity: kinds.count)
    unsafe pointers.initialize(repeating: nil)
    for (channel, list) in lists.enumerated() { unsafe pointers[channel] = list?.pointer }
  }

  deinit {
    unsafe pointers.deallocate()
  }

  func emptied() -> UnsafeBufferPointer<UnsafeMutablePointer<MIDIList>?> {
    for channel in lists.indices { unsafe pointers[channel]?.pointee.clear() }
    return unsafe UnsafeBufferPointer(pointers)
  }
}
