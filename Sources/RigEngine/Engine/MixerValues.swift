// SPDX-License-Identifier: Apache-2.0
// All values of the mixer by their paths, as the preset has them and as the user has them: what a rig can do anew.

import ControlTower
import ControlTree
import Presets

extension Rig {
  /// What the mixer says when nobody has turned it, by path; without volumes of outputs, which have a memory of their own.
  ///
  /// How interrupters are turned is not among it: an alarm that somebody turned down yesterday must be heard today.
  package var mixerValues: [String: String] {
    var values = MixerValues()
    for session in sessions {
      values.add(session.name, session.values, StripValue.all, session.sends)
    }
    for bus in buses { values.add(bus.name, bus.values, StripValue.all, bus.sends) }
    for (purpose, session) in channels where purpose == .systemSounds {
      values.add(session.name, session.values, StripValue.onSystemSounds, session.sends)
    }
    for route in routes where route.direction == .output { values.add(route) }
    for group in groups { values.add(group) }
    return values.texts
  }
}

extension Engine {
  /// What the mixer says, by path.
  package var mixerValues: [String: String] {
    var values = MixerValues()
    for session in live.sessions {
      values.add(session.name, mixer.values(of: session), StripValue.all, session.session.sends)
    }
    for channel in live.channels {
      switch channel.purpose {
      case .bus, .systemSounds: break
      case .interrupter, .ring, .output: continue
      }
      let strip = channel.session
      values.add(strip.name, mixer.values(of: strip), channel.values, strip.session.sends)
    }
    for route in live.routes where route.isOutput { values.add(route.route) }
    for group in live.groups { values.add(group.group) }
    return values.texts
  }
}

/// Values of the mixer, being collected.
private struct MixerValues {
  var texts: [String: String] = [:]

  mutating func add(_ name: String, _ strip: StripValues, _ table: [StripValue], _ sends: [Send]) {
    add(strip, table, at: name)
    for index in sends.indices {
      add(sends[index], SendValue.all, at: "\(name).\(sends.path(of: index))")
    }
  }

  mutating func add(_ route: Route) {
    add(route, RouteValue.all.filter { $0.layer != .fader }, at: route.name)
  }

  mutating func add(_ group: Group) { add(group, GroupValue.all, at: group.name) }

  private mutating func add<Owner>(_ owner: Owner, _ table: [MixerValue<Owner>], at path: String) {
    for value in table { texts["\(path).\(value.key)"] = value.treeValue(in: owner).words }
  }
}

extension [Send] {
  /// How the tree calls one of them, after its session.
  func path(of index: Int) -> String { "sends.\(name(of: index))" }
}
