// SPDX-License-Identifier: Apache-2.0
// Outputs for listening to single channels: the sends that `solo` adds, and mistakes in it.

import Presets
import RigModel
import Testing

@Suite("A solo of a preset")
struct SoloTests {
  static let mistakes: [BadPreset] = [
    .rig("a word", "solo: ▶phones\n", "a solo must be a mapping"),
    .rig("no output", "solo: ▶{ tap: pfl }\n", "a solo needs the key 'to'"),
    .rig(
      "a misspelt output",
      "solo: { to: ▶mian }\n",
      "there is no route 'mian'",
      "did you mean 'main'?"
    ),
    .rig("an input", "solo: { to: ▶mic }\n", "'mic' is an input, but an output is needed"),
    .rig("what follows the session", "solo: { to: ▶currentRoute }\n", "no route 'currentRoute'"),
    .rig("a bus", "solo: { to: ▶fx }\nbuses: { fx: {} }\n", "there is no route 'fx'"),
    .rig("an unknown tap", "solo: { to: main, tap: ▶pre }\n", "pfl, afl"),
    .rig("another key", "solo: { to: main, ▶level_db: -6 }\n", "no key of a solo"),
    .rig(
      "a session that is too wide",
      "solo: { to: ▶main }\n" + session("{ jack: [ 'a:1', 'a:2', 'a:3', 'a:4' ] }"),
      "the stream 'main' of the session 'deck' sends 4 channels",
      "the route 'main' has 2 channels",
      "give it a send of its own with 'when: cue'"
    ),
    .rig(
      "a bus that is too wide",
      "solo: { to: ▶booth }\nbuses: { fx: { channels: 3 } }\n",
      "of the bus 'fx' sends 3 channels",
      "'booth' has 1 channel:"
    ),
  ]

  static let monitors: [BadPreset] = [
    .rig("a misspelt main", "solo: { to: booth, main: ▶mian }\n", "there is no route 'mian'"),
    .rig("an input as main", "solo: { to: booth, main: ▶mic }\n", "'mic' is an input"),
    .rig("itself as main", "solo: { to: main, main: ▶main }\n", "another output than 'to'"),
    .rig("one ear", "solo: { to: ▶booth, main: main }\n", "1 channel", "one for each ear"),
    BadPreset(
      "the mix of a solo without main",
      """
      tarmac: 1
      routes:
        phones: { role: headphones, channels: 2, ▶cue_mix: 0 }
      solo: { to: phones }

      """,
      "'cue_mix' is for the output that 'solo' names beside 'main'"
    ),
  ]

  @Test("and a main output beside it are refused with their place", arguments: monitors)
  func monitor(_ preset: BadPreset) throws { try preset.check() }

  private static func session(_ source: String, _ keys: String = "") -> String {
    """
    sessions:
      deck:
        category: playback
        source: \(source)
        \(keys)

    """
  }

  @Test("is refused with its place", arguments: mistakes)
  func mistake(_ preset: BadPreset) throws { try preset.check() }

  private static let channels = """
    buses:
      fx: { sends: [ { to: main } ] }
      own: { sends: [ { to: main, when: cue } ] }
    sessions:
      pair: { category: playback, source: { jack: [ "a:1", "a:2" ] }, sends: [ { to: fx } ] }
      voice: { category: playback, source: { jack: "a:1" }, sends: [ { to: booth } ] }
      cued:
        category: playback
        source: { jack: "a:1" }
        sends: [ { to: wide, channels: [ 3 ], when: cue }, { to: main } ]
      unsent: { category: playback, source: { jack: "a:1" } }
      take: { category: record, source: { route: mic } }
      meter:
        category: playAndRecord
        mode: measurement
        source: { route: mic }
        sends: [ { to: main } ]
      mute: { category: playback }

    """

  @Test("gives a send with 'when: cue' to all who have none and can be heard")
  func sends() throws {
    let rig = try Workbench().read(Workbench.rig + "solo: { to: main }\n" + Self.channels)
    func pairs(_ map: (Int, Int)...) -> [Send.ChannelPair] {
      map.map { Send.ChannelPair(from: $0, to: $1) }
    }
    var channels: [String: Channel] = [:]
    for channel in rig.sessions.map(\.channel) + rig.buses { channels[channel.name] = channel }
    for (name, map) in [
      ("pair", pairs((1, 1), (2, 2))), ("voice", pairs((1, 1), (1, 2))),
      ("fx", pairs((1, 1), (2, 2))), ("unsent", pairs((1, 1), (1, 2))),
    ] {
      let send = try #require(channels[name]?.sends.last)
      #expect(send.route == "main" && send.isCueOnly && send.isImplied, "\(name)")
      #expect(send.tap == .pre && send.map == map && send.outputs == ["main"], "\(name)")
    }
    for name in ["cued", "own", "take", "meter", "mute"] {
      #expect(channels[name]?.sends.contains(where: \.isImplied) == false, "\(name)")
    }
    #expect(channels["fx"]?.sends.name(of: 1) == "main:2")
  }

  @Test("takes the sound behind the fader with afl, and sums it on an output of one channel")
  func behind() throws {
    let text = "solo: { to: booth, tap: afl }\n" + Self.channels
    let rig = try Workbench().read(Workbench.rig + text)
    let send = try #require(rig.sessions[0].channel.sends.last)
    #expect(send.tap == .post && send.map.map(\.from) == [1, 2] && send.map.map(\.to) == [1, 1])
  }

  @Test("is nothing that session rules know of, and leads nobody who is sent to a bus elsewhere")
  func rules() throws {
    let bench = try Workbench()
    let without = try bench.read(Workbench.rig + Self.channels)
    let with = try bench.read(Workbench.rig + "solo: { to: booth }\n" + Self.channels)
    #expect(with.sessions.map(\.channel.sendTargets) == without.sessions.map(\.channel.sendTargets))
    #expect(with.sessions.map(\.seat.configuration) == without.sessions.map(\.seat.configuration))
    #expect(with.sessions[0].channel.sends[0] == without.sessions[0].channel.sends[0])
  }
}
