// SPDX-License-Identifier: Apache-2.0
// A host that saves buffers.

internal import CLilv

extension MeasuredPlugin {
  /// Runs it with outputs in the buffers of inputs: output `n` in that of input `n + shift`, as far
  /// as there are any.
  package func runInPlace(
    _ inputs: [[Float]],
    block: Int,
    frames: Int,
    shift: Int = 0
  ) -> [[Float]] {
    let count = max(inputCount, outputCount)
    let buffers = unsafe (0..<count).map { index in
      let buffer = UnsafeMutablePointer<Float>.allocate(capacity: frames)
      unsafe buffer.initialize(repeating: 0, count: frames)
      if index < inputs.count { unsafe buffer.update(from: inputs[index], count: frames) }
      return unsafe buffer
    }
    for start in stride(from: 0, to: frames, by: block) {
      for channel in 0..<inputCount { unsafe connectInput(channel, buffers[channel] + start) }
      for channel in 0..<outputCount {
        unsafe connectOutput(channel, buffers[(channel + shift) % count] + start)
      }
      unsafe lilv_instance_run(instance, UInt32(clamping: min(block, frames - start)))
    }
    let outputs = (0..<outputCount).map { channel in
      unsafe Array(UnsafeBufferPointer(start: buffers[(channel + shift) % count], count: frames))
    }
    unsafe buffers.forEach { unsafe $0.deallocate() }
    return outputs
  }
}
