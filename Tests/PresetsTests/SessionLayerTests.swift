// SPDX-License-Identifier: Apache-2.0
// Presets' keys for the session layer: behaviour, preferences, ducks, and sound between sessions.

import ControlTower
import Presets
import Quantities
import RigModel
import RuleProofs
import Testing

@Suite("The session layer of a preset")
struct SessionLayerTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "a.wav")
  }

  @Test("treats sessions as they want to be treated")
  func behaviour() throws {
    let session = try bench.session(
      """
      policy: longFormAudio
      category: playback
      resume: never
      resume_after_reset: off
      route_policy: ignore
      foreground: off
      background_audio: off
      may_interrupt_from_background: on
      prefers_no_interruptions_from_system_alerts: on
      prefers_interruption_on_route_disconnect: on
      system_sounds_during_recording: on
      deactivate_on: stop
      inter_session: on
      record_permission: ask
      """
    )
    let behaviour = SessionBehaviour(
      resume: .never,
      resumesAfterReset: false,
      routePolicy: .ignore,
      startsInForeground: false,
      backgroundAudio: false,
      mayInterruptFromBackground: true,
      prefersNoInterruptionsFromSystemAlerts: true,
      prefersInterruptionOnRouteDisconnect: true,
      allowsSystemSoundsDuringRecording: true,
      deactivatesOnStop: true,
      interSession: true,
      recordPermission: .undetermined
    )
    #expect(session.seat.configuration.behaviour == behaviour)
    #expect(session.seat.configuration.policy == .longFormAudio)
  }

  @Test("keeps the hardware that sessions would like", .proves("ANC-PREF-01"))
  func preferences() throws {
    let session = try bench.session(
      """
      category: playAndRecord
      preferred_io_buffer_seconds: 0.005
      preferred_sample_rate_hz: 48000
      preferred_input: mic
      preferred_input_channels: 1
      preferred_output_channels: 2
      input_gain: 0.5
      """
    )
    #expect(
      session.seat.preferences == [
        .ioBufferDuration(Seconds(0.005)), .sampleRate(SampleRate(hertz: 48_000)),
        .input(PortID("mic")), .inputChannels(1), .outputChannels(2), .inputGain(0.5),
      ]
    )
    #expect(try bench.session("{}").seat.preferences == [])
  }

  @Test(
    "has required options or is refused, and preferred ones as far as they go with the rest",
    .proves("CHG-05")
  )
  func preferredOptions() throws {
    let options = "preferred_options: [ duckOthers, allowAirPlay, allowBluetooth ]"
    for (category, mode, expected) in [
      ("playAndRecord", "default", [CategoryOption.duckOthers, .allowAirPlay, .allowBluetoothHFP]),
      ("playback", "default", [.duckOthers]), ("record", "default", [.allowBluetoothHFP]),
      ("ambient", "default", []), ("playback", "spokenAudio", [.duckOthers]),
    ] {
      let text = "category: \(category)\nmode: \(mode)\n\(options)"
      #expect(try bench.session(text).seat.configuration.options == Set(expected), "\(category)")
      let rig = Workbench.rig + Workbench.session(text)
      let left = try bench.read(rig).warnings.filter { $0.message.contains("does without") }
      #expect(left.count == 3 - expected.count && left.allSatisfy { $0.message.hasSuffix(")") })
    }
    let required = Workbench.rig + Workbench.session("category: ambient\noptions: [ duckOthers ]")
    #expect(try bench.problems(in: required).contains { $0.message.contains("duckOthers") })
    let longForm = try bench.session(
      "category: playback\npolicy: longFormAudio\npreferred_options: [ mixWithOthers ]"
    )
    #expect(
      longForm.seat.configuration.options.isEmpty && longForm.seat.configuration.policy != .default
    )
  }

  @Test("ducks some sessions differently; what is not said is as for the others")
  func ducks() throws {
    let rig = try bench.read(
      Workbench.rig + """
        sessions:
          bed: { category: ambient }
          voice:
            category: playback
            options: [ duckOthers ]
            duck:
              level_db: -20
              hold_seconds: 0.5
              start: afterAttack
              sidechain: { threshold_db: -40, idle_db: -6 }
              of: { bed: { level_db: -30, attack_seconds: 1, sidechain: { threshold_db: -50 } } }
        """
    )
    let voice = try #require(rig.sessions.last).seat.configuration
    let duck = Duck(
      level: Decibels(-20),
      attack: Seconds(0.1),
      hold: Seconds(0.5),
      release: Seconds(0.6),
      startsAfterAttack: true,
      sidechain: Sidechain(threshold: Decibels(-40), idle: Decibels(-6))
    )
    var bed = duck
    bed.level = Decibels(-30)
    bed.attack = Seconds(1)
    bed.sidechain = Sidechain(threshold: Decibels(-50), idle: .unity)
    #expect(voice.duck == duck && voice.ducksOf == [SessionID("bed"): bed])
  }

  @Test("hears the input to which the session is routed, as many channels of it as it says")
  func currentInput() throws {
    for (text, channels) in [("", 1), (", channels: 3", 3)] {
      let session = try bench.session("source: { route: currentRoute\(text) }")
      let source = try #require(session.channel.sources.first)
      #expect(source.followsRoute && source.isInput && source.channels == channels)
      #expect(
        session.seat.configuration.usesInput && session.channel.graph.outputs.count == channels
      )
    }
    let pinned = try bench.session("source: { route: mic }").channel.sources[0]
    #expect(!pinned.followsRoute && pinned.isInput)
  }

  @Test("sends where the session is routed, onto any output")
  func currentRoute() throws {
    func maps(_ text: String, _ widths: [Int]) throws -> [[Send.ChannelPair]] {
      let session = try bench.session("source: { route: stems }\nsends: [ { \(text) } ]")
      let send = try #require(session.channel.sends.first)
      #expect(send.followsRoute && send.route == Send.currentRoute)
      return widths.map(send.map(onto:))
    }
    func pairs(_ numbers: (Int, Int)...) -> [Send.ChannelPair] {
      numbers.map { Send.ChannelPair(from: $0.0, to: $0.1) }
    }
    #expect(
      try maps("to: currentRoute, from: [ 3, 4 ]", [1, 2, 6]) == [
        pairs((3, 1), (4, 1)), pairs((3, 1), (4, 2)), pairs((3, 1), (4, 2)),
      ]
    )
    #expect(
      try maps("to: currentRoute, from: [ 2 ]", [1, 2, 4])
        == [pairs((2, 1)), pairs((2, 1), (2, 2)), pairs((2, 1), (2, 2))]
    )
    #expect(try maps("to: currentRoute", [2]) == [pairs((1, 1), (2, 2))])
    let pinned = try bench.session("source: { route: mic }\nsends: [ { to: main } ]").channel.sends[
      0
    ]
    #expect(!pinned.followsRoute && pinned.map(onto: 1) == pinned.map)
  }

  @Test("lets sessions hear one another, whatever their order", .proves("IAA-01"))
  func sendsBetweenSessions() throws {
    let rig = try bench.read(
      Workbench.rig + """
        sessions:
          host:
            category: playback
            options: [ mixWithOthers ]
            inter_session: on
            sources:
              all: { session: node }
              one: { session: node, channels: [ 3 ], tap: post }
          node:
            category: multiRoute
            options: [ mixWithOthers ]
            inter_session: on
            source: { route: stems, channels: [ 1, 2, 3 ] }
        """
    )
    #expect(rig.sessions.map(\.name) == ["host", "node"])
    #expect(
      rig.sessions[0].channel.sources == [
        Source(name: "all", channels: 3, kind: .session("node", channels: [1, 2, 3], tap: .pre)),
        Source(name: "one", channels: 1, kind: .session("node", channels: [3], tap: .post)),
      ]
    )
    #expect(rig.sessions.map(\.seat.configuration.usesInput) == [false, true])
  }

  @Test("lets a session process the sound of another one", .proves("IAA-02"))
  func inserts() throws {
    let rig = try bench.read(
      Workbench.rig + """
        sessions:
          host:
            category: playback
            options: [ mixWithOthers ]
            inter_session: on
            source: { player: a.wav, channels: 1 }
            graph: [ { plugin: urn:test:mono }, { insert: room }, { plugin: urn:test:stereo } ]
          room:
            category: ambient
            inter_session: on
            source: { insert: on }
            graph: [ { plugin: urn:test:mono } ]
        """
    )
    let host = rig.sessions[0].channel.graph
    let mono = Graph.Signal.node(0, port: "out")
    #expect(
      host.inserts == [Graph.Insert(session: "room", position: 1, inputs: [[mono], [mono]])]
    )
    let inputs: [String: [Graph.Signal]] = [
      "l": [.insert(0, channel: 1)], "r": [.insert(0, channel: 2)],
    ]
    #expect(host.nodes.last?.inputs == inputs)
    #expect(rig.sessions[1].channel.sources == [Source(name: "source", channels: 2, kind: .insert)])
  }

  @Test("knows what runs while a session does not hold its token", .proves("HWC-03"))
  func variants() throws {
    let session = try bench.session(
      """
      category: playback
      source: { player: a.wav, channels: 1 }
      graph:
        - plugin: urn:test:mono
          exclusive: card
          shared: urn:test:keyed
        - plugin: urn:test:keyed
          exclusive: card
          shared: urn:test:mono
          shared_set: { gain: -3 }
      """
    )
    let ports = ["in": "in", "out": "out"]
    let card = ExclusiveToken("card")
    #expect(
      session.channel.graph.nodes.map(\.shared) == [
        Graph.SharedVariant(token: card, plugin: "urn:test:keyed", ports: ports),
        .init(token: card, plugin: "urn:test:mono", ports: ports, values: ["gain": -3]),
      ]
    )
    #expect(session.seat.configuration.tokens == [card])
  }

  @Test("marks sources that give way to others", .proves("SIL-03"))
  func secondary() throws {
    let session = try bench.session(
      "sources:\n  a: { player: a.wav, secondary: on }\n  b: { jack: \"x:y\" }"
    )
    #expect(session.channel.sources.map(\.isSecondary) == [true, false])
  }
}
