// SPDX-License-Identifier: Apache-2.0
// Where the sound of a channel goes: its streams, and their sends.

public import Quantities

/// A group of output channels of a session's graph.
public struct Stream: Hashable, Sendable {
  /// The name of the stream, unique in its session.
  public var name: String
  /// The graph's output channels (from 1) in the stream.
  public var channels: [Int]

  /// Makes a stream.
  public init(name: String, channels: [Int]) {
    self.name = name
    self.channels = channels
  }
}

/// A send from a stream to channels of an output route or a bus.
public struct Send: Hashable, Sendable {
  /// The name that stands for the session's current route: its outputs for a send, its input for a
  /// source.
  public static let currentRoute = "currentRoute"

  /// The name of the stream.
  public var stream: String
  /// The name of the output route or the bus, or `currentRoute`.
  public var route: String
  /// Whether it goes to a bus.
  public var isToBus = false
  /// The output routes that it reaches in the end: `route` itself, or where the bus leads; none for
  /// `currentRoute`.
  public var outputs: [String]
  /// Pairs of a channel of the stream and a channel of the route, both from 1.
  ///
  /// With `currentRoute` they are for an output as wide as the stream; `map(onto:)` gives those for
  /// others.
  public var map: [ChannelPair]
  /// Where in the strip the signal is taken.
  public var tap: Tap
  /// The level of this send.
  public var level: Decibels
  /// Whether the send sounds only while the strip is cued (`when: cue`).
  public var isCueOnly: Bool
  /// Whether `solo` has added it: an operator listens there, but the session rules ignore it.
  public var isImplied = false

  /// Whether it goes where the tower routes the session.
  public var followsRoute: Bool { route == Self.currentRoute }

  /// The pairs for an output with `width` channels.
  ///
  /// A pinned send has one map only. One that follows the route goes channel by channel, as far as
  /// the output has channels: a mono stream goes to both sides, and all channels are summed on a
  /// mono output.
  public func map(onto width: Int) -> [ChannelPair] {
    guard followsRoute else { return map }
    if width == 1 { return map.map { ChannelPair(from: $0.from, to: 1) } }
    if map.count == 1 { return (1...2).map { ChannelPair(from: map[0].from, to: $0) } }
    return map.filter { $0.to <= width }
  }

  /// Where in the strip a signal is taken.
  public enum Tap: String, Hashable, Codable, Sendable, CaseIterable {
    /// After the trim, before duck, fader and mute: what the session plays.
    case pre
    /// After duck, fader and mute: what the audience hears of it.
    case post
  }

  /// One line of a channel map.
  public struct ChannelPair: Hashable, Sendable {
    /// A channel of the stream, from 1.
    public var from: Int
    /// A channel of the route, from 1.
    public var to: Int

    /// Joins a channel of a stream with a channel of a route.
    public init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// Makes a send.
  public init(
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
    self.level = level
    self.isCueOnly = isCueOnly
  }
}

extension [Send] {
  /// The name of a send in paths, by its output; the second one to the same output is `phones:2`,
  /// which is no valid name of an output.
  public func name(of index: Int) -> String {
    let route = self[index].route
    let twins = self[..<index].count { $0.route == route }
    return twins == 0 ? route : "\(route):\(twins + 1)"
  }
}
