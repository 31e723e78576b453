// SPDX-License-Identifier: Apache-2.0
// Reads a scenario and its preset.

import ControlTower
import Quantities
import RigModel

/// Reads scenarios.
///
/// > Threading: Control.
package struct ScenarioReader {
  private let catalogue: any PluginCatalogue
  /// The latest moment of a scenario: a day.
  static let lastSecond = 86_400.0
  /// How long a scenario goes on after its last event by default.
  static let afterlife = 1.0

  /// Makes a reader that knows the plugins of `catalogue`.
  package init(catalogue: any PluginCatalogue) {
    self.catalogue = catalogue
  }

  /// Reads the scenario in `file` and its preset; throws all mistakes of the scenario or, if it has
  /// none, of the preset.
  package func read(file: String) throws(PresetErrors) -> Scenario {
    let log = ProblemLog()
    let fields = Self.tree(file, log)?.file(.scenario, log)
    let title = fields?.required("title")?.text(as: "title", log)
    let preset = fields.flatMap { Self.preset($0, log) }
    guard let fields, let preset else {
      _ = try log.finish()
      preconditionFailure("a reader that returns nothing has reported why")
    }
    let rig = try PresetReader(catalogue: catalogue).read(file: preset.path)
    var scenario = Scenario(title: title ?? "", preset: preset.name, rig: rig)
    read(fields, into: &scenario, log)
    _ = try log.finish()
    return scenario
  }

  /// The preset as the scenario names it, and where it is; `nil` (and a report) when there is none.
  private static func preset(_ fields: Fields, _ log: ProblemLog) -> (name: String, path: String)? {
    guard let node = fields.required("preset"), let name = node.text(as: "preset", log) else {
      return nil
    }
    let path = Path.resolve(name, in: node.position.file)
    do throws(FileProblem) {
      _ = try RegularFile(path)
      return (name, path)
    } catch {
      log.report(
        node.position,
        "the file \(path.quotedPath) \(error.sentence(of: path))\(node.quotesHint)"
      )
      return nil
    }
  }

  private func read(_ fields: Fields, into scenario: inout Scenario, _ log: ProblemLog) {
    let nodes = fields["events"]?.list(as: "events", log) ?? []
    let names = ScenarioNames(scenario.rig, events: nodes, log)
    for item in fields["unplugged"]?.list(as: "unplugged", log) ?? [] {
      if let route = names.route(item) { scenario.unplugged.insert(route.name) }
    }
    scenario.signals = SignalReader(scenario.rig, log).read(fields["signals"])
    let reader = EventReader(scenario.rig, names, log)
    for node in nodes {
      guard let event = reader.read(node) else { continue }
      if let last = scenario.events.last, event.at < last.at {
        let message = "events stand in the order of time, but the one before is at"
        log.report(node.position, "\(message) \(last.at.value.short)")
      }
      scenario.events.append(event)
    }
    let last = scenario.events.last?.at.value ?? 0
    scenario.end = Seconds(min(last + Self.afterlife, Self.lastSecond))
    if let node = fields["until"],
      let end = node.number(as: "until", in: last...max(last, Self.lastSecond), log)
    {
      scenario.end = Seconds(end)
    }
  }

  private static func tree(_ path: String, _ log: ProblemLog) -> YAMLNode? {
    do throws(FileProblem) {
      let bytes = try RegularFile(path).bytes(limit: Limits.scenarioBytes)
      do throws(PresetProblem) {
        return try YAMLTree.read(
          bytes,
          file: path,
          start: "tarmac-scenario: 1",
          limit: Limits.scenarioValues,
          log
        )
      } catch {
        log.report(error)
      }
    } catch {
      log.report(.start(of: path), "the file \(error.sentence(of: path))")
    }
    return nil
  }
}

/// The names that the events of a scenario may use.
struct ScenarioNames {
  let rig: Rig
  let log: ProblemLog
  private var sessions: [String]

  /// Takes the sessions of the preset, and those that events launch.
  init(_ rig: Rig, events: [YAMLNode], _ log: ProblemLog) {
    self.rig = rig
    self.log = log
    sessions = rig.sessions.map(\.name)
    for event in events {
      guard let launch = event["launch"], case .scalar(let name)? = launch["session"]?.content
      else { continue }
      sessions.append(name)
    }
  }

  /// The session that a text names; reports an unknown one.
  func session(_ node: YAMLNode) -> SessionID? {
    guard let name = node.text(as: "a session", log) else { return nil }
    guard sessions.contains(name) else {
      let hint = { Spelling.hintOrList(name, among: sessions, of: "sessions") }
      log.report(node.position, "there is no session \(name.quoted)\(hint())")
      return nil
    }
    return SessionID(name)
  }

  /// The session that a text names, or one of its players: `deck`, `game.effects`; reports an
  /// unknown one.
  func player(_ node: YAMLNode) -> (session: SessionID, source: String?)? {
    guard case .scalar(let text) = node.content, let dot = text.firstIndex(of: ".") else {
      return session(node).map { ($0, nil) }
    }
    let (name, source) = (String(text[..<dot]), String(text[text.index(after: dot)...]))
    let players = rig.session(name)?.channel.sources.filter { source in
      if case .player = source.kind { true } else { false }
    }
    guard let known = players?.map(\.name), known.contains(source) else {
      let all = players?.map { "\(name).\($0.name)" } ?? sessions
      log.report(
        node.position,
        "there is no player \(text.quoted)\(Spelling.hintOrList(text, among: all, of: "players"))"
      )
      return nil
    }
    return (SessionID(name), source)
  }

  /// The route that a text names; reports an unknown one.
  func route(_ node: YAMLNode) -> Route? {
    guard let name = node.text(as: "a route", log) else { return nil }
    guard let route = rig.routes.first(where: { $0.name == name }) else {
      let hint = { Spelling.hintOrList(name, among: rig.routes.map(\.name), of: "routes") }
      log.report(node.position, "there is no route \(name.quoted)\(hint())")
      return nil
    }
    return route
  }
}

extension YAMLNode {
  /// The value at a key of a mapping, before anything is checked.
  fileprivate subscript(_ key: String) -> YAMLNode? {
    guard case .mapping(let entries) = content else { return nil }
    return entries.first { $0.key == key }?.value
  }
}
