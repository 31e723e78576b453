// SPDX-License-Identifier: Apache-2.0
// The meaning of valid presets: defaults, routes, sources, streams, sends and recordings.

import ControlTower
import JACKVocabulary
import Presets
import Quantities
import RigModel
import Testing

@Suite("A preset")
struct RigTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "sets/a.wav")
  }

  @Test("may be empty but for its version, in JSON or with a byte order mark too")
  func empty() throws {
    for text in ["tarmac: 1", "{\"tarmac\": 1, \"routes\": {}}", "\u{FEFF}tarmac: '1'\n"] {
      let rig = try bench.read(text)
      #expect(rig == Rig(file: bench.path("rig.yaml")))
    }
  }

  @Test("gives a route the direction, channels and ports that its role and list suggest")
  func routes() throws {
    let routes = try bench.read(Workbench.rig).routes
    #expect(routes.map(\.name) == ["main", "booth", "wide", "mic", "stems"])
    #expect(routes.map(\.direction) == [.output, .output, .output, .input, .input])
    #expect(
      routes.map(\.channels) == [
        ["L", "R"], ["mono"], ["1", "2", "3", "4"], ["mono"], ["1", "2", "3", "4"],
      ]
    )
    #expect(
      routes[0].connections == [
        [.exact("system:playback_1")], [.exact("system:playback_2")],
      ]
    )
    #expect(routes[1].connections == [[]])
  }

  @Test("reads ports as names, patterns, expressions and groups")
  func ports() throws {
    let rig = try bench.read(
      """
      tarmac: 1
      routes:
        a: { role: net, ports: "pw:out_*" }
        b: { role: net, ports: "/pw:(left|right)/", channels: [ Ls, Rs, sub ] }
        c: { role: net, ports: [ [ "a:1", "b:?" ], "c:1" ], fader_db: -inf, mute: yes }
        d: { role: net, ports: "a:b" }
      """
    )
    #expect(rig.routes[0].connections == [[.glob("pw:out_*")], [.glob("pw:out_*")]])
    #expect(rig.routes[1].connections == Array(repeating: [.regex("pw:(left|right)")], count: 3))
    #expect(rig.routes[1].channels == ["Ls", "Rs", "sub"])
    #expect(rig.routes[2].connections == [[.exact("a:1"), .glob("b:?")], [.exact("c:1")]])
    #expect(rig.routes[2].fader == .silence && rig.routes[2].isMuted)
    #expect(rig.routes[3].connections == [[.exact("a:b")]])
  }

  @Test("gives a session that says nothing the defaults of the tower")
  func defaults() throws {
    let session = try bench.session("{}")
    #expect(
      session
        == {
          // No send follows the route, so nothing has to be paused when an output vanishes.
          let behaviour = SessionBehaviour(routePolicy: .ignore)
          let configuration = SessionConfiguration(id: SessionID("deck"), behaviour: behaviour)
          var channel = Channel(name: "deck")
          channel.streams = [Stream(name: "main", channels: [])]
          return Session(seat: Seat(configuration: configuration), channel: channel)
        }()
    )
  }

  @Test("reads what a session says")
  func session() throws {
    let session = try bench.session(
      """
      category: playback
      mode: moviePlayback
      options: [ duckOthers, mixWithOthers ]
      duck: { level_db: -6.5, release_seconds: 2 }
      active: on
      trim_db: +3
      fader_db: -inf
      mute: "yes"
      cue: true
      """
    )
    #expect(
      session.seat.configuration
        == SessionConfiguration(
          id: SessionID("deck"),
          category: .playback,
          mode: .moviePlayback,
          options: [.duckOthers, .mixWithOthers],
          duck: Duck(level: Decibels(-6.5), attack: Duck.standard.attack, release: Seconds(2)),
          behaviour: SessionBehaviour(routePolicy: .ignore)
        )
    )
    #expect(
      session.seat.startsActive && session.channel.values.isMuted && session.channel.values.isCued
    )
    #expect(session.channel.values.trim == Decibels(3) && session.channel.values.fader == .silence)
  }

  @Test("reads players, ports and routes as sources")
  func sources() throws {
    let session = try bench.session(
      """
      sources:
        file: { player: sets/a.wav, loop: true, cue_seconds: 1.5, play: off, channels: 1 }
        all: { jack: "Mixxx:out_0_*" }
        two: { jack: [ "a:l", "a:r" ] }
        mic: { route: mic }
        stems: { route: stems, channels: [ 4, 1 ] }
      """
    )
    var player = Player(file: bench.path("sets/a.wav"))
    player.loops = true
    player.cuePoint = Seconds(1.5)
    player.startsPlaying = false
    #expect(
      session.channel.sources == [
        Source(name: "file", channels: 1, kind: .player(player)),
        Source(
          name: "all",
          channels: 2,
          kind: .jack([[.glob("Mixxx:out_0_*")], [.glob("Mixxx:out_0_*")]])
        ),
        Source(name: "two", channels: 2, kind: .jack([[.exact("a:l")], [.exact("a:r")]])),
        Source(name: "mic", channels: 1, kind: .route("mic", channels: [1])),
        Source(name: "stems", channels: 2, kind: .route("stems", channels: [4, 1])),
      ]
    )
  }

  @Test("has a stream of all channels unless it defines one of that name")
  func streams() throws {
    let source = "source: { route: stems }\nstreams: "
    let usual = try bench.session(source + "{ left: [ 1 ], line: [ 3, 4 ] }")
    #expect(usual.channel.streams.map(\.name) == ["main", "left", "line"])
    #expect(usual.channel.streams.map(\.channels) == [[1, 2, 3, 4], [1], [3, 4]])
    let own = try bench.session(source + "{ left: [ 1 ], main: [ 2 ] }")
    #expect(own.channel.streams.map(\.channels) == [[1], [2]])
  }

  /// The type is written out because the compiler took 33 seconds to infer it.
  private static let sendMaps: [(text: String, pairs: [(Int, Int)])] = [
    ("{ to: wide }", [(1, 1), (2, 2), (3, 3), (4, 4)]),
    ("{ to: main, stream: one }", [(1, 1), (1, 2)]),
    ("{ to: booth, stream: two }", [(1, 1), (2, 1)]),
    ("{ to: booth, stream: one }", [(1, 1)]),
    ("{ to: main, from: [ 3, 1 ] }", [(3, 1), (1, 2)]),
    ("{ to: wide, stream: two, channels: [ 4, 2 ] }", [(1, 4), (2, 2)]),
    ("{ to: wide, stream: one, channels: [ 1, 2, 4 ] }", [(1, 1), (1, 2), (1, 4)]),
    ("{ to: wide, channels: [ 3 ] }", [(1, 3), (2, 3), (3, 3), (4, 3)]),
    ("{ to: wide, from: [ 2 ], channels: [ 3 ] }", [(2, 3)]),
  ]

  @Test("joins the channels of sends as their widths suggest", arguments: sendMaps)
  func sendMap(_ text: String, _ pairs: [(Int, Int)]) throws {
    let session = try bench.session(
      "source: { route: stems }\nstreams: { one: [ 1 ], two: [ 3, 4 ] }\nsends: [ \(text) ]"
    )
    #expect(
      session.channel.sends.map(\.map) == [pairs.map { Send.ChannelPair(from: $0.0, to: $0.1) }]
    )
  }

  @Test("reads where a send is taken, when and how loud")
  func sendOptions() throws {
    let session = try bench.session(
      "source: { route: mic }\nsends: [ { to: main, tap: pre, when: cue, level_db: -3 }, { to: booth } ]"
    )
    let map: [Send.ChannelPair] = [.init(from: 1, to: 1), .init(from: 1, to: 2)]
    #expect(
      session.channel.sends == [
        Send(
          stream: "main",
          route: "main",
          map: map,
          tap: .pre,
          level: Decibels(-3),
          isCueOnly: true
        ),
        Send(stream: "main", route: "booth", map: [.init(from: 1, to: 1)]),
      ]
    )
  }

  @Test("records routes and sessions beside itself")
  func recordings() throws {
    let rig = try bench.read(
      Workbench.rig + """
        sessions: { deck: {} }
        recordings: [ { of: main, file: main.wav }, { of: deck, file: sets/deck.FLAC } ]
        """
    )
    #expect(
      rig.recordings == [
        Recording(subject: "main", file: bench.path("main.wav")),
        Recording(subject: "deck", file: bench.path("sets/deck.FLAC")),
      ]
    )
  }

  @Test("may write a value once and use it again")
  func anchors() throws {
    let rig = try bench.read(
      Workbench.rig + """
        sessions:
          a: &deck { category: playAndRecord, source: { route: mic }, sends: [ { to: main } ] }
          b: *deck
        """
    )
    #expect(rig.sessions.map(\.name) == ["a", "b"])
    #expect(rig.sessions[0].channel.sends == rig.sessions[1].channel.sends)
  }

  @Test("reports all its mistakes at once, in the order of the text, and none that only follow")
  func allAtOnce() throws {
    let problems = try bench.problems(
      in: """
        tarmac: 1
        routes:
          main: { role: lineout, channels: 2 }
          mic: { role: mic, chanels: 1 }
        sessions:
          deck:
            catgory: playback
            source: { route: mic, channels: [ 7 ] }
            graph: [ { plugin: urn:test:momo }, { plugin: urn:test:mono, set: { gain: 99 } } ]
            sends: [ { to: main, tap: before }, { to: mian } ]
        recordings: [ { of: deck, file: a.ogg } ]
        """
    )
    #expect(
      problems.map { "\($0.line):\($0.column)" } == [
        "3:17", "4:21", "7:5", "9:24", "9:79", "10:31", "10:47", "11:33",
      ]
    )
  }
}
