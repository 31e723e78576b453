// SPDX-License-Identifier: Apache-2.0
// What is looked at twenty times a second.

import LV2Hosting
package import Quantities
import RenderCore

extension Engine {
  /// Renews meters and loads, and takes note of what the renderer reports; nothing is heard of one
  /// that is not called.
  package func tick(now: MonotonicTime, elapsed: Seconds, isRendering: Bool) {
    takeReports()
    players.land()
    players.followBeats()
    players.followPlatters()
    fallbacks.look(now: now)
    tree.advance(now: now)
    context.followLatencies()
    meters.measureLoudness(of: live.routes, through: controller)
    for session in live.sessions {
      let events = session.isolated?.poll(now: now, canStart: isRendering) ?? []
      for event in events { hooks.isolation(session.name, event) }
    }
    for route in live.routes {
      let levels = isRendering ? route.bus.takeLevels() : []
      meters.renew(route.bus, levels, elapsed: elapsed)
    }
    for channel in live.channels {
      let strip = channel.strip
      meters.renew(strip, isRendering ? strip.takeLevels() : [], elapsed: elapsed)
      meters.renewPost(strip, isRendering ? strip.takePostLevels() : [], elapsed: elapsed)
      meters.renew(channel.strip, nanoseconds: channel.strip.nanoseconds, now: now)
      for plugin in channel.plugins + channel.runningVoice.flatMap(\.plugins) {
        meters.renew(plugin.instance, nanoseconds: plugin.instance.nanoseconds, now: now)
        for instance in plugin.instances where !instance.info.parameters.isEmpty {
          // What they say of their parameters is kept; the rest is for nobody.
          _ = instance.takeEvents()
        }
      }
    }
  }

  /// Takes note of what the renderer reports.
  package func takeReports() {
    var hung: Set<UInt32> = []
    for event in controller.poll() {
      switch event {
      case .closed(let strip, let closings): gates.noteSilence(ofStrip: strip, closings: closings)
      case .hung(let strip): hung.insert(strip)
      case .ended(let player, let jumps): players.noteEnd(ofPlayer: player, jumps: jumps)
      case .strayed(let player, let move): players.noteStray(ofPlayer: player, move: move)
      }
    }
    if !hung.isEmpty { hangs.giveUp(hung) }
  }
}
