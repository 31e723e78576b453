// SPDX-License-Identifier: Apache-2.0
// Reads what happens in a scenario: sessions and their programs here, the rest in EventReader+Rig.

import ControlTower
import Quantities
import RigModel

/// Reads events.
struct EventReader {
  let rig: Rig
  let names: ScenarioNames
  let log: ProblemLog

  init(_ rig: Rig, _ names: ScenarioNames, _ log: ProblemLog) {
    self.rig = rig
    self.names = names
    self.log = log
  }

  /// Reads one event; `nil` when it has mistakes, which are reported.
  func read(_ node: YAMLNode) -> ScenarioEvent? {
    guard let fields = Fields(node, .event, log) else { return nil }
    let time = fields.number("at")
    let note = fields["note"].flatMap { $0.text(as: "note", log) }
    let verbs = ScenarioVerb.allCases.filter { fields.has($0.rawValue) }
    guard verbs.count == 1, let verb = verbs.first, let value = fields[verb.rawValue] else {
      let found = verbs.isEmpty ? "none" : Spelling.list(verbs.map(\.rawValue))
      log.report(fields.position, "an event says one thing that happens, and here is \(found)")
      return nil
    }
    guard let time, let action = action(verb, value) else { return nil }
    return ScenarioEvent(at: Seconds(time), action: action, note: note)
  }

  private func action(_ verb: ScenarioVerb, _ node: YAMLNode) -> ScenarioAction? {
    switch verb {
    case .prepare: names.player(node).map { .prepare($0, source: $1) }
    case .play: names.player(node).map { .play($0, source: $1) }
    case .pause: names.player(node).map { .pause($0, source: $1) }
    case .cue: names.player(node).map { .cue($0, source: $1) }
    case .seek: seek(node)
    default: (sessionEvent(verb, node) ?? rigEvent(verb, node))?.map { .event($0) } ?? nil
    }
  }

  private func seek(_ node: YAMLNode) -> ScenarioAction? {
    guard let fields = Fields(node, .seek, log) else { return nil }
    let player = fields.required("session").flatMap(names.player)
    let time = fields.number("seconds")
    guard let player, let time else { return nil }
    return .seek(player.session, source: player.source, to: Seconds(time))
  }

  /// What a session, its program or its user does; `nil` when the verb belongs to something else.
  private func sessionEvent(_ verb: ScenarioVerb, _ node: YAMLNode) -> TowerEvent?? {
    switch verb {
    case .launch: .some(launch(node))
    case .quit: .some(names.session(node).map { .removed($0) })
    case .activate: .some(names.session(node).map { .activate($0) })
    case .deactivate: .some(deactivation(node))
    case .prepareToRecord: .some(names.session(node).map { .prepareToRecord($0) })
    case .record: .some(names.session(node).map { .setRecording($0, true) })
    case .stopRecording: .some(names.session(node).map { .setRecording($0, false) })
    case .foreground: .some(names.session(node).map { .setForeground($0, true) })
    case .background: .some(names.session(node).map { .setForeground($0, false) })
    case .setCategory: .some(categoryChange(node))
    case .setMode: .some(modeChange(node))
    case .setPreferences: .some(preferences(node))
    case .overrideOutput: .some(override(node))
    case .requestPermission: .some(names.session(node).map { .requestRecordPermission($0) })
    case .connect: .some(connection(node).map { .connect($0, to: $1) })
    case .disconnect: .some(connection(node).map { .disconnect($0, from: $1) })
    case .mute: .some(names.session(node).map { .setMuted($0, true) })
    case .unmute: .some(names.session(node).map { .setMuted($0, false) })
    case .muteOutput: .some(names.session(node).map { .setOutputMuted($0, true) })
    case .unmuteOutput: .some(names.session(node).map { .setOutputMuted($0, false) })
    case .answerPermission: .some(permission(node))
    case .forceDeactivate: .some(names.session(node).map { .forceDeactivate($0) })
    case .forceInterrupt: .some(names.session(node).map { .forceInterrupt($0) })
    case .releaseInterrupt: .some(names.session(node).map { .releaseInterrupt($0) })
    default: nil
    }
  }

  func session(_ fields: Fields) -> SessionID? {
    fields.required("session").flatMap(names.session)
  }

  // MARK: Values with several parts

  /// Reads the launch of a session of the preset, or of a guest.
  private func launch(_ node: YAMLNode) -> TowerEvent? {
    if case .scalar = node.content {
      guard let id = names.session(node) else { return nil }
      return rig.session(id.name).map { .added($0.seat.configuration) }
    }
    guard let fields = Fields(node, .launch, log), let id = session(fields) else { return nil }
    let known = rig.session(id.name)
    if let known { return .added(known.seat.configuration) }
    var guest = SessionConfiguration(
      id: id,
      category: fields.word("category"),
      mode: fields.word("mode"),
      options: options(fields)
    )
    guest.behaviour.recordPermission = .undetermined
    guest.behaviour.startsInForeground = fields.boolean("foreground")
    guest.usesInput = guest.category.behaviour.hasInput
    return .added(guest)
  }

  private func deactivation(_ node: YAMLNode) -> TowerEvent? {
    if case .scalar = node.content {
      return names.session(node).map { .deactivate($0, notifyingOthers: true) }
    }
    guard let fields = Fields(node, .deactivation, log), let id = session(fields) else {
      return nil
    }
    return .deactivate(id, notifyingOthers: fields.boolean("notify"))
  }

  private func categoryChange(_ node: YAMLNode) -> TowerEvent? {
    guard let fields = Fields(node, .categoryChange, log), let id = session(fields) else {
      return nil
    }
    guard let category: Category = fields.choice("category") else {
      return nil
    }
    let mode: Mode = fields.word("mode")
    let policy: RouteSharingPolicy = fields.word("policy")
    return .setCategory(id, category, mode, options(fields), policy)
  }

  private func options(_ fields: Fields) -> Set<CategoryOption> {
    let items = fields["options"]?.list(as: "options", log) ?? []
    return Set(items.compactMap { $0.word(as: "an option", log) })
  }

  private func modeChange(_ node: YAMLNode) -> TowerEvent? {
    guard let fields = Fields(node, .modeChange, log), let id = session(fields) else { return nil }
    let mode: Mode? = fields.choice("mode")
    return mode.map { .setMode(id, $0) }
  }

  private func override(_ node: YAMLNode) -> TowerEvent? {
    guard let fields = Fields(node, .override, log), let id = session(fields) else { return nil }
    let output: OutputOverride? = fields.choice("output")
    return output.map { .overrideOutput(id, $0) }
  }

  private func permission(_ node: YAMLNode) -> TowerEvent? {
    guard let fields = Fields(node, .permission, log), let id = session(fields) else { return nil }
    let word: RecordPermission? = fields.choice("permission")
    return word.map { .setRecordPermission(id, $0) }
  }

  private func connection(_ node: YAMLNode) -> (SessionID, SessionID)? {
    guard let fields = Fields(node, .connection, log) else { return nil }
    let ends = ["from", "to"].map { fields.required($0).flatMap(names.session) }
    guard let from = ends[0], let to = ends[1] else { return nil }
    return (from, to)
  }
}
