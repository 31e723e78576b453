// SPDX-License-Identifier: Apache-2.0
// The cables of a cycle: what other clients play into the rig, and what they hear of it.

internal import RenderCore

/// The buffers of a rig, and the other clients that are connected to them.
struct ClockPatch: Sendable {
  /// A client's output that plays into an input channel.
  struct Voice: Sendable {
    let device: ClockDevice
    let output: Int
    let channel: Int
  }

  /// A client, and the output channels that each of its inputs hears.
  struct Ears: Sendable {
    let device: ClockDevice
    let channels: [[Int]]
  }

  var buffers = CycleBuffers(inputs: [], outputs: [])
  var voices: [Voice] = []
  var ears: [Ears] = []

  /// Renders a cycle: what the others play goes in, and they hear what comes out.
  func render(_ block: DriverBlock, by processor: RenderProcessor) {
    buffers.silence(frames: block.frames)
    for voice in voices {
      buffers.add(voice.device.level(voice.output), to: voice.channel, frames: block.frames)
    }
    processor.render(block)
    for ears in ears {
      ears.device.hear(frames: block.frames) { input in
        var sum = [Float](repeating: 0, count: block.frames)
        for channel in ears.channels[input] {
          let samples = buffers.samples(channel, frames: block.frames)
          for frame in sum.indices { sum[frame] += samples[frame] }
        }
        return sum
      }
    }
  }
}
