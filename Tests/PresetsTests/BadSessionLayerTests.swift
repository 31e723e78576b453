// SPDX-License-Identifier: Apache-2.0
// Mistakes in sessions' keys for the session layer.

import ControlTower
import Presets
import RigModel
import RuleProofs
import Testing

@Suite("A session layer with a mistake")
struct BadSessionLayerTests {
  private static let hosts = "category: playback, options: [ mixWithOthers ], inter_session: on"

  static let words: [BadPreset] = [
    .session("an unknown role", "role: ▶gamer", "did you mean 'game'?"),
    .session(
      "a refused mode",
      "category: playback\nmode: ▶dualRoute",
      "'dualRoute'",
      "ANC-MODE-04"
    ),
    .session(
      "a refused option",
      "category: record\noptions: [ ▶farFieldInput ]",
      "'farFieldInput'",
      "hardware",
      "ANC-OPT-05"
    ),
    .session("a refused policy", "policy: ▶independent", "'independent'", "ANC-POL-01"),
    .session("an unknown policy", "policy: ▶longForm", "one of default, longFormAudio"),
    .session("a policy that does not fit", "policy: ▶longFormAudio", "playback", "ANC-POL-01"),
    .session("an unknown way to resume", "resume: ▶ifplaying", "did you mean 'ifPlaying'?"),
    .session("an unknown route policy", "route_policy: ▶pause", "ignore, pauseOnLoss"),
    .session("an unknown time to let go", "deactivate_on: ▶end", "one of never, stop"),
    .session("a permission that is denied", "record_permission: ▶denied", "one of granted, ask"),
    .session("a word as manner", "inter_session: ▶maybe", "true or false"),
    .session("a key of AVAudioSession", "▶active_on: load", "no key of a session"),
    .session("an unknown other category", "when_other_audio_playing: ▶ambiant", "'ambient'?"),
    .rig("a session called currentRoute", "sessions:\n  ▶currentRoute: {}\n", "can be called"),
    .rig("a session called rig", "sessions:\n  ▶rig: {}\n", "can be called 'rig'", "rig.switches"),
    .rig(
      "a session called as the bus of system sounds",
      "sessions:\n  ▶system_sounds: {}\n",
      "can be called",
      "system_sounds.fader_db"
    ),
  ]

  static let numbers: [BadPreset] = [
    .session("a cycle of a minute", "preferred_io_buffer_seconds: ▶60", "from 0.0001 to 1"),
    .session("a rate in kHz", "preferred_sample_rate_hz: ▶48", "from 8000 to 384000"),
    .session("an output as preferred input", "preferred_input: ▶main", "output", "input"),
    .session("no channels", "preferred_output_channels: ▶0", "from 1 to 256"),
    .session("too much gain", "input_gain: ▶2", "from 0 to 1"),
  ]

  private static func duck(_ mistake: String, _ text: String, _ words: String...) -> BadPreset {
    var preset = BadPreset.session(
      mistake,
      "category: playback\noptions: [ duckOthers ]\nduck: { \(text) }"
    )
    preset.words = words
    return preset
  }

  static let ducks: [BadPreset] = [
    duck("an endless hold", "hold_seconds: ▶1e3", "from 0 to 60"),
    duck("an unknown start", "start: ▶later", "immediately, afterAttack"),
    duck("a side chain without threshold", "sidechain: ▶{}", "'threshold_db'"),
    duck("a side chain above 0", "sidechain: { threshold_db: ▶3 }", "from -90 to 0"),
    duck(
      "pauses below the duck",
      "level_db: -6, sidechain: { threshold_db: -40, idle_db: ▶-12 }",
      "from -6 to 0"
    ),
    duck("a duck of itself", "of: { ▶deck: {} }", "does not duck itself"),
    duck("a duck of nobody", "of: { ▶dekc: {} }", "no session 'dekc'"),
    duck("a start for one session", "of: { ▶deck: {} }", "itself"),
  ]

  static let sources: [BadPreset] = [
    .session("a tap of a file", "source: { player: sound.wav, ▶tap: pre }", "other sessions only"),
    .session("an insert that is off", "source: { insert: ▶off }", "insert: on"),
    .session(
      "two inserts",
      "▶sources: { a: { insert: on }, b: { insert: on } }",
      "at most one"
    ),
    .session(
      "channels of a route in general",
      "source: { jack: \"a:b\" }\n"
        + "sends: [ { to: currentRoute, ▶channels: [ 1 ] } ]",
      "by name"
    ),
    .session("an unknown session", "source: { session: ▶deckB }", "no session 'deckB'"),
    .session("itself as source", "source: { session: ▶deck }", "circle: deck -> deck", "IAA-02"),
    .rig(
      "a circle",
      "sessions:\n  a: { \(hosts), source: { session: b } }\n"
        + "  b: { \(hosts), graph: [ { insert: c } ] }\n"
        + "  c: { \(hosts), source: { session: ▶a } }\n",
      "a -> b -> c -> a"
    ),
    .rig(
      "a session that does not allow it",
      "sessions:\n  a: { \(hosts), source: { session: ▶b } }\n  b: { category: ambient }\n",
      "inter_session: on",
      "'b'",
      "IAA-A2"
    ),
    .rig(
      "a session that does not mix",
      "sessions:\n  a: { inter_session: on, source: { session: ▶b } }\n  b: { \(hosts) }\n",
      "'a'",
      "a category that mixes",
      "IAA-A2"
    ),
    .rig(
      "without background audio",
      "sessions:\n  a: { \(hosts), background_audio: off, source: { session: ▶b } }\n"
        + "  b: { \(hosts) }\n",
      "background_audio: on",
      "IAA-A2"
    ),
    .rig(
      "a session without sound",
      "sessions:\n  a: { \(hosts), source: { session: ▶b } }\n  b: { \(hosts) }\n",
      "nothing to be heard"
    ),
    .rig(
      "a channel that a session lacks",
      "sessions:\n  a: { \(hosts), source: { session: b, channels: [ ▶2 ] } }\n"
        + "  b: { \(hosts), source: { jack: \"a:b\" } }\n",
      "no channel 2"
    ),
  ]

