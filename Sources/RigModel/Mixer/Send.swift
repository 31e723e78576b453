// SPDX-License-Identifier: Apache-2.0
// Where the sound of a channel goes: its streams, and their sends.

package import Quantities

/// A group of output channels of a session's graph.
package struct Stream: Hashable, Sendable {
  /// The name of the stream, unique in its session.
  package var name: String
  /// The graph's output channels (from 1) in the stream.
  package var channels: [Int]

  /// Makes a stream.
  package init(name: String, channels: [Int]) {
    self.name = name
    self.channels = channels
  }
}

/// A send from a stream to channels of an output route or a bus.
package struct Send: Hashable, Sendable {
  /// The name that stands for the session's current route: its outputs for a send, its input for a
  /// source.
  package static let currentRoute = "currentRoute"

  /// The name of the stream.
  package var stream: String
  /// The name of the output route or the bus, or `currentRoute`.
  package var route: String
  /// Whether it goes to a bus.
  package var isToBus = false
  /// The output routes that it reaches in the end: `route` itself, or where the bus leads; none for
  /// `currentRoute`.
  package var outputs: [String]
  /// Pairs of a channel of the stream and a channel of the route, both from 1.
  ///
  /// With `currentRoute` they are for an output as wide as the stream; `map(onto:)` gives those for
  /// others.
  package var map: [ChannelPair]
  /// Where in the strip the signal is taken.
  package var tap: Tap
  /// The level of this send.
  package var level: Decibels
  /// Whether the send sounds only while the strip is cued (`when: cue`).
  package var isCueOnly: Bool
  /// Whether the crossfader acts on it; never on one before the fader, and on a cue only if asked.
  package var followsCrossfader: Bool
  /// Whether `solo` has added it: an operator listens there, but the session rules ignore it.
  package var isImplied = false

  /// Whether it goes where the tower routes the session.
  package var followsRoute: Bool { route == Self.currentRoute }

  /// The pairs for an output with `width` channels.
  ///
  /// A pinned send has one map only. One that follows the route goes channel by channel, as far as
  /// the output has channels: a mono stream goes to both sides, and all channels are summed on a
  /// mono output.
  package func map(onto width: Int) -> [ChannelPair] {
    guard followsRoute else { return map }
    if width == 1 { return map.map { ChannelPair(from: $0.from, to: 1) } }
    if map.count == 1 { return (1...2).map { ChannelPair(from: map[0].from, to: $0) } }
    return map.filter { $0.to <= width }
  }

  /// Where in the strip a signal is taken.
  package enum Tap: String, Hashable, Codable, Sendable, CaseIterable {
    /// After the trim, before duck, fader and mute: what the session plays.
    case pre
    /// After duck, fader and mute: what the audience hears of it.
    case post
  }

  /// One line of a channel map.
  package struct ChannelPair: Hashable, Sendable {
    /// A channel of the stream, from 1.
    package var from: Int
    /// A channel of the route, from 1.
    package var to: Int

    /// Joins a channel of a stream with a channel of a route.
    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// Makes a send.
  package init(
    stream: String,
    route: String,
    map: [ChannelPair],
    tap: Tap = .post,
    level: Decibels = .unity,
    isCueOnly: Bool = false
  ) {
    self.stream = stream
    self.route = route
    outputs = route == Self.currentRoute ? [] : [route]
    self.map = map
    self.tap = tap
    followsCrossfader = tap == .post && !isCueOnly
    self.level = level
    self.isCueOnly = isCueOnly
  }
}

extension [Send] {
  /// The name of a send in paths, by its output; the second one to the same output is `phones:2`,
  /// which is no valid name of an output.
  package func name(of index: Int) -> String {
    let route = self[index].route
    let twins = self[..<index].count { $0.route == route }
    return twins == 0 ? route : "\(route):\(twins + 1)"
  }
}
