// SPDX-License-Identifier: Apache-2.0
// Reads where the sound of a session comes from.

import ControlTower
import Quantities

/// Reads sources; a source with mistakes is `nil` under its name.
struct SourceReader {
  let routes: RouteTable
  let context: PresetContext
  private var log: ProblemLog { context.log }

  init(_ routes: RouteTable, _ context: PresetContext) {
    self.routes = routes
    self.context = context
  }

  /// Reads `source` or `sources` of a session.
  func read(_ session: Fields) -> [(name: String, source: Source?)] {
    if let node = session["source"] {
      if session["sources"] != nil {
        let message = "a session has 'source' or 'sources', not both"
        log.report(session.place(of: "sources"), message)
      }
      return [(GraphReader.inputName, source(GraphReader.inputName, node))]
    }
    guard let node = session["sources"] else { return [] }
    return (node.entries(as: "'sources'", log) ?? []).map { entry in
      let isNamed = Names.check(entry.key, "a source", entry.position, log)
      if entry.key == GraphReader.outputName {
        log.report(entry.position, "a source can't be called 'out': that is the end of the graph")
      }
      let source = source(entry.key, entry.value)
      return (entry.key, isNamed ? source : nil)
    }
  }

  private func source(_ name: String, _ node: YAMLNode) -> Source? {
    guard let fields = Fields(node, .source, log) else { return nil }
    let kinds = ["player", "jack", "route"].filter { fields[$0] != nil }
    guard kinds.count == 1 else {
      log.report(fields.position, "a source needs exactly one of 'player', 'jack' and 'route'")
      return nil
    }
    if fields["player"] == nil {
      fields.refuse(["loop", "cue_seconds", "play"], "is for players only")
    }
    if let node = fields["player"] { return player(name, node, fields) }
    if let node = fields["jack"] { return jack(name, node, fields) }
    return fields["route"].flatMap { route(name, $0, fields) }
  }

  private func player(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    let loops = fields.boolean("loop", default: false)
    let startsPlaying = fields.boolean("play", default: true)
    let cuePoint = fields.seconds("cue_seconds", Limits.fileSeconds, default: .zero)
    let channels = fields["channels"].map(channelCount) ?? 2
    guard let text = node.text(as: "player", log) else { return nil }
    var player = Player(file: Path.resolve(text, in: node.position.file))
    player.loops = loops
    player.startsPlaying = startsPlaying
    player.cuePoint = cuePoint
    do throws(FileProblem) {
      _ = try RegularFile(player.file)
    } catch {
      log.report(node.position, "the file \(player.file.quotedPath) \(error.sentence)")
    }
    return channels.map { Source(name: name, channels: $0, kind: .player(player)) }
  }

  private func jack(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    var count: Int?
    if let channels = fields["channels"] {
      count = channelCount(channels)
      guard count != nil else { return nil }
    }
    let place = fields.place(of: "channels")
    guard let ports = PortList(node, channels: count, at: place, context) else { return nil }
    let connections = ports.connections
    return Source(name: name, channels: connections.count, kind: .jack(connections))
  }

  private func route(_ name: String, _ node: YAMLNode, _ fields: Fields) -> Source? {
    guard let route = routes.find(node, .input, log) else { return nil }
    var channels = Array(1...route.channels.count)
    if let node = fields["channels"] {
      let owner = "the route '\(route.name)'"
      let count = route.channels.count
      let given = node.channelNumbers(as: "channels", of: owner, count: count, log)
      guard let given else { return nil }
      channels = given
    }
    return Source(
      name: name,
      channels: channels.count,
      kind: .route(route.name, channels: channels)
    )
  }

  private func channelCount(_ node: YAMLNode) -> Int? {
    node.wholeNumber(as: "channels", in: 1...Limits.channels, log)
  }
}
