// SPDX-License-Identifier: Apache-2.0
// Which sessions sound: their gates, and the exchange of plugins and inputs behind closed ones.

import ControlTower
import Presets
import Quantities
import RenderCore

/// Opens and closes sessions.
///
/// > Threading: Control.
package struct SessionGates: EnginePart {
  let context: EngineContext

  /// Ramps a session to silence; `isSilent` says when it is.
  func close(_ session: LiveSession) {
    session.gate.isSounding = false
    session.gate.isWanted = false
    session.gate.reopens = false
    controller.close(session.strip, over: HostTimes.release.frames(at: sampleRate))
  }

  /// Lets a session sound, once `delay` has gone by.
  func open(_ session: LiveSession, after delay: FrameCount) {
    session.gate.isWanted = true
    guard !session.gate.isLeaving else { return }
    if session.wantsOtherPlugins {
      session.gate.reopens = true
      guard session.gate.isSilent else { return }
      session.gate.reopens = false
      context.publish()
    }
    session.gate.isSounding = true
    session.gate.isSilent = false
    let attack = HostTimes.attack.frames(at: sampleRate)
    controller.open(session.strip, over: attack, after: delay)
  }

  /// Lets a strip outside the session rules sound; an output has a gate of its own behind it, which
  /// fades.
  func open(_ bus: LiveChannel) {
    guard case .output = bus.purpose else { return open(bus.session, after: .zero) }
    bus.session.gate.isWanted = true
    bus.session.gate.isSounding = true
    bus.session.gate.isSilent = false
    controller.open(bus.session.strip, over: FrameCount(1), after: .zero)
  }

  /// Notes that a strip is silent and not called any more, unless it was opened or closed once more
  /// since.
  package func noteSilence(ofStrip id: UInt32, closings: Int) {
    for session in live.strips
    where session.strip.id == id && session.strip.closings == closings && !session.gate.isSounding {
      session.gate.isSilent = true
    }
    exchangePlugins()
  }

  /// Lets the plan take the plugins that sessions want, each once it is silent.
  func exchangePlugins() {
    let wanting = live.sessions.filter(\.wantsOtherPlugins)
    for session in wanting where session.gate.isSounding {
      close(session)
      session.gate.reopens = true
    }
    let ready = wanting.filter(\.gate.isSilent)
    guard !ready.isEmpty else { return }
    context.publish()
    for session in ready where session.gate.reopens {
      session.gate.reopens = false
      open(session, after: .zero)
    }
  }

  /// Lets everything fall silent, for the end.
  package func silenceAll() {
    controller.together {
      for session in live.strips where session.gate.isSounding || session.gate.reopens {
        close(session)
      }
    }
  }
}
