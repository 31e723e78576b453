// SPDX-License-Identifier: Apache-2.0
// Whether an alarm is heard where it should be.

import ControlTower
import Quantities
import RenderCore
import RigEngine
import RigModel

/// The present state of an output at which the preset wants the alarm to be heard.
struct AlarmOutput {
  let route: String
  let isPresent: Bool
  /// What silences the alarm on its way there; `nil` where nothing does.
  let obstacle: String?
  /// The levels of the alarm's own strip and of the whole output; `nil` until they have been
  /// measured.
  let own: Float?
  let output: Float?

  /// The level below which a signal counts as silence.
  private static let threshold = LinearGain(Decibels(-60)).factor

  /// Why there is silence; `nil` while there is none.
  func silence(isRendering: Bool) -> String? {
    guard isRendering else { return "there is no JACK server" }
    guard isPresent else { return "no device is connected" }
    if let obstacle { return obstacle }
    if let own, own < Self.threshold { return "the alarm itself makes no sound" }
    if let output, output < Self.threshold { return "nothing arrives there" }
    return nil
  }
}

extension Engine {
  /// The outputs at which the preset wants the alarm to be heard.
  var outputsOfAlarm: [AlarmOutput] {
    guard let wanted = live.rig.interrupters[.alarm],
      let alarm = live.interrupters.first(where: { $0.id == .alarm })?.channel
    else { return [] }
    let values = alarm.current.values
    let own = loudest(alarm.strip)
    var outputs: [AlarmOutput] = []
    for (send, present) in zip(wanted.sends, alarm.current.sends)
    where !send.isCueOnly && send.level.value.isFinite {
      let routes =
        send.followsRoute ? tower.routeOutsideSessions.outputs.map(\.name) : [send.route]
      for name in routes {
        guard let route = live.route(name) else { continue }
        let isMuted = wanted.entry == .sum && route.route.isMuted
        let isDown = wanted.entry == .sum && !route.route.fader.value.isFinite
        outputs.append(
          AlarmOutput(
            route: name,
            isPresent: mixer.present.contains(name),
            obstacle: values.isMuted
              ? "the alarm is muted"
              : !values.fader.value.isFinite || !present.level.value.isFinite
                ? "the alarm is turned down"
                : isMuted || isDown ? "the output is turned down" : nil,
            own: own,
            output: loudest(route.bus)
          )
        )
      }
    }
    return outputs
  }

  private func loudest(_ owner: AnyObject) -> Float? {
    meters.levels(of: owner).map(\.rms).max()
  }
}
