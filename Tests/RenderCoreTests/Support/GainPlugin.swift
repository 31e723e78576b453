// SPDX-License-Identifier: Apache-2.0
// A plugin of the tests: output = input × gain, with any number of channels.

import CRealtime
import Glibc
import RenderCore
import Synchronization

/// Counts the runs of one test's plugins on other threads than those that made them.
final class RunCounter: Sendable {
  let foreign = Atomic<Int>(0)
}

/// A gain on `channels` channels, in the shape of an LV2 plugin: ports 0… are inputs, the rest
/// outputs.
@safe
final class GainPlugin {
  private(set) var ports: UnsafeMutablePointer<UnsafeMutablePointer<Float>?>
  let channels: Int
  let gain: UnsafeMutablePointer<Float>
  private let counter: RunCounter?
  private let home = pthread_self()

  static func node(
    gain: Float,
    channels: Int = 1,
    counting counter: RunCounter? = nil
  ) -> PluginNode {
    GainPlugin(gain: gain, channels: channels, counter: counter).node()
  }

  /// The node that owns it.
  func node() -> PluginNode {
    let handle = unsafe Unmanaged.passUnretained(self).toOpaque()
    return unsafe PluginNode(
      calls: PluginCalls(handle: handle, run: runGain, connect: connectGain),
      audioInputs: (0..<UInt32(channels)).map { $0 },
      audioOutputs: (UInt32(channels)..<UInt32(2 * channels)).map { $0 },
      owner: self
    )
  }

  init(gain: Float, channels: Int = 1, counter: RunCounter? = nil) {
    self.channels = channels
    self.counter = counter
    unsafe ports = .allocate(capacity: 2 * channels)
    unsafe ports.initialize(repeating: nil, count: 2 * channels)
    unsafe self.gain = .allocate(capacity: 1)
    unsafe self.gain.initialize(to: gain)
  }

  deinit {
    unsafe ports.deallocate()
    unsafe gain.deallocate()
  }

  func connect(_ port: Int, _ samples: UnsafeMutablePointer<Float>?) {
    unsafe ports[port] = unsafe samples
  }

  func run(_ frames: Int) {
    if let counter, pthread_equal(home, pthread_self()) == 0 {
      counter.foreign.add(1, ordering: .relaxed)
    }
    for channel in 0..<channels {
      guard let input = unsafe ports[channel], let output = unsafe ports[channel + channels] else {
        continue
      }
      for frame in 0..<frames { unsafe output[frame] = input[frame] * gain.pointee }
    }
  }
}

private func runGain(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
  guard let handle = unsafe handle else { return }
  tarmac_sanitizer_pause()
  unsafe Unmanaged<GainPlugin>.fromOpaque(handle).takeUnretainedValue().run(Int(frames))
  tarmac_sanitizer_resume()
}

private func connectGain(
  _ handle: UnsafeMutableRawPointer?,
  _ port: UInt32,
  _ samples: UnsafeMutableRawPointer?
) {
  guard let handle = unsafe handle else { return }
  let plugin = unsafe Unmanaged<GainPlugin>.fromOpaque(handle).takeUnretainedValue()
  unsafe plugin.connect(Int(port), samples?.assumingMemoryBound(to: Float.self))
}
