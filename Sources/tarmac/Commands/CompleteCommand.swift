// SPDX-License-Identifier: Apache-2.0
// `tarmac complete`, which shells ask when Tab is pressed: words that the running rig has.

internal import ControlClient
internal import ControlProtocol
internal import ControlTower
internal import RigModel

/// A kind of word that the running rig knows.
enum LiveWord: String, CaseIterable, Sendable {
  /// Paths of what can be read, of what can be set, and of triggers.
  case paths, values, triggers
  case sessions, routes
  /// Routes and sessions, as both can be recorded; and those that are being recorded.
  case subjects, recordings
  /// `SESSION`, and `SESSION.SOURCE` where it has several.
  case players
  /// `SESSION.NAME`, and the presets of all of them.
  case plugins, presets
  case sounds
  /// The rules, which need no rig.
  case rules
}

enum CompleteCommand {
  static let command = Command(
    name: "complete",
    summary: "Lists the words of the running rig that begin so, for completions.",
    details: "It says nothing when there is no rig, or when it takes longer than half a second.",
    positionals: [
      Command.Positional(
        name: "KIND",
        summary: "What to list.",
        value: .choice(LiveWord.allCases.map(\.rawValue))
      ),
      Command.Positional(name: "PREFIX", summary: "How they begin.", isOptional: true),
    ],
    options: [.host],
    isHidden: true,
    action: { arguments throws(Failure) in
      guard let kind = LiveWord(rawValue: arguments.positionals[0]) else { return }
      let prefix = arguments.positional(1) ?? ""
      let words = (try? words(of: kind, arguments)) ?? []
      // What a line of the shell can't hold is not offered.
      let offered = words.filter { $0.hasPrefix(prefix) && $0 == $0.shown }
      Terminal.write(offered.map { $0 + "\n" }.joined())
    }
  )

  private static let timeoutSeconds = 0.5

  private static func words(of kind: LiveWord, _ arguments: Arguments) throws -> [String] {
    if kind == .rules { return RuleEntry.catalogue.map(\.id.description) }
    let client = try arguments.client()
    func ask<Request: ControlRequest>(_ request: Request) throws -> Request.Reply {
      try client.send(request, timeoutSeconds: timeoutSeconds)
    }
    switch kind {
    case .paths:
      return try ask(TreeListRequest()).filter { $0.kind != "trigger" }.map(\.path)
    case .values:
      return try ask(TreeListRequest()).filter { $0.kind != "trigger" && !$0.isReadOnly }
        .map(\.path)
    case .triggers: return try ask(TreeListRequest()).filter { $0.kind == "trigger" }.map(\.path)
    case .sounds:
      let sounds = RigPath.Branch.sounds.path()
      return try ask(TreeListRequest(patterns: [sounds])).map(\.path)
        .filter { $0.hasPrefix(sounds + ".") }.map { String($0.dropFirst(sounds.count + 1)) }
    default: break
    }
    let status = try ask(StatusRequest())
    let (sessions, routes) = (status.sessions.map(\.name), status.routes.map(\.name))
    let plugins = status.sessions.flatMap { session in
      session.plugins.map { RigPath.plugin($0.id, of: session.name) }
    }
    return switch kind {
    case .sessions: sessions
    case .routes: routes
    case .subjects: sessions + routes
    case .recordings: status.recordings.map(\.subject)
    case .players: status.sessions.flatMap(players)
    case .plugins: plugins
    case .presets:
      try plugins.flatMap { try ask(PluginPresetsRequest(plugin: $0)).map(\.label) }
    case .paths, .values, .triggers, .sounds, .rules: []
    }
  }

  private static func players(of session: SessionStatus) -> [String] {
    let players = session.sources.filter { $0.file != nil }.map(\.name)
    guard players.count > 1 else { return players.map { _ in session.name } }
    return players.map { "\(session.name).\($0)" }
  }
}
