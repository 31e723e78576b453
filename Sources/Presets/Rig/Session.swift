// SPDX-License-Identifier: Apache-2.0
// A session as a preset describes it: its configuration for the tower, its sources and its sends.

public import ControlTower
public import JACKVocabulary
public import Quantities

/// A session of a rig.
public struct Session: Hashable, Sendable {
  /// What the tower needs to know: name, category, mode, options, duck and behaviour.
  public var configuration: SessionConfiguration
  /// What kind of program it is; its defaults are in the configuration already.
  public var role: Role?
  /// The category that it takes instead when others are heard as it is loaded (CHG-10).
  public var categoryBesideOthers: Category?
  /// Its preferences for the hardware.
  public var preferences: [Preference] = []
  /// Whether its user is asked for permission to record as it is loaded, not when it first hears an
  /// input (PERM-05).
  public var asksToRecordAtLoad = false
  /// Whether the session is activated when the rig starts.
  public var startsActive = false
  /// Its MIDI ports, if it has any.
  public var midi: MIDIPorts?
  /// Where its sound comes from; each is a node of the graph under its name.
  public var sources: [Source] = []
  /// The processing between sources and outputs.
  public var graph = Graph()
  /// Whether something that its graph needs is not there, so that it has none and is silent.
  public var isGraphMissing = false
  /// Where the graph runs.
  public var isolation = Isolation.none
  /// Named groups of the graph's output channels; always holds at least `main`, all channels.
  public var streams: [Stream] = []
  /// Where the streams go.
  public var sends: [Send] = []
  /// The graph's output channels (from 1) that its program takes by JACK ports of its own, before
  /// duck, fader and mute.
  public var captured: [Int] = []
  /// The values of its strip.
  public var values = StripValues()
  /// What it restores of its user's changes when the rig is started again; `nil` for the rig's
  /// setting.
  public var remembered: Set<Remembered>?
  /// The locks and limits of its strip; only interrupters have any.
  public var guards = StripGuards()
  /// Whether faders and mutes of routes apply to it; interrupters have levels of their own
  /// (VOL-02).
  public var usesRouteFaders = true

  /// Whether it may open a microphone: it hears an input of the rig, or other programs as a
  /// category that records.
  public var hearsMicrophones: Bool {
    sources.contains { source in
      switch source.kind {
      case .route: true
      case .jack: configuration.category.behaviour.hasInput
      case .player, .silent, .session, .insert: false
      }
    }
  }

  /// The name of the session, unique in the rig.
  public var name: String { configuration.id.name }

  /// Where its sends lead.
  public var sendTargets: SendTargets {
    func outputs(_ isMeant: (Send) -> Bool) -> Set<PortID> {
      Set(sends.filter { !$0.isImplied && isMeant($0) }.flatMap(\.outputs).map { PortID($0) })
    }
    var targets = SendTargets(
      pinned: outputs { _ in true },
      followsRoute: sends.contains(where: \.followsRoute)
    )
    targets.cueOnly = targets.pinned.subtracting(outputs { !$0.isCueOnly })
    targets.beforeDuck = targets.pinned.subtracting(outputs { $0.tap == .post })
    return targets
  }

  /// The sessions whose sound, after their ducks, is its only sound; empty if it has any other.
  var relays: Set<SessionID> {
    var relays: Set<SessionID> = []
    for source in sources {
      guard case .session(let name, _, .post) = source.kind else { return [] }
      relays.insert(SessionID(name))
    }
    return graph.inserts.isEmpty && midi == nil ? relays : []
  }

  /// Its configuration when others are heard as it is loaded (CHG-10).
  ///
  /// Settings that the other category does not allow are left out.
  public var configurationBesideOthers: SessionConfiguration {
    var other = configuration
    guard let category = categoryBesideOthers else { return other }
    other.category = category
    other.options = other.options.filter { $0.categories.contains(category) }
    if !other.mode.categories.contains(category) { other.mode = .default }
    if !other.refusals().isEmpty { other.policy = .default }
    return other
  }

  /// Makes a session without sound.
  public init(configuration: SessionConfiguration) {
    self.configuration = configuration
  }
}

/// Where a session's graph runs.
public enum Isolation: String, Hashable, Sendable, CaseIterable {
  /// In the rig's own process.
  case none
  /// In a process of its own, so that a plugin that crashes silences its session and nothing else.
  case process
  /// In a process of its own that may do little more than render: it writes no files, opens no
  /// sockets, starts nothing.
  case sandbox

  /// Whether the graph has a process of its own.
  public var isSeparate: Bool { self != .none }
}

/// Where sound enters a session.
public struct Source: Hashable, Sendable {
  /// The name of the source, a node name in the graph.
  public var name: String
  /// How many channels it has.
  public var channels: Int
  /// What makes the sound.
  public var kind: Kind
  /// Whether it is secondary audio, silenced while others come first: a game's soundtrack (SIL-03).
  public var isSecondary = false

  /// Whether it hears the input to which the tower routes the session.
  public var followsRoute: Bool {
    if case .route(Send.currentRoute, _) = kind { true } else { false }
  }

  /// What makes the sound of a source.
  public enum Kind: Hashable, Sendable {
    /// JACK ports of other programs, for each channel; a pattern in several channels is dealt out
    /// to them as in `Route.connections`.
    case jack([[PortPattern]])
    /// Channels (from 1) of an input route, or of `currentRoute`: of the input to which the session
    /// is routed.
    case route(String, channels: [Int])
    /// A file.
    case player(Player)
    /// Silence in place of a missing source: of this file, if it is a player.
    case silent(file: String?)
    /// Output channels (from 1) of the graph of another session, at a point of its strip (IAA-01).
    case session(String, channels: [Int], tap: Send.Tap)
    /// The signal of the one session that has this one as an insert in its chain (IAA-02).
    case insert
  }

  /// Makes a source.
  public init(name: String, channels: Int, kind: Kind) {
    self.name = name
    self.channels = channels
    self.kind = kind
  }
}

/// A file that a session plays.
public struct Player: Hashable, Sendable {
  /// The path of the file from the root, without links: the same file has the same path, however
  /// presets spell it.
  public var file: String
  /// Whether it starts again at its end.
  public var loops = false
  /// Where `cue` goes and where playing starts.
  public var cuePoint = Seconds.zero
  /// Whether it plays as soon as its session is active.
  public var startsPlaying = true

  /// Makes a player of `file`.
  public init(file: String) {
    self.file = file
  }
}

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
