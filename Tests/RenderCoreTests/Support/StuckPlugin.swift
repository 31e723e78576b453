// SPDX-License-Identifier: Apache-2.0
// A plugin that passes its input on when it may; and single blocks for tests.

import CRealtime
import Glibc
import RenderCore
import Synchronization
import Testing

/// A plugin that does not return while it is held.
final class StuckPlugin: Sendable {
  let holds = Atomic(false)
  let naps = Atomic(false)
  private let input = Atomic<UInt>(0)
  private let output = Atomic<UInt>(0)

  var node: PluginNode {
    let handle = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe PluginNode(
      calls: PluginCalls(handle: handle, run: runStuck, connect: connectStuck),
      audioInputs: [0],
      audioOutputs: [1],
      owner: self
    )
  }

  fileprivate func connect(_ port: Int, _ samples: UnsafeMutableRawPointer?) {
    let address = UInt(bitPattern: samples)
    if port == 0 {
      input.store(address, ordering: .relaxed)
    } else {
      output.store(address, ordering: .relaxed)
    }
  }

  fileprivate func run(_ frames: Int) {
    while holds.load(ordering: .acquiring) { usleep(200) }
    if naps.load(ordering: .acquiring) { usleep(2_000) }
    let (source, target) = (input.load(ordering: .relaxed), output.load(ordering: .relaxed))
    guard let input = unsafe UnsafeRawPointer(bitPattern: source),
      let output = unsafe UnsafeMutableRawPointer(bitPattern: target)
    else { return }
    unsafe output.copyMemory(from: input, byteCount: frames * 4)
  }
}

private func runStuck(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
  guard let handle = unsafe handle else { return }
  tarmac_sanitizer_pause()
  unsafe Unmanaged<StuckPlugin>.fromOpaque(handle).takeUnretainedValue().run(Int(frames))
  tarmac_sanitizer_resume()
}

private func connectStuck(
  _ handle: UnsafeMutableRawPointer?,
  _ port: UInt32,
  _ samples: UnsafeMutableRawPointer?
) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<StuckPlugin>.fromOpaque(handle).takeUnretainedValue()
    .connect(Int(port), samples)
}

/// One block of one channel.
enum TestBlock {
  /// Hands `input` to `body` and returns the output; samples that are not written are NaN.
  static func pass(_ input: [Float], _ body: (DriverBlock) -> Void) -> [Float] {
    var output = [Float](repeating: .nan, count: input.count)
    unsafe input.withUnsafeBufferPointer { captured in
      unsafe output.withUnsafeMutableBufferPointer { rendered in
        let inputs = unsafe [captured.baseAddress]
        let outputs = unsafe [rendered.baseAddress]
        unsafe inputs.withUnsafeBufferPointer { inputs in
          unsafe outputs.withUnsafeBufferPointer { outputs in
            body(unsafe DriverBlock(inputs: inputs, outputs: outputs, frames: input.count))
          }
        }
      }
    }
    return output
  }

  /// Waits until `condition` holds; two minutes without it are an issue.
  static func wait(
    until condition: () -> Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let end = ContinuousClock.now + .seconds(120)
    while !condition() {
      guard ContinuousClock.now < end else {
        Issue.record("what was waited for did not come", sourceLocation: sourceLocation)
        return
      }
      usleep(100)
    }
  }
}
