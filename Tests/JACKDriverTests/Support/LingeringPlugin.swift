// SPDX-License-Identifier: Apache-2.0
// A plugin that is still inside its block while the driver ends.

import CRealtime
import Glibc
import RenderCore
import Synchronization

/// A plugin with one output, 0.5 all the time, that stays in its block while it is held, and a
/// moment longer.
final class LingeringPlugin: Sendable {
  let holds = Atomic(false)
  let entries = Atomic(0)
  let exits = Atomic(0)
  private let output = Atomic<UInt>(0)

  var isInside: Bool { entries.load(ordering: .acquiring) != exits.load(ordering: .acquiring) }

  var node: PluginNode {
    let handle = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe PluginNode(
      calls: PluginCalls(handle: handle, run: runLingering, connect: connectLingering),
      audioInputs: [],
      audioOutputs: [0],
      owner: self
    )
  }

  fileprivate func connect(_ samples: UnsafeMutableRawPointer?) {
    output.store(UInt(bitPattern: samples), ordering: .relaxed)
  }

  fileprivate func run(frames: Int) {
    entries.add(1, ordering: .acquiringAndReleasing)
    if holds.load(ordering: .acquiring) {
      // This ends, so that a driver that never ends fails a test rather than stops it.
      let end = ContinuousClock.now + .seconds(30)
      while holds.load(ordering: .acquiring), ContinuousClock.now < end { sched_yield() }
      let moment = ContinuousClock.now + .milliseconds(10)
      while ContinuousClock.now < moment { sched_yield() }
    }
    let samples = unsafe UnsafeMutablePointer<Float>(
      bitPattern: output.load(ordering: .relaxed)
    )
    unsafe samples?.update(repeating: 0.5, count: frames)
    exits.add(1, ordering: .acquiringAndReleasing)
  }
}

private func runLingering(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
  guard let handle = unsafe handle else { return }
  tarmac_sanitizer_pause()
  unsafe Unmanaged<LingeringPlugin>.fromOpaque(handle)._withUnsafeGuaranteedRef {
    $0.run(frames: Int(frames))
  }
  tarmac_sanitizer_resume()
}

private func connectLingering(
  _ handle: UnsafeMutableRawPointer?,
  _ port: UInt32,
  _ samples: UnsafeMutableRawPointer?
) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<LingeringPlugin>.fromOpaque(handle)._withUnsafeGuaranteedRef {
    unsafe $0.connect(samples)
  }
}
