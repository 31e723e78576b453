// SPDX-License-Identifier: Apache-2.0
// What JACK's thread runs: fetches the buffers of the live ports and lets the renderer render.

internal import AudioBackend
internal import CJACK
internal import RenderCore
internal import Synchronization

/// The state that the process callback reaches.
///
/// > Threading: Realtime, except where said.
@safe
final class ProcessCycle: @unchecked Sendable {
  let inputs = PortTable()
  let outputs = PortTable()
  let midiInputs = MIDITable()
  let midiOutputs = MIDITable()
  let transport = TransportReader()
  /// Shut before libjack ends the thread that renders.
  let gate = CycleGate()
  /// Whether JACK keeps no time (freewheeling).
  let isFreewheeling = Atomic<Bool>(false)
  /// Cycles that have ended.
  let count = Atomic<Int>(0)
  /// The lists of the MIDI tables; they stay for the next port of the same channel.
  private var lists: [SharedMIDIList] = []
  private let inputBuffers: UnsafeMutablePointer<UnsafePointer<Float>?>
  private let outputBuffers: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  /// The renderer; exchanged only while the client is not active.
  private var processor: Unmanaged<RenderProcessor>?

  init() {
    unsafe inputBuffers = .allocate(capacity: PortTable.capacity)
    unsafe inputBuffers.initialize(repeating: nil, count: PortTable.capacity)
    unsafe outputBuffers = .allocate(capacity: PortTable.capacity)
    unsafe outputBuffers.initialize(repeating: nil, count: PortTable.capacity)
  }

  deinit {
    setProcessor(nil)
    unsafe inputBuffers.deallocate()
    unsafe outputBuffers.deallocate()
  }

  /// Chooses the renderer.
  ///
  /// > Threading: Control, while the client is not active.
  func setProcessor(_ processor: RenderProcessor?) {
    unsafe self.processor?.release()
    unsafe self.processor = processor.map { unsafe Unmanaged.passRetained($0) }
  }

  /// Puts a MIDI port into its place, or takes it out.
  ///
  /// > Threading: Control.
  func setMIDI(_ port: OpaquePointer?, _ direction: PortDirection, channel: Int) {
    func makeList() -> UnsafeMutablePointer<MIDIList> {
      let list = SharedMIDIList()
      lists.append(list)
      return unsafe list.pointer
    }
    switch direction {
    case .input: unsafe midiInputs.set(port, channel: channel, makeList: makeList)
    case .output: unsafe midiOutputs.set(port, channel: channel, makeList: makeList)
    }
  }

  /// Renders one cycle.
  @_noLocks
  func run(frames: UInt32) {
    let inputCount = inputs.count()
    for channel in 0..<inputCount {
      unsafe inputBuffers[channel] = UnsafePointer(buffer(inputs.port(channel), frames))
    }
    let outputCount = outputs.count()
    for channel in 0..<outputCount {
      unsafe outputBuffers[channel] = buffer(outputs.port(channel), frames)
    }
    var block = unsafe DriverBlock(
      inputs: UnsafeBufferPointer(start: inputBuffers, count: inputCount),
      outputs: UnsafeBufferPointer(start: outputBuffers, count: outputCount),
      frames: Int(frames)
    )
    unsafe block.midiInputs = midiInputs.read(frames: frames)
    unsafe block.midiOutputs = midiOutputs.empty()
    block.transport = transport.read()
    block.frame = transport.frame()
    block.isPatient = isFreewheeling.load(ordering: .acquiring)
    if gate.enter() {
      unsafe processor?._withUnsafeGuaranteedRef { $0.render(block) }
      gate.leave()
    } else {
      silence(outputCount, frames: Int(frames))
    }
    midiOutputs.write(frames: frames)
    count.add(1, ordering: .releasing)
  }

  /// Says which bar and beat JACK's transport is at, by what the renderer knows.
  @_noLocks
  func countBeats(of position: UnsafeMutablePointer<jack_position_t>) {
    guard let processor = unsafe processor else { return }
    unsafe Hatch.count(position, by: processor)
  }

  /// What a driver that is about to end puts out.
  @_noLocks
  private func silence(_ outputs: Int, frames: Int) {
    for channel in 0..<outputs {
      guard let output = unsafe outputBuffers[channel] else { continue }
      for frame in 0..<frames { unsafe output[frame] = 0 }
    }
  }

  @_noLocks
  private func buffer(_ port: OpaquePointer?, _ frames: UInt32) -> UnsafeMutablePointer<Float>? {
    guard let port = unsafe port else { return nil }
    return unsafe Hatch.buffer(of: port, frames: frames)?.assumingMemoryBound(to: Float.self)
  }
}

/// JACK's entry; a plain function, because JACK calls it on its own thread.
@_noLocks
func runProcessCycle(_ frames: UInt32, _ cycle: UnsafeMutableRawPointer?) -> Int32 {
  guard let cycle = unsafe cycle else { return 0 }
  unsafe Unmanaged<ProcessCycle>.fromOpaque(cycle)._withUnsafeGuaranteedRef {
    $0.run(frames: frames)
  }
  return 0
}

/// JACK's entry for the timebase master, on the same thread after the cycle.
@_noLocks
func runTimebase(
  _ state: jack_transport_state_t,
  _ frames: UInt32,
  _ position: UnsafeMutablePointer<jack_position_t>?,
  _ isNew: Int32,
  _ cycle: UnsafeMutableRawPointer?
) {
  guard let cycle = unsafe cycle, let position = unsafe position else { return }
  unsafe Unmanaged<ProcessCycle>.fromOpaque(cycle)._withUnsafeGuaranteedRef {
    unsafe $0.countBeats(of: position)
  }
}
