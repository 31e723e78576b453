// SPDX-License-Identifier: Apache-2.0
// Reads where the sound of a session comes from.

import ControlTower
import Quantities
import RigModel

/// Reads sources; a source with mistakes is `nil` under its name.
struct SourceReader {
  let routes: RouteTable
  let context: PresetContext
  /// The other sessions; `nil` outside the sessions.
  let partners: Partners?
  /// The name of the session that owns the sources.
  let owner: String
  private var log: ProblemLog { context.log }

  init(
    _ routes: RouteTable,
    _ context: PresetContext,
    _ partners: Partners?,
    of owner: String
  ) {
    self.owner = owner
    self.routes = routes
    self.context = context
    self.partners = partners
  }

  /// Reads `source` or `sources` of a session.
  func read(_ session: Fields) -> [(name: String, source: Source?)] {
    if let node = session["source"] {
      if session["sources"] != nil {
        let message = "a session has 'source' or 'sources', not both"
        log.report(session.position(of: "sources"), message)
      }
      return [(GraphReader.inputName, source(GraphReader.inputName, node))]
    }
    guard let node = session["sources"] else { return [] }
    guard let entries = node.entries(as: "'sources'", log) else {
      return [(GraphReader.inputName, nil)]
    }
    let sources = entries.map { entry in
      let isNamed = Names.check(entry.key, "a source", entry.position, log)
      if entry.key == GraphReader.outputName {
        log.report(entry.position, "a source can't be called 'out': that is the end of the graph")
      }
      let source = source(entry.key, entry.value)
      return (name: entry.key, source: isNamed ? source : nil)
    }
    if sources.count(where: { $0.source?.kind == .insert }) > 1 {
      log.report(session.position(of: "sources"), "a session has at most one source with 'insert'")
    }
    return sources
  }

  private func source(_ name: String, _ node: YAMLNode) -> Source? {
    guard let fields = Fields(node, .source, log) else { return nil }
    let isSecondary = fields.boolean("secondary")
    let kinds = Self.kinds.filter(fields.has)
    guard kinds.count == 1 else {
      if kinds.isEmpty, fields.isMeant(Self.kinds) { return nil }
      let list = "'player', 'playlist', 'jack', 'route', 'session' and 'insert'"
      log.report(fields.position, "a source needs exactly one of \(list)")
      return nil
    }
    if partners == nil {
      fields.refuse(["session", "insert", "secondary"], "is for sources of sessions only")
    }
    if kinds != ["player"] { fields.refuse(Self.playerKeys, "is for 'player' only") }
    if kinds != ["playlist"] { fields.refuse(Self.playlistKeys, "is for 'playlist' only") }
    if !["player", "playlist"].contains(kinds.first) {
      fields.refuse(Self.trackKeys, "is for 'player' and 'playlist' only")
    }
    if kinds != ["session"] { fields.refuse(["tap"], "is for sound of other sessions only") }
    var source = source(name, fields)
    source?.isSecondary = isSecondary
    return source
  }

  /// The keys that say what makes the sound.
  static let kinds = ["player", "playlist", "jack", "route", "session", "insert"]
  /// The keys that only players of one file have.
  static let playerKeys = ["loop", "cue_seconds"]
  /// The keys that all players have, and nothing else.
  static let trackKeys = ["play", "buffer_seconds", "loudness"]
  /// The keys that only players of lists have.
  static let playlistKeys = [
    "shuffle", "repeat", "crossfade_seconds", "crossfade_by", "crossfade_curve", "history",
  ]

  private func source(_ name: String, _ fields: Fields) -> Source? {
    if let node = fields["player"] { return player(name, node, fields) }
    if let node = fields["playlist"] { return list(name, node, fields) }
    if let node = fields["jack"] { return jack(name, node, fields) }
    if let node = fields["session"] { return session(name, node, fields) }
    if let node = fields["insert"] { return insert(name, node, fields) }
    return fields["route"].flatMap { route(name, $0, fields) }
  }

  private func player(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    var player = Player(file: "")
    player.loops = fields.boolean("loop")
    player.cuePoint = fields.seconds("cue_seconds")
    if case .scalar(let text) = node.content, StreamAddress.isOne(text) {
      fields.refuse(["cue_seconds"], "is for files only: a stream has no places to go to")
      player.cuePoint = .zero
    }
    return self.player(name, player, fields) { node.track(as: "player", context) }
  }

  private func list(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    var player = Player(file: "")
    player.playlist = Playlist(fields, log)
    return self.player(name, player, fields) { node.trackList(as: "playlist", context) }
  }

