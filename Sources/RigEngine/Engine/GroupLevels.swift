// SPDX-License-Identifier: Apache-2.0
// What users turn at a group, layer by layer.

import Quantities
import RenderCore
import RigModel

/// Brings the values of groups to the renderer.
///
/// > Threading: Control.
struct GroupLevels: EnginePart {
  let context: EngineContext

  /// Turns one knob of a group.
  func set(_ layer: GainLayer, to values: Group, of group: LiveGroup) {
    group.group = values
    set(layer, of: group, over: HostTimes.fader.frames(at: sampleRate))
  }

  /// Sets all groups to their values; those that another rig had not yet at once.
  func setAll(over frames: FrameCount, since old: LiveRig) {
    for group in live.groups {
      let isKept = old.groups.contains { $0 === group }
      let frames = isKept ? frames : FrameCount(1)
      for value in GroupValue.all { set(value.layer, of: group, over: frames) }
    }
  }

  private func set(_ layer: GainLayer, of group: LiveGroup, over frames: FrameCount) {
    switch layer {
    case .fader:
      controller.ramp(group.gain.fader, to: LinearGain(group.group.fader), over: frames)
    case .mute:
      let gain = group.group.isMuted ? LinearGain.silence : .unity
      controller.ramp(group.gain.mute, to: gain, over: frames)
    default: preconditionFailure("no group has \(layer)")
    }
  }
}
