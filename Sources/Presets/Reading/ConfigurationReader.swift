// SPDX-License-Identifier: Apache-2.0
// Reads the part of a session for the tower: role, category, mode, options, policy, duck and
// behaviour.

import ControlTower
import Quantities
import RigModel

/// Reads the configuration of one session.
struct ConfigurationReader {
  /// The names of all sessions.
  let sessions: [String]
  let log: ProblemLog

  /// Reads the keys about a session's relation to others into a seat.
  func read(_ name: String, _ fields: Fields) -> Seat {
    let role: Role? = fields.choice("role")
    let defaults = role?.defaults ?? RoleDefaults.none
    let category: Category?? = fields["category"].map { $0.sessionKeyword(as: "category", log) }
    let problems = log.count
    let options = options(fields["options"])
    // A role that is not known hides the category and the options that it would bring.
    let isRoleKnown = role != nil || !fields.has("role")
    let areOptionsKnown = log.count == problems && isRoleKnown && !fields.isMeant(["options"])
    var configuration = SessionConfiguration(id: SessionID(name))
    configuration.category = (category ?? nil) ?? defaults.category
    // Defaults of the role that the session's own category does not allow are left out.
    if defaults.mode.categories.contains(configuration.category) {
      configuration.mode = defaults.mode
    }
    configuration.options = defaults.options.filter {
      $0.categories.contains(configuration.category)
    }
    if let mode: Mode = fields["mode"]?.sessionKeyword(as: "mode", log) {
      configuration.mode = mode
    }
    if let options { configuration.options = Set(options.keys) }
    configuration.policy = fields["policy"]?.sessionKeyword(as: "policy", log) ?? .default
    preferOptions(of: &configuration, fields["preferred_options"])
    configuration.behaviour = SessionBehaviour(fields, base: defaults.behaviour)
    readDuck(into: &configuration, fields, base: defaults.duck, areOptionsKnown)

    var seat = Seat(configuration: configuration)
    seat.role = role
    seat.startsActive = fields.boolean("active", default: defaults.startsActive)
    seat.asksToRecordAtLoad =
      defaults.asksToRecordAtLoad && configuration.behaviour.recordPermission == .undetermined
    let other = "when_other_audio_playing"
    seat.categoryBesideOthers =
      fields[other].map { $0.sessionKeyword(as: other, log) } ?? defaults.categoryBesideOthers
    if category == nil ? isRoleKnown : category != .some(nil) {
      checkTogether(configuration, fields, options ?? [:])
    }
    return seat
  }

  private func readDuck(
    into configuration: inout SessionConfiguration,
    _ fields: Fields,
    base: Duck,
    _ areOptionsKnown: Bool
  ) {
    configuration.duck = base
    guard let node = fields["duck"] else { return }
    let reader = DuckReader(owner: configuration.id.name, sessions: sessions, log: log)
    (configuration.duck, configuration.ducksOf) = reader.read(node, base: base)
    if areOptionsKnown, !configuration.options.contains(.duckOthers) {
      let message = "'duck' has no effect without the option duckOthers: add it to 'options'"
      log.report(fields.position(of: "duck"), message)
    }
  }

  /// Adds the options that a session can do without, as far as it may have them (CHG-05).
  private func preferOptions(of configuration: inout SessionConfiguration, _ node: YAMLNode?) {
    guard let preferred = options(node) else { return }
    for option in CategoryOption.allCases {
      guard let position = preferred[option] else { continue }
      var bolder = configuration
      bolder.options.insert(option)
      let refusals = bolder.refusals().filter { !configuration.refusals().contains($0) }
      guard let refusal = refusals.first else {
        configuration = bolder
        continue
      }
      let message = "the session does without the option \(option.rawValue), which does not go with"
      log.warn(position, "\(message) its category, mode or policy (\(refusal.rule))")
    }
  }

  private func options(_ node: YAMLNode?) -> [CategoryOption: Position]? {
    guard let node else { return nil }
    var options: [CategoryOption: Position] = [:]
    for item in node.list(as: "options", log) ?? [] {
      guard let option: CategoryOption = item.sessionKeyword(as: "an option", log) else { continue }
      if options.updateValue(item.position, forKey: option) != nil {
        log.report(item.position, "the option \(option.rawValue) stands twice")
      }
    }
    return options
  }

  // MARK: Refusals

  /// Reports why the tower would refuse a session.
  private func checkTogether(
    _ configuration: SessionConfiguration,
    _ fields: Fields,
    _ options: [CategoryOption: Position]
  ) {
    for refusal in configuration.refusals() {
      let rule = "(\(refusal.rule))"
      let mode = fields["mode"]?.position ?? fields.position
      switch refusal.reason {
      case .incompatibleMode(let word, let category):
        let fitting = Category.allCases.filter(word.categories.contains).listed
        let message = "the mode \(word.rawValue) does not go with the category"
        log.report(mode, "\(message) \(category.rawValue), only with \(fitting) \(rule)")
      case .incompatibleOption(let option, let category):
        let fitting = Category.allCases.filter(option.categories.contains).listed
        let message = "the category \(category.rawValue) does not take the option"
        let position = options[option] ?? mode
        log.report(position, "\(message) \(option.rawValue), only \(fitting) do \(rule)")
      case .incompatiblePolicy(let policy):
        let fitting = "only with category: playback, no 'options' and mode: default"
        let message = "the policy \(policy.rawValue) goes \(fitting), moviePlayback or spokenAudio"
        log.report(fields["policy"]?.position ?? fields.position, "\(message) \(rule)")
      default:
        // A configuration alone can't be refused for reasons that depend on other sessions.
        log.report(mode, "the session is refused \(rule)")
      }
    }
  }
}