  /// Completes a player with its file, and with what all players have.
  private func player(
    _ name: String,
    _ player: Player,
    _ fields: Fields,
    _ read: () -> String?
  ) -> Source? {
    var player = player
    player.startsPlaying = fields.boolean("play")
    player.streamBuffer = fields.seconds("buffer_seconds")
    player.loudness = fields["loudness"].flatMap { TargetLoudness($0, log) }
    let channels = fields["channels"].map(channelCount) ?? 2
    let own = name == GraphReader.inputName ? nil : name
    let (file, isWhole) = context.reading(.player, of: owner, named: own, read)
    guard let file, let channels else { return nil }
    player.file = file
    let kind: Source.Kind = isWhole ? .player(player) : .silent(file: file)
    return Source(name: name, channels: channels, kind: kind)
  }

  private func jack(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    var count: Int?
    if let channels = fields["channels"] {
      count = channelCount(channels)
      guard count != nil else { return nil }
    }
    let position = fields.position(of: "channels")
    guard let ports = PortList(node, channels: count, at: position, context) else { return nil }
    let connections = ports.connections
    return Source(name: name, channels: connections.count, kind: .jack(connections))
  }

  private func route(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    if case .scalar(Send.currentRoute) = node.content { return following(name, node, fields) }
    guard let route = routes.find(node, .input, log) else { return nil }
    let owner = "the route '\(route.name)'"
    return channels(fields, of: owner, count: route.channels.count).map {
      Source(name: name, channels: $0.count, kind: .route(route.name, channels: $0))
    }
  }

  /// Reads a source that hears the input to which the session is routed.
  private func following(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    guard partners != nil else {
      log.report(node.position, "only a session has a current route: name an input route")
      return nil
    }
    let count = fields["channels"].map(channelCount) ?? 1
    return count.map {
      let kind = Source.Kind.route(Send.currentRoute, channels: Array(1...$0))
      return Source(name: name, channels: $0, kind: kind)
    }
  }

  private func session(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    let tap: Send.Tap = fields.word("tap")
    guard let partner = partners?.source(node) else { return nil }
    let count = partner.channel.graph.outputs.count
    guard count > 0 else {
      log.report(node.position, "the session \(partner.name.quoted) has nothing to be heard")
      return nil
    }
    // Its width is not known.
    if partner.channel.isGraphMissing, let node = fields["channels"],
      let numbers = node.channelNumbers(as: "channels", of: "", count: nil, log),
      numbers.contains(where: { $0 > count })
    {
      return Source(name: name, channels: numbers.count, kind: .silent(file: nil))
    }
    return channels(fields, of: "the session '\(partner.name)'", count: count).map {
      let kind = Source.Kind.session(partner.name, channels: $0, tap: tap)
      return Source(name: name, channels: $0.count, kind: kind)
    }
  }

  private func insert(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    let count = fields["channels"].map(channelCount) ?? 2
    guard partners != nil, let isOn = node.boolean(as: "insert", log) else { return nil }
    guard isOn else {
      let message = "a source with 'insert' hears what another session sends: write 'insert: on'"
      log.report(node.position, message)
      return nil
    }
    return count.map { Source(name: name, channels: $0, kind: .insert) }
  }

  /// Reads which channels of something are heard: all, unless the source says otherwise.
  private func channels(_ fields: Fields, of owner: String, count: Int) -> [Int]? {
    guard let node = fields["channels"] else { return Array(1...count) }
    return node.channelNumbers(as: "channels", of: owner, count: count, log)
  }

  private func channelCount(_ node: YAMLNode) -> Int? {
    node.wholeNumber(as: "channels", in: 1...Limits.channels, log)
  }
}

extension YAMLNode {
  /// A file to be played, as `soundFile` reads it, or the address of a stream; reports one that
  /// can't be played here.
  func track(as key: String, _ context: PresetContext) -> String? {
    guard case .scalar(let text) = content, StreamAddress.isOne(text) else {
      return soundFile(as: key, context)
    }
    if let problem = StreamAddress.problem(of: text) {
      context.log.report(position, "the address \(text.quoted) \(problem)")
      return nil
    }
    if let reason = context.catalogue.findings(onSoundFile: text).problem {
      context.miss(position, "the stream \(text.quoted) can't be played: \(reason)")
    }
    return text
  }

  /// The path of a file to be played, relative to the folder of the preset; reports one that is
  /// missing or is no sound file.
  func soundFile(as key: String, _ context: PresetContext) -> String? {
    let log = context.log
    guard let text = text(as: key, log) else { return nil }
    let path = Path.resolve(text, in: position.file)
    do throws(FileProblem) {
      _ = try RegularFile(path)
      let findings = context.catalogue.findings(onSoundFile: path)
      if let reason = findings.problem {
        context.miss(position, "the file \(path.quotedPath) can't be played: \(reason)")
      }
      for remark in findings.remarks {
        log.warn(position, "the file \(path.quotedPath) \(remark)")
      }
    } catch {
      context.miss(position, "the file \(path.quotedPath) \(error.sentence(of: path))\(quotesHint)")
    }
    return Path.real(path)
  }
}
