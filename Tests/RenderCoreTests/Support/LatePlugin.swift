// SPDX-License-Identifier: Apache-2.0
// A plugin of the tests that puts out its input, later.

import CRealtime
import RenderCore

/// One channel in, one out, so many frames late.
@safe
final class LatePlugin {
  private var ports: (UnsafeMutablePointer<Float>?, UnsafeMutablePointer<Float>?) = (nil, nil)
  private var past: [Float]

  init(frames: Int) {
    past = [Float](repeating: 0, count: frames)
  }

  var node: PluginNode {
    let handle = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe PluginNode(
      calls: PluginCalls(handle: handle, run: runLate, connect: connectLate),
      audioInputs: [0],
      audioOutputs: [1],
      owner: self
    )
  }

  func connect(_ port: UInt32, _ samples: UnsafeMutablePointer<Float>?) {
    if port == 0 { unsafe ports.0 = unsafe samples } else { unsafe ports.1 = unsafe samples }
  }

  func run(_ frames: Int) {
    guard let input = unsafe ports.0, let output = unsafe ports.1 else { return }
    unsafe past += UnsafeBufferPointer(start: input, count: frames)
    for frame in 0..<frames { unsafe output[frame] = past[frame] }
    past.removeFirst(frames)
  }
}

private func runLate(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
  guard let handle = unsafe handle else { return }
  tarmac_sanitizer_pause()
  unsafe Unmanaged<LatePlugin>.fromOpaque(handle).takeUnretainedValue().run(Int(frames))
  tarmac_sanitizer_resume()
}

private func connectLate(
  _ handle: UnsafeMutableRawPointer?,
  _ port: UInt32,
  _ samples: UnsafeMutableRawPointer?
) {
  guard let handle = unsafe handle else { return }
  let plugin = unsafe Unmanaged<LatePlugin>.fromOpaque(handle).takeUnretainedValue()
  unsafe plugin.connect(port, samples?.assumingMemoryBound(to: Float.self))
}
