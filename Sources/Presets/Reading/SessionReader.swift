// SPDX-License-Identifier: Apache-2.0
// Reads sessions.

import ControlTower
import Quantities

/// Reads the sessions of a preset.
struct SessionReader {
  let context: PresetContext
  let routes: RouteTable
  private var log: ProblemLog { context.log }

  init(_ context: PresetContext, _ routes: RouteTable) {
    self.context = context
    self.routes = routes
  }

  /// Reads one session; what could not be read has its default, and is reported.
  func read(_ entry: YAMLNode.Entry) -> Session? {
    if Names.check(entry.key, "a session", entry.position, log), routes.contains(entry.key) {
      let message = "the name '\(entry.key)' is taken by a route: sessions and routes share names"
      log.report(entry.position, message)
    }
    guard let fields = Fields(entry.value, .session, log) else { return nil }
    var session = Session(configuration: configuration(entry.key, fields))
    session.startsActive = fields.boolean("active", default: false)
    session.trim = fields.level("trim_db")
    session.fader = fields.level("fader_db", allowsSilence: true)
    session.isMuted = fields.boolean("mute", default: false)
    session.isCued = fields.boolean("cue", default: false)
    let outputs = sound(of: &session, fields)
    let streams = StreamTable(fields["streams"], outputs: outputs?.count, log)
    session.streams = streams.streams
    let sends = SendReader(routes: routes, streams: streams, log: log)
    session.sends = sends.read(fields["sends"])
    checkOutput(of: session, fields)
    return session
  }

  /// Refuses sends of a category that has no output (CAT-23, CAT-34).
  private func checkOutput(of session: Session, _ fields: Fields) {
    let category = session.configuration.category
    if !category.behaviour.hasOutput, !session.sends.isEmpty {
      let message = "the category \(category.rawValue) has no output: leave 'sends' out, or take"
      let fitting = Spelling.list(Category.allCases.filter(\.behaviour.hasOutput).words)
      log.report(fields.place(of: "sends"), "\(message) \(fitting) (\(category.outputRule))")
    }
  }

  /// Reads sources and graph and returns the channels that come out.
  private func sound(of session: inout Session, _ fields: Fields) -> Channels? {
    let sources = SourceReader(routes, context).read(fields)
    guard sources.count <= Limits.sources else {
      let message = "a session has at most \(Limits.sources) sources"
      log.report(fields.place(of: "sources"), message)
      return nil
    }
    let channels = sources.reduce(0) { $0 + ($1.source?.channels ?? 0) }
    guard context.count(.channels, channels, at: fields.position) else { return nil }
    let reader = GraphReader(sources, context)
    let outputs = reader.read(fields["graph"])
    session.sources = sources.compactMap(\.source)
    session.graph.nodes = reader.nodes
    session.graph.outputs = outputs ?? []
    return outputs
  }

  // MARK: What the tower must know

  private func configuration(_ name: String, _ fields: Fields) -> SessionConfiguration {
    let options = options(fields["options"])
    let configuration = SessionConfiguration(
      id: SessionID(name),
      category: fields.word("category", default: .soloAmbient),
      mode: fields.word("mode", default: .default),
      options: Set(options.keys),
      duck: fields["duck"].map(duck) ?? .standard
    )
    if fields["duck"] != nil, options[.duckOthers] == nil {
      let message = "'duck' has no effect without the option duckOthers: add it to 'options'"
      log.report(fields.place(of: "duck"), message)
    }
    let isKnown = fields["category"].map { $0.is(configuration.category) } ?? true
    for refusal in isKnown ? configuration.refusals() : [] {
      report(refusal, mode: fields["mode"]?.position ?? fields.position, options)
    }
    return configuration
  }

  /// Says in words why the tower would not take a session.
  private func report(_ refusal: Refusal, mode: Position, _ options: [CategoryOption: Position]) {
    let rule = "(\(refusal.rule.description))"
    switch refusal.reason {
    case .incompatibleMode(let word, let category):
      let fitting = Spelling.list(Category.allCases.filter(word.categories.contains).words)
      let message = "the mode \(word.rawValue) does not go with the category \(category.rawValue)"
      log.report(mode, "\(message), only with \(fitting) \(rule)")
    case .incompatibleOption(let option, let category):
      let fitting = Spelling.list(Category.allCases.filter(option.categories.contains).words)
      let message = "the category \(category.rawValue) does not take the option \(option.rawValue)"
      log.report(options[option] ?? mode, "\(message), only \(fitting) do \(rule)")
    default:
      // Reasons that depend on other sessions can't stand against a configuration alone.
      log.report(mode, "the session is refused \(rule)")
    }
  }

  private func options(_ node: YAMLNode?) -> [CategoryOption: Position] {
    var options: [CategoryOption: Position] = [:]
    for item in node?.list(as: "options", log) ?? [] {
      guard let option: CategoryOption = item.word(as: "an option", log) else { continue }
      if options.updateValue(item.position, forKey: option) != nil {
        log.report(item.position, "the option \(option.rawValue) stands twice")
      }
    }
    return options
  }

  private func duck(_ node: YAMLNode) -> Duck {
    guard let fields = Fields(node, .duck, log) else { return .standard }
    var duck = Duck.standard
    let range = Limits.rampSeconds
    duck.attack = fields.seconds("attack_seconds", range, default: duck.attack)
    duck.release = fields.seconds("release_seconds", range, default: duck.release)
    if let node = fields["level_db"] {
      if let value = node.decimal, Limits.duckLevel.contains(value) {
        duck.level = Decibels(Float(value))
      } else {
        let bounds = "a number from \(Limits.duckLevel.lowerBound.short) to below 0"
        log.report(node.position, "level_db of a duck must be \(bounds), not \(node.summary)")
      }
    }
    return duck
  }
}

extension YAMLNode {
  /// Whether the text here is exactly this word.
  fileprivate func `is`(_ word: Category) -> Bool {
    if case .scalar(word.rawValue) = content { true } else { false }
  }
}

extension Category {
  /// The rule that forbids the category to sound.
  fileprivate var outputRule: String { self == .record ? "CAT-23" : "CAT-34" }
}

extension [Category] {
  fileprivate var words: [String] { map(\.rawValue) }
}
