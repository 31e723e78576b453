// SPDX-License-Identifier: Apache-2.0
// Reads the streams of a session and where they are sent.

import Quantities

/// The streams of one session.
struct StreamTable {
  /// The streams with the name that stands for all channels first, unless the preset defines it.
  private(set) var streams: [Stream] = []
  /// Streams with mistakes, or of unknown width.
  private var broken: Set<String> = []

  /// The stream of all channels.
  static let main = "main"

  /// Reads `streams`; `outputs` is the width of the graph, `nil` when a mistake hides it.
  init(_ node: YAMLNode?, outputs: Int?, _ log: ProblemLog) {
    for entry in node?.entries(as: "'streams'", log) ?? [] {
      _ = Names.check(entry.key, "a stream", entry.position, log)
      let owner = "the session"
      let numbers = entry.value.channelNumbers(as: "a stream", of: owner, count: outputs, log)
      guard let numbers else {
        broken.insert(entry.key)
        continue
      }
      if Set(numbers).count < numbers.count {
        log.report(entry.value.position, "a channel stands twice in the stream \(entry.key.quoted)")
      }
      streams.append(Stream(name: entry.key, channels: numbers))
    }
    guard !names.contains(Self.main) else { return }
    if let outputs {
      streams.insert(Stream(name: Self.main, channels: Array(1..<outputs + 1)), at: 0)
    } else {
      broken.insert(Self.main)
    }
  }

  /// The names of all streams.
  var names: [String] { streams.map(\.name) + broken.sorted() }

  /// The stream of a name, when it can be used to check others.
  func find(_ name: String) -> Stream? {
    streams.first { $0.name == name }
  }
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
    guard let node else {
      let main = streams.find(StreamTable.main)
      if let main, main.channels.isEmpty {
        log.report(position, "the session has nothing to send: give it a 'source' or a 'graph'")
        return nil
      }
      return main
    }
    guard let name = node.text(as: "stream", log) else { return nil }
    guard streams.names.contains(name) else {
      let hint = Spelling.hintOrList(name, among: streams.names, of: "the session's streams")
      log.report(node.position, "the session has no stream \(name.quoted)\(hint)")
      return nil
    }
    return streams.find(name)
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
    let what = sent == 1 ? "1 channel is" : "\(sent) channels are"
    if let given { return "\(what) sent, but 'channels' lists \(given): they must be as many" }
    let widths = "\(what) sent to the \(route.channels.count) of the route '\(route.name)'"
    return "\(widths): say with 'channels' which of them, such as channels: [1, 2]"
  }
}
