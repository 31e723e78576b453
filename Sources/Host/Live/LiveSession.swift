// SPDX-License-Identifier: Apache-2.0
// A session that is up: its strip, players and plugins, and the user's settings.

import ControlTower
import LV2Hosting
import Presets
import Quantities
import RenderCore
import SoundFiles

/// A session of the running rig.
///
/// > Threading: Control.
final class LiveSession {
  /// What the preset says.
  private(set) var preset: Session
  /// The same with levels, mute and cue as the user has left them.
  var session: Session
  let strip: StripNode
  /// One for each source; `nil` for sources that are not files.
  var players: [LivePlayer?]
  let plugins: [LivePlugin]
  /// One for each send of the preset.
  private(set) var sends: [SendNode]
  /// Whether the tower lets it sound.
  var isSounding = false
  /// Whether its gate is closed: its release has run, or it has never sounded.
  var isSilent = true
  /// Whether it was active before the tower was told that it asks for something else.
  var wasActive = false
  /// The level that the tower has turned it down to.
  var duck = Decibels.unity
  /// Whether the tower lets its graph be bypassed for measurement.
  var isMeasuring = false

  init(
    _ session: Session,
    strip: StripNode,
    players: [LivePlayer?],
    plugins: [LivePlugin]
  ) {
    preset = session
    self.session = session
    self.strip = strip
    self.players = players
    self.plugins = plugins
    sends = session.makeSends()
  }

  var name: String { session.name }

  /// Whether `other` has the same sources and the same plugins in the same places: the live parts can be kept.
  func hasSameSound(as other: Session) -> Bool {
    preset.sources == other.sources && preset.graph.structure == other.graph.structure
  }

  /// Takes over a changed preset; what it leaves as it was stays as the user has left it.
  ///
  /// Sends that stay the same way, by routes that are `kept`, keep their level in the mixer, to move from there; new ones
  /// begin silent.
  func adopt(_ other: Session, routes kept: Set<String>) {
    let before = (preset: preset, user: session, sends: sends)
    (preset, session) = (other, other)
    keep(before.user, since: before.preset)
    let successors = other.successors(of: before.preset, routes: kept)
    sends = other.sends.indices.map { index in
      successors.firstIndex(of: index).map { before.sends[$0] } ?? SendNode(gain: 0)
    }
  }

  /// The sends that `other` does not go on with.
  func sendsLeaving(for other: Session, routes kept: Set<String>) -> [SendNode] {
    zip(sends, other.successors(of: preset, routes: kept)).filter { $0.1 == nil }.map(\.0)
  }

  /// Takes over what the user has set in a session that this one replaces.
  func keepUserValues(of other: LiveSession) {
    keep(other.session, since: other.preset)
    sends = session.makeSends()
  }

  private func keep(_ user: Session, since before: Session) {
    if preset.trim == before.trim { session.trim = user.trim }
    if preset.fader == before.fader { session.fader = user.fader }
    if preset.isMuted == before.isMuted { session.isMuted = user.isMuted }
    if preset.isCued == before.isCued { session.isCued = user.isCued }
    let successors = preset.successors(of: before, routes: Set(preset.sends.map(\.route)))
    for (old, place) in successors.enumerated() {
      guard let place, preset.sends[place].level == before.sends[old].level else { continue }
      session.sends[place].level = user.sends[old].level
    }
  }

  /// The JACK ports that the session needs.
  var ports: [PortGroup] {
    session.sources.compactMap { source -> PortGroup? in
      guard case .jack(let connections) = source.kind else { return nil }
      return PortGroup(
        direction: .input,
        ports: session.portNames(of: source).enumerated().map { index, port in
          PortRequest(
            key: .source(session: name, source: source.name, channel: index),
            label: PortLabel(
              owner: session.sources.count == 1 ? name : "\(name)_\(source.name)",
              name: port
            ),
            patterns: connections[index]
          )
        }
      )
    }
  }

  /// The latency of each output channel: the longest way through the graph.
  func outputLatencies() -> [FrameCount] {
    var after: [FrameCount] = []
    func longest(_ signals: some Sequence<Graph.Signal>) -> FrameCount {
      signals.map { signal in
        if case .node(let index, _) = signal { after[index] } else { FrameCount.zero }
      }.max() ?? .zero
    }
    for (node, plugin) in zip(session.graph.nodes, plugins) {
      let before = longest(node.inputs.values.joined())
      after.append(FrameCount(before.value + plugin.instance.latency.value))
    }
    return session.graph.outputs.map(longest)
  }
}

/// A player of a live session.
struct LivePlayer {
  let source: String
  let file: SoundFilePlayer
  let node: PlayerNode
  /// Whether its user wants it to play.
  var isPlaying: Bool
  /// Whether it has played its last frame and waits for a jump.
  var hasEnded = false
  var cuePoint: Seconds

  /// Where in the file it is.
  var position: Seconds { file.position(of: node.ring.framesRead) }
}

/// A plugin of a live session.
struct LivePlugin {
  let id: String
  let uri: String
  let instance: LV2Instance
}

extension Graph {
  /// The graph without the values of its plugins' controls.
  fileprivate var structure: Graph {
    var bare = self
    for index in bare.nodes.indices { bare.nodes[index].values = [:] }
    return bare
  }
}

extension Session {
  /// For each send of `before` the place of the send that goes the same way, by way of the routes that stay.
  fileprivate func successors(of before: Session, routes kept: Set<String>) -> [Int?] {
    var left = Array(sends.indices)
    return before.sends.map { old in
      guard kept.contains(old.route) else { return nil }
      let way = before.way(of: old)
      guard let place = left.firstIndex(where: { self.way(of: sends[$0]) == way }) else {
        return nil
      }
      return left.remove(at: place)
    }
  }

  /// A send without its level and cue, with channels of the graph for those of a stream.
  private func way(of send: Send) -> Send {
    let stream = streams.first { $0.name == send.stream }?.channels ?? []
    let map = send.map.map { Send.ChannelPair(from: stream[$0.from - 1], to: $0.to) }
    return Send(stream: "", route: send.route, map: map, tap: send.tap)
  }

  fileprivate func makeSends() -> [SendNode] {
    sends.map { SendNode(gain: $0.gain(isCued: isCued).factor) }
  }
}

extension Send {
  /// The gain of the send, given whether its session is cued.
  func gain(isCued: Bool) -> LinearGain {
    isCueOnly && !isCued ? .silence : LinearGain(level)
  }
}
