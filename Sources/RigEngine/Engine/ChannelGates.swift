// SPDX-License-Identifier: Apache-2.0
// Which channels sound: their gates, and the exchange of plugins and inputs behind closed ones.

import ControlTower
import Quantities
import RenderCore
import RigModel

/// Opens and closes channels.
///
/// > Threading: Control.
package struct ChannelGates: EnginePart {
  let context: EngineContext

  /// Ramps a channel to silence; `isSilent` says when it is.
  func close(_ channel: LiveChannel) {
    channel.gate.isSounding = false
    channel.gate.isWanted = false
    channel.gate.reopens = false
    controller.close(channel.strip, over: HostTimes.release.frames(at: sampleRate))
  }

  /// Lets a channel sound, once `delay` has gone by.
  func open(_ channel: LiveChannel, after delay: FrameCount) {
    channel.gate.isWanted = true
    guard !channel.gate.isLeaving else { return }
    if channel.wantsOtherPlugins {
      channel.gate.reopens = true
      guard channel.gate.isSilent else { return }
      channel.gate.reopens = false
      context.publish()
    }
    channel.gate.isSounding = true
    channel.gate.isSilent = false
    let attack = HostTimes.attack.frames(at: sampleRate)
    controller.open(channel.strip, over: attack, after: delay)
  }

  /// Lets a channel sound that no session plays; an output has a gate of its own behind it, which
  /// fades.
  func open(_ channel: LiveChannel) {
    guard case .output = channel.purpose else { return open(channel, after: .zero) }
    channel.gate.isWanted = true
    channel.gate.isSounding = true
    channel.gate.isSilent = false
    controller.open(channel.strip, over: FrameCount(1), after: .zero)
  }

  /// Notes that a strip is silent and not called any more, unless it was opened or closed once more
  /// since.
  package func noteSilence(ofStrip id: UInt32, closings: Int) {
    for channel in live.channels
    where channel.strip.id == id && channel.strip.closings == closings && !channel.gate.isSounding {
      channel.gate.isSilent = true
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
      for channel in live.channels where channel.gate.isSounding || channel.gate.reopens {
        close(channel)
      }
    }
  }
}
