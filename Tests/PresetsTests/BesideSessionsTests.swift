// SPDX-License-Identifier: Apache-2.0
// A rig's parts beside its sessions: interrupters, system sounds, voice processing, its owner's
// policy.

import ControlTower
import Presets
import Quantities
import RigModel
import Testing

@Suite("Beside its sessions a preset")
struct BesideSessionsTests {
  private let bench: Workbench

  init() throws {
    bench = try Workbench()
    try bench.write("", to: "a.wav")
  }

  @Test("says what is heard of interrupters")
  func interrupters() throws {
    let rig = try bench.read(
      Workbench.rig + """
        interrupters:
          phone: { source: { jack: "far:out_*" }, fader_db: -3, sends: [ { to: main } ] }
          alarm:
            sources: { siren: { player: a.wav, loop: on }, warden: { route: mic } }
            graph: [ { plugin: urn:test:stereo } ]
            sends: [ { to: wide, channels: [ 3, 4 ] } ]
          assistant: {}
        """
    )
    let phone = try #require(rig.interrupters[.phone])
    #expect(phone.name == "phone" && phone.values.fader == Decibels(-3))
    #expect(phone.sends.map(\.route) == ["main"])
    let alarm = try #require(rig.interrupters[.alarm])
    #expect(alarm.sources.map(\.channels) == [2, 1] && alarm.graph.nodes.count == 1)
    #expect(alarm.sends.first?.map.map(\.to) == [3, 4])
    #expect(rig.interrupters[.assistant]?.sends == [])
  }

  @Test("says what is heard while an interrupter rings, and lets that follow the route")
  func ring() throws {
    let rig = try bench.read(
      Workbench.rig + """
        interrupters:
          alarm: { sends: [] }
          phone:
            source: { jack: "far:out_*" }
            route_faders: on
            sends: [ { to: currentRoute } ]
            ring: { sound: a.wav, fader_db: -9, sends: [ { to: currentRoute } ] }
        """
    )
    #expect(rig.rings.keys.map(\.rawValue) == ["phone"])
    let ring = try #require(rig.rings[.phone])
    #expect(ring.name == "phone.ring" && ring.values.fader == Decibels(-9))
    #expect(ring.entry == .sum && ring.sends.allSatisfy(\.followsRoute))
    #expect(rig.interrupters[.phone]?.sends.allSatisfy(\.followsRoute) == true)
    guard case .player(let player)? = ring.sources.first?.kind else {
      Issue.record("a ring is a file")
      return
    }
    #expect(player.file == bench.path("a.wav") && player.loops && player.startsPlaying)
  }

  @Test("names system sounds and where they go")
  func systemSounds() throws {
    let rig = try bench.read(
      Workbench.rig + """
        system_sounds: { sounds: { click: a.wav }, fader_db: -12, sends: [ { to: main } ] }
        """
    )
    #expect(rig.systemSounds.files == ["click": bench.path("a.wav")])
    #expect(rig.systemSounds.values.fader == Decibels(-12))
    let map: [Send.ChannelPair] = [.init(from: 1, to: 1), .init(from: 2, to: 2)]
    #expect(rig.systemSounds.sends == [Send(stream: "main", route: "main", map: map)])
  }

  @Test("has one channel of processing for voices")
  func voiceProcessing() throws {
    let rig = try bench.read(
      "tarmac: 1\nvoice_processing: { graph: [ { plugin: urn:test:mono, set: { gain: 3 } } ] }"
    )
    let graph = try #require(rig.voiceProcessing)
    #expect(graph.nodes.map(\.values) == [["gain": 3]])
    #expect(graph.nodes[0].inputs == ["in": [.source(0, channel: 1)]])
    #expect(graph.outputs == [[.node(0, port: "out")]])
  }

