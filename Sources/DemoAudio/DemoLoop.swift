// SPDX-License-Identifier: Apache-2.0
// A loop that sounds are laid on: what rings past its end goes on at its start, so it has no seam.

internal import Glibc

/// Two bars of stereo sound at 124 beats a minute.
struct DemoLoop {
  static let steps = 32
  /// Rounded, so that both loops are equally long to the frame and stay together for ever.
  static let frames = Int((8 * 60 / 124 * DemoAudio.rate).rounded())

  private(set) var left = [Double](repeating: 0, count: frames)
  private(set) var right = [Double](repeating: 0, count: frames)

  var channels: [[Double]] { [left, right] }

  /// The first frame of a sixteenth.
  static func frame(ofStep step: Double) -> Int {
    Int((step * Double(frames) / Double(steps)).rounded())
  }

  /// Lays a sound down at a sixteenth; `pan` goes from -1 (left) to 1.
  mutating func add(_ sound: [Double], at step: Double, gain: Double, pan: Double = 0) {
    let angle = (pan + 1) * .pi / 4
    let (leftGain, rightGain) = (
      gain * cos(angle) * 2.squareRoot(), gain * sin(angle) * 2.squareRoot()
    )
    let start = Self.frame(ofStep: step)
    for (index, sample) in sound.enumerated() {
      let frame = (start + index) % Self.frames
      left[frame] += sample * leftGain
      right[frame] += sample * rightGain
    }
  }

  /// Lays another loop over this one.
  mutating func add(_ other: DemoLoop, gain: Double = 1) {
    for frame in 0..<Self.frames {
      left[frame] += other.left[frame] * gain
      right[frame] += other.right[frame] * gain
    }
  }

  /// Adds echoes that wander from side to side, each `steps` later and `feedback` times as loud as
  /// the one before.
  mutating func addEchoes(steps: Double, feedback: Double) {
    let dry = self
    var gain = feedback
    for echo in 1...8 {
      let delay = Self.frame(ofStep: steps * Double(echo)) % Self.frames
      for frame in 0..<Self.frames {
        let source = (frame - delay + Self.frames) % Self.frames
        let (near, far) = echo % 2 == 0 ? (0.85, 0.35) : (0.35, 0.85)
        left[frame] += gain * (near * dry.left[source] + far * dry.right[source])
        right[frame] += gain * (far * dry.left[source] + near * dry.right[source])
      }
      gain *= feedback
    }
  }

  /// Turns the loop down at each of `steps` and lets it come back over a beat, as a compressor
  /// keyed by a kick does.
  mutating func duck(at steps: [Double], depth: Double) {
    for (index, step) in steps.enumerated() {
      let start = Self.frame(ofStep: step)
      let next = index + 1 < steps.count ? steps[index + 1] : Double(Self.steps) + steps[0]
      let length = Self.frame(ofStep: next) - start
      for offset in 0..<length {
        let frame = (start + offset) % Self.frames
        // 3 ms down, so that it does not click.
        let down = min(1, Double(offset) / 144)
        let gain = 1 - depth * down * exp(-Double(offset) / (0.09 * DemoAudio.rate))
        left[frame] *= gain
        right[frame] *= gain
      }
    }
  }
}
