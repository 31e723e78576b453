// SPDX-License-Identifier: Apache-2.0
// Every value of the rig that a user may set, by its path.

import ControlProtocol
import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore
import Suggestions

/// A value of the rig: how it reads, what it may be, and how it is set.
private struct Parameter {
  var path: String
  var value: String
  var allowed: String
  /// Sets it and returns how it reads then; the renderer may be about to take it.
  var set: (String) throws(HostError) -> String

  var status: ParameterStatus { ParameterStatus(path: path, value: value, allowed: allowed) }
}

extension RigConductor {
  /// The values whose path is `path` or begins with it; all without one.
  func parameters(at path: String?) throws(HostError) -> [ParameterStatus] {
    let all = allParameters()
    guard let path else { return all.map(\.status) }
    let found = all.filter { $0.path == path || $0.path.hasPrefix(path + ".") }
    guard !found.isEmpty else { throw unknown(path, among: all) }
    return found.map(\.status)
  }

  /// Sets one value; refused values change nothing.
  func set(_ path: String, to value: String) throws(HostError) -> ParameterStatus {
    let all = allParameters()
    guard var parameter = all.first(where: { $0.path == path }) else {
      throw unknown(path, among: all)
    }
    parameter.value = try parameter.set(value)
    return parameter.status
  }

  private func unknown(_ path: String, among all: [Parameter]) -> HostError {
    let nearest = Suggestion.nearest(to: path, among: all.map(\.path))
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "'tarmac get' lists what can be set"
    return .data("There is nothing to set at '\(path)'; \(hint)")
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

  private func plugins(_ session: LiveSession) -> [Parameter] {
    var seen: Set<String> = []
    return session.plugins.filter { seen.insert($0.id).inserted }.flatMap { plugin in
      let twins = session.plugins.filter { $0.id == plugin.id }.map(\.instance)
      return plugin.instance.controls(.input).map { port in
        control("\(session.name).\(plugin.id).\(port.symbol)", port, twins)
      }
    }
  }

  // MARK: Kinds of values

  private func level<Owner: AnyObject>(
    _ path: String,
    _ owner: Owner,
    _ value: ReferenceWritableKeyPath<Owner, Decibels>,
    _ apply: @escaping () -> Void
  ) -> Parameter {
    Parameter(path: path, value: text(owner[keyPath: value].value), allowed: Self.levels) {
      (text: String) throws(HostError) in
      let number = try self.levelNumber(text, path)
      owner[keyPath: value] = Decibels(number)
      apply()
      return self.text(number)
    }
  }

  /// The volume of an output: the tower keeps it for what is in force there, and says what it is.
  private func volume(_ path: String, of route: LiveRoute) -> Parameter {
    let apply = { self.setLevels(of: route, over: HostTimes.fader.frames(at: self.sampleRate)) }
    var parameter = level(path, route, \.route.fader, apply)
    guard present.contains(route.route.name) else { return parameter }
    parameter.set = { (text: String) throws(HostError) in
      let number = try self.levelNumber(text, path)
      try self.handle(.setVolume(PortID(route.route.name), Decibels(number)))
      return self.text(number)
    }
    return parameter
  }

  private func levelNumber(_ text: String, _ path: String) throws(HostError) -> Float {
    guard let number = Float(text), (-90...12).contains(number) || number == -.infinity else {
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
      (text: String) throws(HostError) in
      guard let isOn = self.flag(text) else {
        throw .data("'\(path)' can't be '\(text)': it takes on or off.")
      }
      owner[keyPath: value] = isOn
      apply()
      return isOn ? "on" : "off"
    }
  }

  private func flag(_ text: String) -> Bool? {
    switch text {
    case "on", "true", "yes", "1": true
    case "off", "false", "no", "0": false
    default: nil
    }
  }

  private func control(
    _ path: String,
    _ info: PluginInfo.Port,
    _ twins: [any HostedPlugin]
  ) -> Parameter {
    let value = twins.first?.value(ofControl: info.symbol) ?? info.defaultValue ?? 0
    let (least, most) = (info.minimum ?? -.infinity, info.maximum ?? .infinity)
    let isToggle = info.has(.toggled)
    let isWhole = info.has(.integer) || info.has(.enumeration)
    let range = "\(text(least)) to \(text(most))\(isWhole ? ", whole" : "")"
    let allowed = isToggle ? "on or off" : range + (info.unit.map { " \($0)" } ?? "")
    return Parameter(path: path, value: text(value), allowed: allowed) {
      (text: String) throws(HostError) in
      let given = isToggle ? self.flag(text).map { $0 ? 1 : 0 } : Float(text)
      guard let number = given, number.isFinite,
        isToggle || (number >= least && number <= most), !isWhole || number == number.rounded()
      else {
        throw .data("'\(path)' can't be '\(text)': it takes \(allowed).")
      }
      for twin in twins { twin.setControl(info.symbol, to: number, through: self.controller) }
      return self.text(number)
    }
  }

  /// A number as people write it: no needless digits.
  private func text(_ number: Float) -> String {
    number == number.rounded() && abs(number) < 1e6 ? "\(Int(number))" : "\(number)"
  }
}
