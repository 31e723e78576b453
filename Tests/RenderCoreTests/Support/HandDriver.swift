// SPDX-License-Identifier: Apache-2.0
// A driver that tests call: it feeds arrays to a renderer and collects the output.

import Quantities
import RenderCore

/// Drives a controller's processor with arrays as inputs, one block after another.
@safe
final class HandDriver {
  let controller: RenderController
  private let outputs: Int
  /// Whether players and recorders wait for the disk.
  var isPatient = false
  /// The frame at which the next cycle starts, if the driver counts frames.
  var frame: UInt32?

  init(controller: RenderController, outputs: Int) {
    self.controller = controller
    self.outputs = outputs
  }

  /// Renders `frames` frames in cycles of `cycle` frames; inputs that are too short go on with
  /// zeros.
  func render(_ inputs: [[Float]] = [], frames: Int, cycle: Int = 64) -> [[Float]] {
    var results = [[Float]](repeating: [], count: outputs)
    var position = 0
    while position < frames {
      let count = min(cycle, frames - position)
      let block = inputs.map { input in
        (position..<position + count).map { $0 < input.count ? input[$0] : 0 }
      }
      for (index, samples) in renderCycle(block, frames: count).enumerated() {
        results[index] += samples
      }
      position += count
    }
    return results
  }

  private func renderCycle(_ inputs: [[Float]], frames: Int) -> [[Float]] {
    let captured = unsafe inputs.map { input -> UnsafePointer<Float>? in
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: frames)
      unsafe buffer.initialize(from: input, count: frames)
      return unsafe UnsafePointer(buffer)
    }
    // Filled with NaN, so that samples that are not written are noticed.
    let rendered = unsafe (0..<outputs).map { _ -> UnsafeMutablePointer<Float>? in
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: frames)
      unsafe buffer.initialize(repeating: .nan, count: frames)
      return unsafe buffer
    }
    unsafe captured.withUnsafeBufferPointer { inputs in
      unsafe rendered.withUnsafeBufferPointer { outputs in
        var block = unsafe DriverBlock(inputs: inputs, outputs: outputs, frames: frames)
        block.isPatient = isPatient
        block.frame = frame
        controller.processor.render(block)
      }
    }
    frame? &+= UInt32(frames)
    let result = unsafe rendered.map { buffer in
      unsafe Array(UnsafeBufferPointer(start: buffer, count: frames))
    }
    unsafe rendered.forEach { unsafe $0?.deallocate() }
    unsafe captured.forEach { unsafe $0?.deallocate() }
    return result
  }
}
