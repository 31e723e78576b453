// SPDX-License-Identifier: Apache-2.0
// Every value of the rig that a user may set, by its path.

import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore
package import RigErrors
import Suggestions

extension RigConductor {
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
    live.sessions.flatMap { strip($0) + sends($0) + plugins($0) }
      + live.routes.filter(\.isOutput).flatMap(outputs)
  }

  // MARK: What there is

  private func strip(_ session: LiveSession) -> [Parameter] {
    let apply = { self.setLevels(of: session, over: HostTimes.fader.frames(at: self.sampleRate)) }
    let name = session.name
    return [
      level("\(name).fader_db", session, \.session.fader, apply),
      level("\(name).trim_db", session, \.session.trim, apply),
      toggle("\(name).mute", session, \.session.isMuted) {
        apply()
        self.tell(.setOutputMuted(session.preset.configuration.id, session.session.isMuted))
      },
      toggle("\(name).cue", session, \.session.isCued, apply),
    ]
  }

  private func sends(_ session: LiveSession) -> [Parameter] {
    let apply = { self.setLevels(of: session, over: HostTimes.fader.frames(at: self.sampleRate)) }
    return session.session.sends.indices.map { index in
      let send = session.session.sends[index]
      let twins = session.session.sends[..<index].count { $0.route == send.route }
      let number = twins == 0 ? "" : "\(twins + 1)"
      let path = "\(session.name).sends.\(send.route)\(number).level_db"
      return level(path, session, \.session.sends[index].level, apply)
    }
  }

  private func outputs(_ route: LiveRoute) -> [Parameter] {
    let apply = { self.setLevels(of: route, over: HostTimes.fader.frames(at: self.sampleRate)) }
    return [
      volume("\(route.route.name).fader_db", of: route),
      toggle("\(route.route.name).mute", route, \.route.isMuted, apply),
    ]
  }

  // MARK: Kinds of values

  private func level<Owner: AnyObject>(
    _ path: String,
    _ owner: Owner,
    _ value: ReferenceWritableKeyPath<Owner, Decibels>,
    _ apply: @escaping () -> Void
  ) -> Parameter {
    Parameter(path: path, value: short(owner[keyPath: value].value), allowed: Self.levels) {
      (text: String) throws(RigError) in
      let number = try self.levelNumber(text, path)
      owner[keyPath: value] = Decibels(number)
      apply()
      return short(number)
    }
  }

  /// The volume of an output: the tower keeps it for what is in force there, and says what it is.
  private func volume(_ path: String, of route: LiveRoute) -> Parameter {
    let apply = { self.setLevels(of: route, over: HostTimes.fader.frames(at: self.sampleRate)) }
    var parameter = level(path, route, \.route.fader, apply)
    guard present.contains(route.route.name) else { return parameter }
    parameter.set = { (text: String) throws(RigError) in
      let number = try self.levelNumber(text, path)
      try self.handle(.setVolume(PortID(route.route.name), Decibels(number)))
      return short(number)
    }
    return parameter
  }

  private func levelNumber(_ text: String, _ path: String) throws(RigError) -> Float {
    let digits = text.hasSuffix("dB") ? text.dropLast(2).trimmed : text[...]
    guard let number = Float(digits), (-90...12).contains(number) || number == -.infinity else {
      throw .data("'\(path)' can't be '\(text)': it takes \(Self.levels).")
    }
    return number
  }

  private static let levels = "-90 to 12 dB, or -inf"

  private func toggle<Owner: AnyObject>(
    _ path: String,
    _ owner: Owner,
    _ value: ReferenceWritableKeyPath<Owner, Bool>,
    _ apply: @escaping () -> Void
  ) -> Parameter {
    Parameter(path: path, value: owner[keyPath: value] ? "on" : "off", allowed: "on or off") {
      (text: String) throws(RigError) in
      guard let isOn = flag(text) else {
        throw .data("'\(path)' can't be '\(text)': it takes on or off.")
      }
      owner[keyPath: value] = isOn
      apply()
      return isOn ? "on" : "off"
    }
  }
}

extension Substring {
  /// Without the spaces at its end.
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
