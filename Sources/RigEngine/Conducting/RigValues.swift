// SPDX-License-Identifier: Apache-2.0
// Every value of the rig that a user may set, by its path.

import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore
package import RigErrors
import Suggestions

/// The values of a rig by their paths.
///
/// > Threading: Control.
package struct RigValues: StagePart {
  let stage: Stage
  let desk: TowerDesk
  let mixer: MixerControl
  let plugins: PluginControl

  /// The values whose path is `path` or begins with it; all without one.
  package func parameters(at path: String?) throws(RigError) -> [Parameter] {
    let all = allParameters()
    guard let path else { return all }
    let found = all.filter { $0.has(path) || $0.path.hasPrefix(path + ".") }
    guard !found.isEmpty else { throw unknown(path, among: all) }
    return found
  }

  /// Sets one value; refused values change nothing.
  ///
  /// `resolve` says what a value means that is the path of a file.
  package func set(
    _ path: String,
    to value: String,
    resolve: (String) throws(RigError) -> String = { (path) throws(RigError) in path }
  ) throws(RigError) -> Parameter {
    let all = allParameters()
    guard var parameter = all.first(where: { $0.has(path) }) else {
      throw unknown(path, among: all)
    }
    guard let set = parameter.set else {
      throw .data("'\(path)' can't be set: the plugin says what it is.")
    }
    parameter.value = try set(parameter.isPath && !value.isEmpty ? resolve(value) : value)
    parameter.label = nil
    return parameter
  }

  private func unknown(_ path: String, among all: [Parameter]) -> RigError {
    // The beginning of a path may be meant as well: a session, a plugin.
    let beginnings = all.map(\.path).flatMap { path in
      path.indices.filter { path[$0] == "." }.map { String(path[..<$0]) }
    }
    let nearest = Suggestion.nearest(to: path, among: all.map(\.path) + beginnings)
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "'tarmac get' lists all."
    return .data("There is no value '\(path)'; \(hint)")
  }

  private func allParameters() -> [Parameter] {
    let sessions = live.sessions.flatMap { strip($0) + sends($0) + plugins(of: $0) }
    // What no fader of a route turns, its user turns here (VOL-02).
    let interrupters = live.buses.filter(\.isInterrupter).map(\.session)
    let outside = interrupters.flatMap { strip($0, StripValue.all.filter(\.isOnBuses)) + sends($0) }
    return sessions + outside + live.routes.filter(\.isOutput).flatMap(outputs)
  }

  // MARK: What there is

  private func strip(
    _ session: LiveSession,
    _ table: [StripValue] = StripValue.all
  ) -> [Parameter] {
    let values = mixer.values(of: session)
    return table.map { value in
      let path = "\(session.name).\(value.key)"
      return Parameter(path: path, value: value.text(in: values), allowed: value.allowed) {
        (text: String) throws(RigError) in
        var values = self.mixer.values(of: session)
        try value.take(text, at: path, into: &values)
        try self.mixer.set(values, of: session)
        return value.text(in: values)
      }
    }
  }

  private func sends(_ session: LiveSession) -> [Parameter] {
    session.session.sends.indices.map { index in
      let send = session.session.sends[index]
      let twins = session.session.sends[..<index].count { $0.route == send.route }
      let number = twins == 0 ? "" : "\(twins + 1)"
      let path = "\(session.name).sends.\(send.route)\(number).level_db"
      return level(path, send.level) { level in
        session.session.sends[index].level = level
        self.mixer.setLevels(of: session, over: self.mixer.fade)
      }
    }
  }

  private func outputs(_ route: LiveRoute) -> [Parameter] {
    [
      volume("\(route.route.name).fader_db", of: route),
      mute("\(route.route.name).mute", of: route),
    ]
  }

  // MARK: Kinds of values

  private func level(
    _ path: String,
    _ level: Decibels,
    _ set: @escaping (Decibels) throws(RigError) -> Void
  ) -> Parameter {
    Parameter(path: path, value: short(level.value), allowed: Self.levels) {
      (text: String) throws(RigError) in
      guard let number = levelNumber(text) else {
        throw .data("'\(path)' can't be '\(text)': it takes \(Self.levels).")
      }
      try set(Decibels(number))
      return short(number)
    }
  }

  private static let levels = "-90 to 12 dB, or -inf"

  /// The volume of an output: the tower keeps it for what is in force there, and says what it is.
  private func volume(_ path: String, of route: LiveRoute) -> Parameter {
    level(path, route.route.fader) { level throws(RigError) in
      if self.mixer.present.contains(route.route.name) {
        try self.desk.handle(.setVolume(PortID(route.route.name), level))
      } else {
        route.route.fader = level
      }
    }
  }

  private func mute(_ path: String, of route: LiveRoute) -> Parameter {
    Parameter(path: path, value: route.route.isMuted ? "on" : "off", allowed: "on or off") {
      (text: String) throws(RigError) in
      guard let isOn = flag(text) else {
        throw .data("'\(path)' can't be '\(text)': it takes on or off.")
      }
      route.route.isMuted = isOn
      self.mixer.setLevels(of: route, over: self.mixer.fade)
      return isOn ? "on" : "off"
    }
  }
}
