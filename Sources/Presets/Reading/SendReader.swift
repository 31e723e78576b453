// SPDX-License-Identifier: Apache-2.0
// Reads the streams of a session and where they are sent.

import ControlTower
import Quantities
import RigModel

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

/// Reads the sends of one session or bus, or of what is outside both.
struct SendReader {
  let routes: RouteTable
  /// Whether it is a session or a bus; only these can be sent to buses.
  var reachesBuses = false
  let streams: StreamTable
  let log: ProblemLog

  /// When a send is open.
  enum When: String, CaseIterable {
    case always, cue
  }

  /// Which fader turns a send down beside that of its strip.
  enum Follows: String, CaseIterable {
    case crossfader, not
  }

  func read(_ node: YAMLNode?) -> [Send] {
    (node?.list(as: "'sends'", log) ?? []).compactMap(send)
  }

  private func send(_ node: YAMLNode) -> Send? {
    guard let fields = Fields(node, .send, log) else { return nil }
    let node = fields.required("to")
    let follows = if case .scalar(Send.currentRoute)? = node?.content { true } else { false }
    let target = follows ? following(fields) : pinned(fields, node)
    let tap: Send.Tap = fields.word("tap")
    let when: When = fields.word("when")
    var send = Send(stream: "", route: "", map: [], tap: tap, isCueOnly: when == .cue)
    for value in SendValue.all { fields.take(value, into: &send) }
    if let follows: Follows = fields.choice("follows") {
      if follows == .crossfader, tap == .pre {
        let message = "a send with 'tap: pre' is taken before the crossfader"
        log.report(fields.position(of: "follows"), "\(message): remove one of the two")
      }
      send.followsCrossfader = follows == .crossfader
    }
    guard let target else { return nil }
    (send.stream, send.map) = (target.stream, target.map)
    if let place = target.place {
      (send.route, send.isToBus, send.outputs) = (place.name, place.isBus, place.outputs)
    } else {
      (send.route, send.outputs) = (Send.currentRoute, [])
    }
    return send
  }

  /// A stream, its target and its channels; a `nil` place is the session's own route.
  private typealias Target = (stream: String, place: SendTarget?, map: [Send.ChannelPair])

  /// Which channels of the stream are sent; `nil` (and a report) when that can't be known.
  private func sent(_ fields: Fields) -> (stream: Stream, channels: [Int])? {
    let stream = stream(fields["stream"], fields.position)
    guard let node = fields["from"] else {
      return stream.map { ($0, Array(1..<$0.channels.count + 1)) }
    }
    let owner = "the stream '\(stream?.name ?? "")'"
    let count = stream?.channels.count
    let channels = node.channelNumbers(as: "from", of: owner, count: count, log)
    guard let stream, let channels else { return nil }
    return (stream, channels)
  }

  /// Reads a send that follows the session's route, or for interrupters that of a player.
  private func following(_ fields: Fields) -> Target? {
    fields.refuse(["channels"], "is for sends to a route by name")
    return sent(fields).map { sent in
      let map = sent.channels.enumerated().map {
        Send.ChannelPair(from: $0.element, to: $0.offset + 1)
      }
      return (sent.stream.name, nil, map)
    }
  }

  /// Reads a send to one route or bus.
  private func pinned(_ fields: Fields, _ node: YAMLNode?) -> Target? {
    var place = node.flatMap { routes.findTarget($0, log) }
    if let node, place?.isBus == true, !reachesBuses {
      log.report(node.position, "only sessions and buses are sent to a bus: name an output")
      place = nil
    }
    let sent = sent(fields)
    let to = fields["channels"].map { to in
      let owner = place?.title ?? "the route ''"
      return to.channelNumbers(as: "channels", of: owner, count: place?.width, log)
    }
    guard let place, let sent, to != .some(nil) else { return nil }
    guard let map = map(sent.channels, to ?? nil, sent.stream, place, fields) else { return nil }
    return (sent.stream.name, place, map)
  }

  private func stream(_ node: YAMLNode?, _ position: Position) -> Stream? {
    if let node { return streams.find(node, log) }
    if let usual = streams.usual, usual.channels.isEmpty {
      log.report(position, "the session has nothing to send: give it a 'source' or a 'graph'")
      return nil
    }
    return streams.usual
  }

  /// Joins the channels that are sent with those of the target.
  private func map(
    _ sent: [Int],
    _ given: [Int]?,
    _ stream: Stream,
    _ place: SendTarget,
    _ fields: Fields
  ) -> [Send.ChannelPair]? {
    guard let pairs = [Send.ChannelPair](sent, to: given, of: place.width) else {
      let position = given == nil ? fields.position(of: "to") : fields.position(of: "channels")
      log.report(position, mismatch(sent.count, given?.count, stream, place))
      return nil
    }
    guard Set(pairs).count == pairs.count else {
      let message = "a channel is sent twice to the same channel of \(place.title)"
      log.report(fields.position, message)
      return nil
    }
    return pairs
  }

  private func mismatch(_ sent: Int, _ given: Int?, _ stream: Stream, _ place: SendTarget)
    -> String
  {
    let what = "the stream '\(stream.name)' sends \(counted(sent, "channel"))"
    if let given { return "\(what), but 'channels' lists \(given): they must be as many" }
    let has = "\(place.title) has \(counted(place.width, "channel"))"
    return "\(what), but \(has): say with 'channels' which of them, such as channels: [1, 2]"
  }
}

extension [Send.ChannelPair] {
  /// Joins the channels that are sent with those that are `given`, or else with all of a target of
  /// this width.
  ///
  /// One channel goes to both of a pair, and a pair is summed into one; `nil` where the map has to
  /// be `given`.
  init?(_ sent: [Int], to given: [Int]?, of width: Int) {
    let to = given ?? Array<Int>(1...width)
    if sent.count == to.count {
      self = zip(sent, to).map { Send.ChannelPair(from: $0, to: $1) }
    } else if sent.count == 1, given != nil || width == 2 {
      self = to.map { Send.ChannelPair(from: sent[0], to: $0) }
    } else if to.count == 1, given != nil || sent.count == 2 {
      self = sent.map { Send.ChannelPair(from: $0, to: to[0]) }
    } else {
      return nil
    }
  }
}