  @Test("holds what its owner has decided for all sessions")
  func policy() throws {
    let rig = try bench.read(
      Workbench.rig + """
        rig:
          call_allows_playback: on
          io_buffer: { minimum_seconds: 0.001 }
          extra_output_pairs: [ [ headphones, speaker ], [ usb, hdmi ] ]
          ineligible_combination: allow
          primary_input: mic
          voice_microphones: [ stems, mic ]
        """
    )
    #expect(
      rig.policy
        == RigPolicy(
          callAllowsPlayback: true,
          ioBufferLimits: Seconds(0.001)...Seconds(0.5),
          extraOutputPairs: [[.headphones, .speaker], [.usb, .hdmi]],
          ineligibleCombination: .allow,
          primaryInput: PortID("mic"),
          voiceMicrophones: [PortID("stems"), PortID("mic")]
        )
    )
  }

  @Test("describes its routes to the tower")
  func ports() throws {
    let rig = try bench.read(
      "tarmac: 1\nroutes:\n  wall: { role: net, channels: 4, mirrored: on }\n"
        + "  far: { role: net, direction: input, channels: 1 }"
    )
    #expect(
      rig.routes.map(\.port) == [
        PortDescription(
          id: PortID("wall"),
          role: .net,
          direction: .output,
          channels: 4,
          isMirrored: true
        ),
        PortDescription(id: PortID("far"), role: .net, direction: .input, channels: 1),
      ]
    )
  }

  static let mistakes: [BadPreset] = [
    .rig("an unknown interrupter", "interrupters: { ▶phoen: {} }", "did you mean 'phone'?"),
    .rig(
      "an interrupter called like a session",
      "sessions: { phone: {} }\ninterrupters: { ▶phone: {} }",
      "'phone'",
      "taken"
    ),
    .rig("a category of an interrupter", "interrupters: { alarm: { ▶mode: default } }", "no key"),
    .rig(
      "an interrupter that hears a session",
      "sessions: { a: {} }\ninterrupters: { alarm: { source: { ▶session: a } } }",
      "sessions only"
    ),
    .rig(
      "a ring without a sound",
      "interrupters: { alarm: { ring: ▶{ sends: [] } } }",
      "'sound'"
    ),
    .rig(
      "an interrupter that hears where a session is routed",
      "interrupters: { alarm: { source: { route: ▶currentRoute } } }",
      "only a session"
    ),
    .rig(
      "an insert of an interrupter",
      "sessions: { a: {} }\ninterrupters: { alarm: { graph: [ { insert: ▶a } ] } }",
      "only a session"
    ),
    .rig(
      "system sounds that go nowhere",
      "system_sounds: ▶{ sounds: { click: sound.wav } }",
      "'sends'"
    ),
    .rig(
      "a system sound that is not there",
      "system_sounds: { sounds: { click: ▶no.wav }, sends: [] }",
      "does not exist"
    ),
    .rig("a voice strip without a graph", "voice_processing: ▶{}", "'graph'"),
    .rig(
      "a voice strip that is too wide",
      "voice_processing: { graph: ▶[ { plugin: urn:test:split } ] }",
      "2 channels",
      "MODE-12"
    ),
    .rig(
      "an exclusive plugin in a voice strip",
      "voice_processing: { graph: [ { plugin: urn:test:mono, ▶exclusive: card } ] }",
      "sessions only"
    ),
    .rig("an output as primary input", "rig: { primary_input: ▶main }", "output", "input"),
    .rig("an unknown microphone", "rig: { voice_microphones: [ ▶mik ] }", "did you mean 'mic'?"),
    .rig("buffers upside down", "rig: { io_buffer: ▶{ minimum_seconds: 0.9 } }", "longer"),
    .rig("a pair of three", "rig: { extra_output_pairs: [ ▶[ usb, hdmi, net ] ] }", "two"),
    .rig("a pair of one role", "rig: { extra_output_pairs: [ ▶[ usb, usb ] ] }", "two different"),
    .rig("a pair with an input", "rig: { extra_output_pairs: [ [ usb, ▶mic ] ] }", "one of"),
    .rig("an unknown answer", "rig: { ineligible_combination: ▶allows }", "did you mean 'allow'?"),
    .init(
      "a mirrored loudspeaker",
      "tarmac: 1\nroutes: { a: { role: hdmi, channels: 2, ▶mirrored: on } }",
      "role net"
    ),
    .init(
      "a route called currentRoute",
      "tarmac: 1\nroutes: { ▶currentRoute: { role: hdmi, channels: 2 } }",
      "no route can be called"
    ),
    .init(
      "a route called rig",
      "tarmac: 1\nroutes: { ▶rig: { role: hdmi, channels: 2 } }",
      "no route can be called 'rig'"
    ),
  ]

  @Test("is refused with the place of a mistake", arguments: mistakes)
  func isRefused(_ preset: BadPreset) throws {
    try preset.check()
  }
}
