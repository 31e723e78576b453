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
package struct RigValues: EnginePart {
  let context: EngineContext
  let towerControl: TowerControl
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
    let sessions = live.sessions.flatMap { strip($0, StripValue.all) + sends($0) + plugins(of: $0) }
    // What no fader of a route turns, its user turns here (VOL-02).
    let outside = live.buses.flatMap { bus in
      let table = bus.isInterrupter ? StripValue.onBuses : StripValue.onSystemSounds
      return strip(bus.session, table) + sends(bus.session)
    }
    return sessions + outside + live.routes.filter(\.isOutput).flatMap(output)
  }

  // MARK: The mixer

  private func strip(_ session: LiveSession, _ table: [StripValue]) -> [Parameter] {
    parameters(table, at: session.name) {
      self.mixer.values(of: session)
    } set: { (values: StripValues) throws(RigError) in
      try self.mixer.set(values, of: session)
    }
  }

  private func sends(_ session: LiveSession) -> [Parameter] {
    session.session.sends.indices.flatMap { index in
      let send = session.session.sends[index]
      let twins = session.session.sends[..<index].count { $0.route == send.route }
      let number = twins == 0 ? "" : "\(twins + 1)"
      let path = "\(session.name).sends.\(send.route)\(number)"
      return parameters(SendValue.all, at: path) {
        session.session.sends[index]
      } set: { (send: Send) throws(RigError) in
        self.mixer.set(send, at: index, of: session)
      }
    }
  }

  private func output(_ route: LiveRoute) -> [Parameter] {
    parameters(RouteValue.all, at: route.route.name) {
      route.route
    } set: { (values: Route) throws(RigError) in
      try self.mixer.set(values, of: route)
    }
  }

  /// The values of a table, of whoever stands behind `path`.
  private func parameters<Owner>(
    _ table: [MixerValue<Owner>],
    at path: String,
    get: @escaping () -> Owner,
    set: @escaping (Owner) throws(RigError) -> Void
  ) -> [Parameter] {
    let now = get()
    return table.map { value in
      let path = "\(path).\(value.key)"
      return Parameter(path: path, value: value.text(in: now), allowed: value.allowed) {
        (text: String) throws(RigError) in
        var values = get()
        try value.take(text, at: path, into: &values)
        try set(values)
        return value.text(in: values)
      }
    }
  }
}
