// SPDX-License-Identifier: Apache-2.0
// An edit of every key of sessions: what they are, how they duck, where they are sent.

@testable import Presets

extension SingleEdits {
  static let sessions: [[SingleEdit]] = [
    at(
      .session,
      "preset/sessions/deck",
      SingleEdit("role: dj"),
      SingleEdit(
        "category: multiRoute",
        values: ["deck.category", "deck.why"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit(
        "mode: videoRecording",
        values: ["deck.why"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit(
        "options: [ mixWithOthers, defaultToSpeaker ]",
        values: ["deck.why"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit(
        "preferred_options: [ defaultToSpeaker ]",
        values: ["deck.why"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit("active: off"),
      SingleEdit("deactivate_on: stop"),
      SingleEdit("resume: always"),
      SingleEdit("resume_after_reset: off"),
      SingleEdit("remember: [ mixer ]"),
      SingleEdit("route_policy: pauseOnLoss"),
      SingleEdit("on_return: resume"),
      SingleEdit(
        "foreground: off",
        values: ["deck.foreground", "deck.why"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit("background_audio: off"),
      SingleEdit("may_interrupt_from_background: on"),
      SingleEdit("prefers_no_interruptions_from_system_alerts: on"),
      SingleEdit("prefers_interruption_on_route_disconnect: on"),
      SingleEdit("system_sounds_during_recording: on"),
      SingleEdit("ducked_by_announcers: off"),
      SingleEdit("exclusive_outputs: on"),
      SingleEdit("inter_session: on"),
      SingleEdit(
        "record_permission: ask",
        values: ["deck.permission", "deck.why"],
        heardOn: ["main"],
        players: ["deck.file"]
      ),
      SingleEdit("preferred_io_buffer_seconds: 0.005"),
      SingleEdit("preferred_sample_rate_hz: 44100"),
      SingleEdit("preferred_input: second"),
      SingleEdit("preferred_input_channels: 1"),
      SingleEdit("preferred_output_channels: 1"),
      SingleEdit("input_gain: 0.5"),
      SingleEdit("trim_db: -3", values: ["deck.trim_db"], heardOn: ["main"]),
      SingleEdit("fader_db: -8", values: ["deck.fader_db"], heardOn: ["main"]),
      SingleEdit("balance: -0.4", values: ["deck.balance"], heardOn: ["main"]),
      SingleEdit("crossfader: A", values: ["deck.crossfader"], heardOn: ["main"]),
      SingleEdit("mute: on", values: ["deck.mute", "deck.why"], heardOn: ["main"]),
      SingleEdit("cue: on", values: ["deck.cue"], heardOn: ["main"]),
      SingleEdit("-midi"),
      SingleEdit("isolation: process", heardOn: ["main"], remade: deck, players: ["deck.file"]),
      SingleEdit("compensate: off", heardOn: ["main"]),
      SingleEdit("streams: { main: [ 1, 2 ], left: [ 1 ] }"),
      SingleEdit(
        "sends: [ { to: main, level_db: -1 }, { to: fx, tap: pre } ]",
        values: ["deck.sends.desk.", "deck.sends.main:2."]
      ),
      SingleEdit(
        "sources: { file: { player: stereo.wav, loop: on, cue_seconds: 0.02, play: on, channels: 2 }, line: { route: mic }, far: { jack: \"far:out\", channels: 1 }, more: { player: mono.wav, channels: 1 } }",
        values: ["deck.fault", "deck.sources.more.", "deck.why"],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"]
      ),
      SingleEdit(
        "graph: [ { plugin: \"urn:tarmac:isolator\", id: eq } ]",
        values: ["deck.card.", "deck.talk.", "deck.why"],
        heardOn: ["main"],
        remade: ["deck.eq"],
        players: ["deck.file"]
      )
    ),
    at(
      .session,
      "preset/sessions/book",
      SingleEdit("when_other_audio_playing: ambient"),
      SingleEdit("policy: longFormAudio")
    ),
    at(
      .session,
      "preset/sessions/news",
      SingleEdit("-fallback", values: ["news.sources.spare.playing", "news.sources.spare.state"])
    ),
    at(.session, "preset/sessions/chain", SingleEdit("source: { player: stereo.wav }")),
    at(
      .session,
      "preset/sessions/voice",
      SingleEdit(
        "-duck",
        values: [
          "chain.duck_db", "chat.duck_db", "chat.why", "church.duck_db", "deck.duck_db",
          "ear.duck_db",
        ],
        heardOn: ["main"]
      )
    ),
    at(
      .duck,
      "preset/sessions/voice/duck",
      SingleEdit(
        "level_db: -18",
        values: ["chat.duck_db", "chat.why", "church.duck_db", "deck.duck_db", "ear.duck_db"],
        heardOn: ["main"]
      ),
      SingleEdit("attack_seconds: 0.05", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit("hold_seconds: 0.05", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit("release_seconds: 0.05", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit("start: afterAttack", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit("-sidechain", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit("-of", values: ["chain.duck_db", "chat.why"], heardOn: ["main"])
    ),
    at(
      .duckedSession,
      "preset/sessions/voice/duck/of/chain",
      SingleEdit("level_db: -24", values: ["chain.duck_db", "chat.why"], heardOn: ["main"]),
      SingleEdit("attack_seconds: 0.05", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit("hold_seconds: 0.05", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit("release_seconds: 0.05", values: ["chat.why"], heardOn: ["main"]),
      SingleEdit(
        "sidechain: { threshold_db: -10 }",
        values: ["chain.duck_db", "chat.why"],
        heardOn: ["main"]
      )
    ),
    at(
      .sidechain,
      "preset/sessions/voice/duck/sidechain",
      SingleEdit(
        "threshold_db: -1",
        values: [
          "chain.duck_db", "chat.duck_db", "chat.why", "church.duck_db", "deck.duck_db",
          "ear.duck_db",
        ],
        heardOn: ["main"]
      ),
      SingleEdit("idle_db: -3", values: ["chat.why"], heardOn: ["main"])
    ),
    at(
      .midi,
      "preset/sessions/deck/midi",
      SingleEdit("input: \"pads:out\""),
      SingleEdit("output: \"organ:in\"")
    ),
    at(
      .send,
      "preset/sessions/deck/sends/0",
      SingleEdit("level_db: -9", values: ["deck.sends.main.level_db"], heardOn: ["main"]),
      SingleEdit(
        "tap: pre",
        values: ["deck.sends.main.follows", "deck.sends.main.tap"],
        heardOn: ["main"]
      ),
      SingleEdit(
        "when: cue",
        values: ["deck.sends.main.follows", "deck.sends.main.when"],
        heardOn: ["main"]
      ),
      SingleEdit(
        "follows: not",
        values: ["deck.sends.main.follows"],
        heardOn: ["main"],
        given: [("preset/crossfader", "position: -0.3")]
      ),
      SingleEdit(
        "to: desk",
        values: [
          "deck.sends.desk.", "deck.sends.main.follows", "deck.sends.main.level_db",
          "deck.sends.main.when", "deck.sends.main:2.",
        ],
        heardOn: ["desk", "main"]
      ),
      SingleEdit("from: [ 1, 1 ]", heardOn: ["main"]),
      SingleEdit("channels: [ 2, 1 ]", heardOn: ["main"])
    ),
    at(.send, "preset/sessions/voice/sends/0", SingleEdit("stream: left", heardOn: ["main"])),
  ]
}
