// SPDX-License-Identifier: Apache-2.0
// Buses: their order, and mistakes in them.

import ControlTower
import Presets
import RigModel
import Testing

@Suite("A bus with a mistake")
struct BadBusTests {
  static let buses: [BadPreset] = [
    .rig("the name of a route", "buses:\n  ▶main: {}\n", "'main'", "taken by a route"),
    .rig("a reserved name", "buses:\n  ▶rig: {}\n", "no bus can be called 'rig'"),
    .rig("a misspelt key", "buses:\n  fx: { ▶send: [] }\n", "did you mean 'sends'?"),
    .rig(
      "a plugin that is called like one of its values",
      "buses:\n  fx: { graph: [ { plugin: 'urn:test:stereo', id: ▶clips } ] }\n",
      "'clips' is taken"
    ),
    .rig("a key of sessions", "buses:\n  fx: { ▶source: {} }\n", "no key of a bus"),
    .rig("a bus without channels", "buses:\n  fx: { channels: ▶0 }\n", "from 1 to 256"),
    .rig(
      "a send to nothing",
      "buses:\n  fx: { sends: [ { to: ▶mian } ] }\n",
      "no route or bus 'mian'",
      "did you mean 'main'?"
    ),
    .rig(
      "a send to the session's route",
      "buses:\n  fx: { ▶sends: [ { to: currentRoute } ] }\n",
      "no route of its own"
    ),
    .rig(
      "a circle of two",
      "buses:\n  a: { sends: [ { to: b } ] }\n  b: { ▶sends: [ { to: a } ] }\n",
      "in a circle: a -> b -> a"
    ),
    .rig("a bus on itself", "buses:\n  a: { ▶sends: [ { to: a } ] }\n", "a -> a"),
    .rig(
      "a session that is called like a bus",
      "buses:\n  fx: {}\nsessions:\n  ▶fx: {}\n",
      "'fx'",
      "taken by a bus"
    ),
    .rig(
      "an interrupter that is sent to a bus",
      "buses:\n  fx: {}\ninterrupters:\n"
        + "  phone: { source: { jack: 'a:b' }, sends: [ { to: ▶fx } ] }\n",
      "only sessions and buses"
    ),
    .rig(
      "a measurement that is sent to a bus",
      "buses:\n  fx: {}\nsessions:\n  m:\n    category: playback\n    mode: measurement\n"
        + "    source: { jack: 'a:b' }\n    ▶sends: [ { to: fx } ]\n",
      "MEAS-01"
    ),
    .rig(
      "a bus that is too narrow",
      "buses:\n  fx: { channels: 3, sends: [ { ▶to: main } ] }\n",
      "the route 'main' has 2 channels"
    ),
    .rig(
      "too many channels",
      "buses: ▶{ a: { channels: 256 }, b: { channels: 256 }, c: { channels: 256 },\n"
        + "  d: { channels: 256 }, e: {} }\n",
      "at most 1024"
    ),
  ]

  @Test("is refused with its place", arguments: buses)
  func mistakes(_ preset: BadPreset) throws { try preset.check() }

  @Test("is read behind those that are sent to it, with the outputs that it reaches")
  func order() throws {
    let rig = try Workbench().read(
      Workbench.rig + """
        buses:
          last: { channels: 1, sends: [ { to: wide, channels: [ 4 ] } ] }
          first: { sends: [ { to: last }, { to: main } ] }
        sessions:
          deck: { category: playback, source: { jack: "a:b" }, sends: [ { to: first, when: cue } ] }
        """
    )
    #expect(rig.buses.map(\.name) == ["first", "last"])
    #expect(rig.buses[0].sends.map(\.outputs) == [["wide"], ["main"]])
    let send = rig.sessions[0].channel.sends[0]
    #expect(send.isToBus && send.outputs == ["main", "wide"])
    let outputs: Set = [PortID("main"), PortID("wide")]
    #expect(rig.sessions[0].channel.sendTargets.pinned == outputs)
    #expect(rig.sessions[0].channel.sendTargets.cueOnly == outputs)
  }
}
