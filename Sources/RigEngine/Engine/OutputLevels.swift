// SPDX-License-Identifier: Apache-2.0
// What users turn at an output, layer by layer.

import Quantities
import RenderCore
import RigModel

/// Brings the values of outputs to the renderer.
///
/// > Threading: Control.
struct OutputLevels: EnginePart {
  let context: EngineContext

  /// Turns an output; interrupters get there behind all that turns it down, as they have levels of
  /// their own (VOL-02).
  func set(_ layer: GainLayer, of route: LiveRoute, over frames: FrameCount) {
    let (bus, values) = (route.bus, route.route)
    let frames = isHeard(route) ? frames : FrameCount(1)
    func ramp(_ gain: GainReference, to factor: Float) {
      controller.ramp(gain, to: LinearGain(factor: factor), over: frames)
    }
    switch layer {
    case .fader: ramp(bus.fader, to: LinearGain(values.fader).factor)
    case .mute: ramp(bus.mute, to: values.isMuted ? 0 : 1)
    case .dim: ramp(bus.dim, to: LinearGain(values.dim).factor)
    case .night: ramp(bus.night, to: LinearGain(values.night).factor)
    case .balance: ramp(bus.balance, to: Float(values.balance))
    case .mono: ramp(bus.mono, to: values.isMono ? 1 : 0)
    case .polarity: ramp(bus.polarity, to: values.isInverted ? -1 : 1)
    case .delay: setDelay(of: route)
    case .cueMix:
      // As with a balance, the nearer one keeps its level.
      ramp(bus.cue, to: Float(min(1, 1 - values.cueMix)))
      ramp(bus.main, to: values.isMainCued ? 1 : Float(min(1, 1 + values.cueMix)))
    case .split: ramp(bus.split, to: values.isSplit ? 1 : 0)
    case .swap: ramp(bus.swap, to: values.swapsEars ? 1 : 0)
    case .trim, .cue, .level, .crossfade: preconditionFailure("no output has \(layer)")
    }
  }

  /// Lets a route that was a monitor hear only what is sent to it.
  func leaveMain(of route: LiveRoute, over frames: FrameCount) {
    for (gain, factor) in [(route.bus.cue, Float(1)), (route.bus.main, 0), (route.bus.split, 0)] {
      controller.ramp(gain, to: LinearGain(factor: factor), over: frames)
    }
  }

  private func setDelay(of route: LiveRoute) {
    let delay = Seconds(route.route.delay / 1_000).frames(at: sampleRate)
    let fade = HostTimes.fader.frames(at: sampleRate)
    guard !controller.delay(route.bus, by: delay, over: fade) else { return }
    hooks.complain("There is no memory to delay the output '\(route.route.name)'.")
  }

  /// Whether anything may be heard there; an output that begins to sound gets its level at once.
  private func isHeard(_ route: LiveRoute) -> Bool {
    // Plugins of an output, and its delay, may still hold what has ended.
    if !route.route.graphs.isEmpty || route.bus.delay > .zero { return true }
    return live.channels.contains { channel in
      !channel.gate.isSilent
        && channel.liveSends.contains {
          $0.route == route.route.name || $0.monitor == route.route.name
        }
    }
  }
}
