// SPDX-License-Identifier: Apache-2.0
// Reads `solo`: the output for listening to single channels, and the sends that sessions and buses
// get for it.

import ControlTower
import RigModel

/// The output for listening to single channels, and the point of their strips where the signal is
/// taken.
struct Solo {
  /// The point of a strip, with the names of mixing desks.
  enum Tap: String, CaseIterable {
    /// Before duck, fader and mute.
    case pfl
    /// After duck, fader and mute.
    case afl
  }

  /// The output that is heard beside what is cued.
  let main: String?
  private let output: Route
  private let tap: Send.Tap
  /// Where the output is named.
  private let position: Position
  private let log: ProblemLog

  /// Reads `solo`; `nil` (and a report) without an output of the rig.
  init?(_ node: YAMLNode, _ routes: RouteTable, _ log: ProblemLog) {
    guard let fields = Fields(node, .solo, log) else { return nil }
    let tap: Tap = fields.word("tap")
    let main = fields["main"].flatMap { node in routes.find(node, .output, log).map { (node, $0) } }
    guard let to = fields.required("to"), let output = routes.find(to, .output, log) else {
      return nil
    }
    if let main, main.1.name == output.name {
      log.report(main.0.position, "'main' is another output than 'to': what the audience hears")
    } else if main != nil, output.channels.count < 2 {
      let message = "the route \(output.name.quoted) has 1 channel"
      log.report(to.position, "\(message): a solo with 'main' needs one for each ear")
    }
    self.main = main?.1.name
    self.tap = tap == .pfl ? .pre : .post
    (self.output, position, self.log) = (output, to.position, log)
  }

  /// The output of a solo on which another one is heard, too, by its name.
  static func monitor(_ node: YAMLNode) -> String? {
    guard case .mapping(let entries) = node.content, entries.contains(where: { $0.key == "main" }),
      case .scalar(let name)? = entries.first(where: { $0.key == "to" })?.value.content
    else { return nil }
    return name
  }

  /// Adds a solo send to a session or a bus, unless its preset gives it a send with `when: cue`.
  ///
  /// It has nothing to send where it has no channels, or where mistakes hide them.
  func add(to channel: inout Channel, called title: String) {
    let stream = channel.streams.first { $0.name == StreamTable.main }
    guard !channel.sends.contains(where: \.isCueOnly), let stream, !stream.channels.isEmpty else {
      return
    }
    let sent = Array(1..<stream.channels.count + 1)
    let width = output.channels.count
    guard let map = [Send.ChannelPair](sent, to: nil, of: width) else {
      // Its width with the graph is not known.
      if !channel.isGraphMissing { report(stream, of: "\(title) \(channel.name.quoted)", width) }
      return
    }
    var send = Send(stream: stream.name, route: output.name, map: map, tap: tap, isCueOnly: true)
    send.isImplied = true
    channel.sends.append(send)
  }

  private func report(_ stream: Stream, of owner: String, _ width: Int) {
    let sends = "sends \(counted(stream.channels.count, "channel"))"
    let has = "the route \(output.name.quoted) has \(counted(width, "channel"))"
    let remedy = "give it a send of its own with 'when: cue' and 'channels'"
    log.report(
      position,
      "the stream \(stream.name.quoted) of \(owner) \(sends), but \(has): \(remedy)"
    )
  }
}
