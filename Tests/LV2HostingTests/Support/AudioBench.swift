// SPDX-License-Identifier: Apache-2.0
// Runs one instance the way a plan does, without a plan.

import CRealtime
import Glibc
import Quantities

@testable import LV2Hosting
@testable import RenderCore

/// An instance with buffers for its audio ports.
///
/// Between two blocks it lets the plugin's worker finish. At the pace of sound a worker nearly
/// always has finished; guitarix's cabinet crashes when it runs flat out while its worker exchanges
/// the impulse response.
@safe
final class AudioBench {
  let instance: LV2Instance
  private let inputs: [UnsafeMutableBufferPointer<Float>]
  private let outputs: [UnsafeMutableBufferPointer<Float>]
  private let largestBlock: Int
  private let waitsForWorker: Bool

  init(_ instance: LV2Instance, largestBlock: Int = 256, waitsForWorker: Bool = true) {
    self.instance = instance
    self.waitsForWorker = waitsForWorker
    self.largestBlock = largestBlock
    unsafe inputs = AudioBench.buffers(instance.node.audioInputs, of: instance, largestBlock)
    unsafe outputs = AudioBench.buffers(instance.node.audioOutputs, of: instance, largestBlock)
  }

  deinit {
    unsafe (inputs + outputs).forEach { unsafe $0.deallocate() }
  }

  private static func buffers(
    _ ports: [UInt32],
    of instance: LV2Instance,
    _ frames: Int
  ) -> [UnsafeMutableBufferPointer<Float>] {
    let calls = instance.core.calls
    return unsafe ports.map { port in
      let buffer = UnsafeMutableBufferPointer<Float>.allocate(capacity: frames)
      unsafe buffer.initialize(repeating: 0)
      unsafe calls.connect(calls.handle, port, buffer.baseAddress)
      return unsafe buffer
    }
  }

  /// The MIDI that a port has put out in the last block.
  func midi(from symbol: String) -> [(frame: Int, bytes: [UInt8])] {
    guard let port = instance.node.midiOutputs.first(where: { $0.symbol == symbol }) else {
      return []
    }
    return unsafe (0..<port.list.pointer.pointee.count).map { index in
      let message = unsafe port.list.pointer.pointee.message(index)
      let bytes = unsafe UnsafeBufferPointer(start: message.bytes, count: message.count)
      return unsafe (message.frame, Array(bytes))
    }
  }

  /// Delivers MIDI as a plan does; the plugin gets it in the next block.
  func deliver(_ bytes: [UInt8], at frame: Int, to symbol: String) {
    guard let port = instance.node.midiInputs.first(where: { $0.symbol == symbol }) else { return }
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      unsafe port.list.pointer.pointee.insert(frame: frame, bytes: base, count: bytes.count)
    }
  }

  /// Runs blocks of the given sizes with the same signal in all inputs; returns the output, channel
  /// by channel.
  @discardableResult
  func run(blocks: [Int], signal: (Int) -> Float = { _ in 0 }) -> [[Float]] {
    var result = unsafe [[Float]](repeating: [], count: outputs.count)
    var position = 0
    for frames in blocks {
      precondition(frames <= largestBlock)
      for frame in 0..<frames {
        unsafe inputs.forEach { unsafe $0[frame] = signal(position + frame) }
      }
      // Under RealtimeSanitizer, the host's share of the run is checked; the plugin's own is not.
      let mode = tarmac_flush_denormals()
      tarmac_realtime_enter()
      _ = unsafe instance.node.state.pointee.run(frames: frames)
      tarmac_realtime_exit()
      tarmac_set_float_mode(mode)
      while waitsForWorker, !instance.core.features.work.isIdle { sched_yield() }
      for index in result.indices { unsafe result[index] += outputs[index].prefix(frames) }
      position += frames
    }
    return result
  }
}

/// Noise between -0.5 and 0.5 that is the same each time.
func noise(_ frame: Int) -> Float {
  let mixed = (UInt32(truncatingIfNeeded: frame) &* 2_654_435_761) ^ 0x9E37_79B9
  return Float((mixed &* 1_664_525 &+ 1_013_904_223) >> 8) / Float(1 << 24) - 0.5
}
