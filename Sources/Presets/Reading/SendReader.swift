// SPDX-License-Identifier: Apache-2.0
// Reads the streams of a session and where they are sent.

import ControlTower
import Quantities

/// The streams of one session.
struct StreamTable {
  /// The streams with the name that stands for all channels first, unless the preset defines it.
  let streams: [Stream]
  /// The streams by name; `nil` where a mistake hides the width.
  private var table: [String: Stream?] = [:]

  /// The stream of all channels.
  static let main = "main"

  /// Reads `streams`; `outputs` is the width of the graph, `nil` when a mistake hides it.
  init(_ node: YAMLNode?, outputs: Int?, _ log: ProblemLog) {
    var streams: [Stream] = []
    for entry in node?.entries(as: "'streams'", log) ?? [] {
      _ = Names.check(entry.key, "a stream", entry.position, log)
      let owner = "the session"
      let numbers = entry.value.channelNumbers(as: "a stream", of: owner, count: outputs, log)
      if let numbers, Set(numbers).count < numbers.count {
        log.report(entry.value.position, "a channel stands twice in the stream \(entry.key.quoted)")
      }
      let stream = numbers.map { Stream(name: entry.key, channels: $0) }
      if let stream { streams.append(stream) }
      table[entry.key] = .some(stream)
    }
    if table[Self.main] == nil {
      let all = outputs.map { Stream(name: Self.main, channels: Array(1..<$0 + 1)) }
      if let all { streams.insert(all, at: 0) }
      table[Self.main] = .some(all)
    }
    self.streams = streams
  }

  /// Finds the stream that a text names; reports an unknown one.
  func find(_ node: YAMLNode, _ log: ProblemLog) -> Stream? {
    guard let name = node.text(as: "stream", log) else { return nil }
    guard let stream = table[name] else {
      let known = table.keys.sorted()
      let hint = { Spelling.hintOrList(name, among: known, of: "its streams") }
      log.report(node.position, "the session has no stream \(name.quoted)\(hint())")
      return nil
    }
    return stream
  }

  /// The stream of a send that names none.
  var usual: Stream? { table[Self.main] ?? nil }
}

/// Reads the sends of one session.
struct SendReader {
  let routes: RouteTable
  let streams: StreamTable
  let log: ProblemLog

  private enum When: String, CaseIterable {
    case always, cue
  }

  func read(_ node: YAMLNode?) -> [Send] {
    (node?.list(as: "'sends'", log) ?? []).compactMap(send)
  }

  private func send(_ node: YAMLNode) -> Send? {
    guard let fields = Fields(node, .send, log) else { return nil }
    let route = fields.required("to").flatMap { routes.find($0, .output, log) }
    let stream = stream(fields["stream"], fields.position)
    let tap: Send.Tap = fields.word("tap", default: .post)
    let when: When = fields.word("when", default: .always)
    let level = fields.level("level_db")
    let from = fields["from"].map { from in
      let owner = "the stream '\(stream?.name ?? "")'"
      return from.channelNumbers(as: "from", of: owner, count: stream?.channels.count, log)
    }
    let to = fields["channels"].map { to in
      let owner = "the route '\(route?.name ?? "")'"
      return to.channelNumbers(as: "channels", of: owner, count: route?.channels.count, log)
    }
    guard let route, let stream, from != .some(nil), to != .some(nil) else { return nil }
    let sent = (from ?? nil) ?? Array(1..<stream.channels.count + 1)
    guard let map = map(sent, (to ?? nil), stream, route, fields) else { return nil }
    return Send(
      stream: stream.name,
      route: route.name,
      map: map,
      tap: tap,
      level: level,
      isCueOnly: when == .cue
    )
  }

  private func stream(_ node: YAMLNode?, _ position: Position) -> Stream? {
    if let node { return streams.find(node, log) }
    if let usual = streams.usual, usual.channels.isEmpty {
      log.report(position, "the session has nothing to send: give it a 'source' or a 'graph'")
      return nil
    }
    return streams.usual
  }

  /// Joins the channels that are sent with those of the route.
  private func map(
    _ sent: [Int],
    _ given: [Int]?,
    _ stream: Stream,
    _ route: Route,
    _ fields: Fields
  ) -> [Send.ChannelPair]? {
    let width = route.channels.count
    let to = given ?? Array(1...width)
    var pairs: [Send.ChannelPair] = []
    if sent.count == to.count {
      pairs = zip(sent, to).map { Send.ChannelPair(from: $0, to: $1) }
    } else if sent.count == 1, given != nil || width == 2 {
      pairs = to.map { Send.ChannelPair(from: sent[0], to: $0) }
    } else if to.count == 1, given != nil || sent.count == 2 {
      pairs = sent.map { Send.ChannelPair(from: $0, to: to[0]) }
    } else {
      let place = given == nil ? fields.place(of: "to") : fields.place(of: "channels")
      log.report(place, mismatch(sent.count, given?.count, stream, route))
      return nil
    }
    guard Set(pairs).count == pairs.count else {
      let message = "a channel is sent twice to the same channel of the route '\(route.name)'"
      log.report(fields.position, message)
      return nil
    }
    return pairs
  }

  private func mismatch(_ sent: Int, _ given: Int?, _ stream: Stream, _ route: Route) -> String {
    let what = "the stream '\(stream.name)' sends \(counted(sent, "channel"))"
    if let given { return "\(what), but 'channels' lists \(given): they must be as many" }
    let has = "the route '\(route.name)' has \(counted(route.channels.count, "channel"))"
    return "\(what), but \(has): say with 'channels' which of them, such as channels: [1, 2]"
  }
}
