// SPDX-License-Identifier: Apache-2.0
// What users turn at the crossfader.

import Quantities
import RenderCore
import RigModel

/// Brings the crossfader to the strips that are assigned to it.
///
/// > Threading: Control.
struct CrossfaderLevels: EnginePart {
  let context: EngineContext

  /// How long a cut takes: one cycle of JACK, and no longer than a click needs to be none.
  private var cut: FrameCount {
    min(FrameCount(context.blockFrames), HostTimes.crossfade.frames(at: sampleRate))
  }

  /// Turns the crossfader; on its way to a position that it fades to, as slowly as any fader.
  func set(_ crossfader: Crossfader, isGliding: Bool = false) {
    let before = live.crossfader.values
    live.crossfader.values = crossfader
    for side in Crossfader.Side.allCases where before.gain(of: side) != crossfader.gain(of: side) {
      for channel in live.channels where channel.current.values.side == side {
        set(channel, over: isGliding ? HostTimes.fader.frames(at: sampleRate) : cut)
      }
    }
  }

  /// Sets a strip to what its side has.
  func set(_ channel: LiveChannel, over frames: FrameCount) {
    let gain = live.crossfader.values.gain(of: channel.current.values.side)
    let frames = channel.gate.isSilent ? FrameCount(1) : frames
    controller.ramp(channel.strip.crossfade, to: LinearGain(factor: Float(gain)), over: frames)
  }
}