  static let graphs: [BadPreset] = [
    .rig(
      "an insert that does not listen",
      "sessions:\n  a: { \(hosts), source: { jack: \"a:b\" }, graph: [ { insert: ▶b } ] }\n"
        + "  b: { \(hosts), source: { player: sound.wav } }\n",
      "insert: on"
    ),
    .rig(
      "an insert that gives back less",
      "sessions:\n  a: { \(hosts), source: { jack: \"a:b\" }, graph: [ { insert: ▶b } ] }\n"
        + "  b:\n    category: ambient\n    inter_session: on\n    source: { insert: on }\n"
        + "    graph: { nodes: {}, connections: [ source.1 -> out.1 ] }\n",
      "as many"
    ),
    .rig(
      "an insert of another width",
      "sessions:\n  a: { \(hosts), source: { jack: \"a:*\", channels: 4 }, "
        + "graph: [ { insert: ▶b } ] }\n  b: { \(hosts), source: { insert: on } }\n",
      "4 channels wide"
    ),
    .rig(
      "an insert in two places",
      "sessions:\n  a: { \(hosts), source: { jack: \"a:b\" }, graph: [ { insert: b } ] }\n"
        + "  b: { \(hosts), source: { insert: on } }\n"
        + "  c: { \(hosts), source: { jack: \"a:b\" }, graph: [ { insert: ▶b } ] }\n",
      "into 'a' already"
    ),
    .rig(
      "a plugin's values beside an insert",
      "sessions:\n  a:\n    { \(hosts), source: { jack: \"a:b\" }, graph: [ { insert: b, ▶set: {} } ] }\n"
        + "  b: { \(hosts), source: { insert: on } }\n",
      "beside 'insert'"
    ),
    .session(
      "a token without a shared plugin",
      "source: { player: sound.wav }\ngraph: [ { plugin: urn:test:mono, ▶exclusive: card } ]",
      "write both",
      "HWC-03"
    ),
    .session(
      "a shared plugin without a token",
      "source: { player: sound.wav }\ngraph: [ { plugin: urn:test:mono, ▶shared: urn:test:mono } ]",
      "write both"
    ),
    .session(
      "a shared plugin of another shape",
      "source: { player: sound.wav }\n"
        + "graph: [ { plugin: urn:test:mono, exclusive: card, shared: ▶urn:test:stereo } ]",
      "as many audio inputs",
      "HWC-03"
    ),
    .session(
      "a shared plugin that is not there",
      "source: { player: sound.wav }\n"
        + "graph: [ { plugin: urn:test:mono, exclusive: card, shared: ▶urn:test:momo } ]",
      "did you mean 'urn:test:mono'?"
    ),
    .session(
      "a value that the shared plugin lacks",
      "source: { player: sound.wav }\ngraph:\n  - plugin: urn:test:mono\n    exclusive: card\n"
        + "    shared: urn:test:keyed\n    shared_set: { ▶gain: 1 }",
      "no control input"
    ),
  ]

  @Test("is refused with its place", arguments: words + numbers + ducks + sources + graphs)
  func isRefused(_ preset: BadPreset) throws {
    try preset.check()
  }

  @Test(
    "hears an input that its category does not have",
    .proves("CAT-05", "CAT-11", "CAT-17", "CAT-34"),
    arguments: [
      ("ambient", "an ambient session", "CAT-05"), ("soloAmbient", "a soloAmbient", "CAT-11"),
      ("playback", "a playback", "CAT-17"), ("audioProcessing", "an audioProcessing", "CAT-34"),
    ]
  )
  func hearsNothing(_ category: String, _ session: String, _ rule: String) throws {
    for source in [
      "source: { route: ▶mic }", "sources: { a: { jack: \"a:b\" }, b: { route: ▶mic } }",
    ] {
      try BadPreset.session(
        "an input",
        "category: \(category)\n\(source)",
        session,
        "hears no input",
        "category: playAndRecord",
        rule
      ).check()
    }
    let bench = try Workbench()
    #expect(
      try bench.session("category: \(category)\nsource: { jack: \"a:b\" }").channel.sources.count
        == 1
    )
  }

  @Test("hears an input that its other category does not have", .proves("CHG-10"))
  func otherCategory() throws {
    try BadPreset.session(
      "an input",
      "category: playAndRecord\nwhen_other_audio_playing: ambient\nsource: { route: ▶mic }",
      "an ambient session",
      "CAT-05"
    ).check()
  }
}
