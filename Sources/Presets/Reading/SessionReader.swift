// SPDX-License-Identifier: Apache-2.0
// Reads sessions.

import ControlTower
import RigModel

/// Reads the sessions of a preset.
struct SessionReader {
  let table: SessionTable
  private var context: PresetContext { table.context }
  private var log: ProblemLog { context.log }

  init(_ table: SessionTable) {
    self.table = table
  }

  /// Reads one session; what could not be read has its default, and is reported.
  func read(_ entry: YAMLNode.Entry) -> Session? {
    if Names.check(entry.key, "a session", entry.position, log),
      let owner = table.routes.owner(of: entry.key)
    {
      let message = "the name '\(entry.key)' is taken by \(owner): sessions and routes share names"
      log.report(entry.position, message)
    }
    Names.checkReserved(entry.key, "session", entry.position, log)
    guard let fields = Fields(entry.value, .session, log) else { return nil }
    let problems = log.count
    let seat = ConfigurationReader(sessions: table.names, log: log).read(entry.key, fields)
    var session = Session(seat: seat, channel: Channel(name: entry.key))
    let isSound = log.count == problems
    session.seat.preferences = Preference.read(fields, table.routes)
    session.seat.remembered = fields["remember"]?.remembered(log)
    session.channel.midi = MIDIPorts.read(fields["midi"], context)
    let partners = Partners(table: table, listener: session.seat.configuration)
    SoundReader(table.routes, context, partners).read(fields, into: &session.channel)
    Fallback.read(fields["fallback"], of: &session.channel, log)
    // Sound that is pinned to its outputs can't come out of another one: there is no need to pause
    // it.
    if fields["route_policy"] == nil, session.seat.role == nil,
      !session.channel.sends.contains(where: \.followsRoute)
    {
      session.seat.configuration.behaviour.routePolicy = .ignore
    }
    session.seat.configuration.usesInput = session.channel.sources.contains(where: \.isInput)
    session.seat.configuration.relays = session.channel.relays
    session.seat.configuration.tokens = Set(session.channel.graph.nodes.compactMap(\.shared?.token))
    // Without a known category there is nothing to check.
    if isSound {
      checkOutput(of: session, fields)
      checkInput(of: session, fields)
      Lints(session: session, fields: fields, start: entry.position).check()
    }
    if log.count == problems, session.canBeSoloed {
      context.solo?.add(to: &session.channel, called: "the session")
    }
    return session
  }

  /// Refuses sends of a category that has no output (CAT-23, CAT-34).
  private func checkOutput(of session: Session, _ fields: Fields) {
    guard !session.channel.sends.isEmpty else { return }
    if session.seat.configuration.mode == .measurement,
      session.channel.sends.contains(where: \.isToBus)
    {
      let message = "a bus would change what is measured: send it to outputs (MEAS-01)"
      log.report(fields.position(of: "sends"), message)
    }
    let own = session.seat.configuration.category
    if let rule = own.behaviour.outputRuleID {
      let message = "the category \(own.rawValue) has no output: leave 'sends' out, or take"
      let fitting = Category.allCases.filter(\.behaviour.hasOutput).listed
      log.report(fields.position(of: "sends"), "\(message) \(fitting) (\(rule))")
    } else if let other = session.seat.categoryBesideOthers, let rule = other.behaviour.outputRuleID
    {
      let position = fields.position(of: "when_other_audio_playing")
      log.report(position, "the category \(other.rawValue) has no output for its 'sends' (\(rule))")
    }
  }

  /// Refuses inputs of a category that has none (CAT-05, CAT-11, CAT-17, CAT-34).
  private func checkInput(of session: Session, _ fields: Fields) {
    guard let source = session.channel.sources.first(where: \.isInput) else { return }
    let fitting = Category.allCases.filter { $0.behaviour.hasInput && $0 != .playAndRecord }
    for category in [session.seat.configuration.category, session.seat.categoryBesideOthers] {
      guard let category, let rule = category.behaviour.inputRuleID else { continue }
      let article = "aeiou".contains(category.rawValue.first ?? " ") ? "an" : "a"
      let problem = "\(article) \(category.rawValue) session hears no input"
      let remedy = "write category: playAndRecord, or one of \(fitting.listed)"
      log.report(position(of: source, fields), "\(problem): \(remedy) (\(rule))")
      return
    }
  }

  /// The position of a source's route.
  private func position(of source: Source, _ fields: Fields) -> Position {
    var node = fields["source"]
    if case .mapping(let entries)? = fields["sources"]?.content {
      node = node ?? entries.first { $0.key == source.name }?.value
    }
    guard case .mapping(let keys)? = node?.content else { return fields.position }
    return keys.first { $0.key == "route" }?.value.position ?? fields.position
  }
}

extension Session {
  /// Whether its categories have an output, and its sends come after its fader (not in measurement,
  /// MEAS-01).
  fileprivate var canBeSoloed: Bool {
    seat.configuration.mode != .measurement
      && [seat.configuration.category, seat.categoryBesideOthers].allSatisfy {
        $0?.behaviour.hasOutput != false
      }
  }
}
