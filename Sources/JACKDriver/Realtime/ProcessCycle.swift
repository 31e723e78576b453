// SPDX-License-Identifier: Apache-2.0
// What JACK's thread runs: fetches the buffers of the live ports and lets the renderer render.

internal import RenderCore
internal import Synchronization

/// The state that the process callback reaches.
///
/// > Threading: Realtime, except where said.
@safe
final class ProcessCycle: @unchecked Sendable {
  let inputs = PortTable()
  let outputs = PortTable()
  /// Cycles that have ended.
  let count = Atomic<Int>(0)
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

  /// Chooses who renders.
  ///
  /// > Threading: Control, while the client is not active.
  func setProcessor(_ processor: RenderProcessor?) {
    unsafe self.processor?.release()
    unsafe self.processor = processor.map { unsafe Unmanaged.passRetained($0) }
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
    let block = unsafe DriverBlock(
      inputs: UnsafeBufferPointer(start: inputBuffers, count: inputCount),
      outputs: UnsafeBufferPointer(start: outputBuffers, count: outputCount),
      frames: Int(frames)
    )
    unsafe processor?._withUnsafeGuaranteedRef { $0.render(block) }
    count.add(1, ordering: .releasing)
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
