// SPDX-License-Identifier: Apache-2.0
// An edit of every key of the rig as a whole, of routes, buses, groups, and of what is heard beside
// the session rules.

@testable import Presets

extension SingleEdits {
  /// The desk hears the main output, too.
  private static let monitor = [(place: "preset/solo", text: "main: main")]

  static let parts: [[SingleEdit]] = [
    at(
      .preset,
      "preset",
      SingleEdit("start: best"),
      SingleEdit("server: { rate_hz: 44100 }"),
      SingleEdit("compensate: off", heardOn: ["main"]),
      SingleEdit("-crossfader", values: ["rig.crossfader.position"]),
      SingleEdit("-solo", values: ["*.sends.desk.", "desk.latency_ms"]),
      SingleEdit("state: states"),
      SingleEdit("remember: [ mixer ]"),
      SingleEdit("-voice_processing", heardOn: ["main"], remade: deck, players: ["deck.file"]),
      SingleEdit("-transport"),
      SingleEdit("-rig"),
      SingleEdit("-recordings"),
      SingleEdit("-surfaces"),
      SingleEdit("-alerts"),
      SingleEdit("-midi_map"),
      SingleEdit("-groups", values: ["both."], heardOn: ["main"], players: ["deck.file"]),
      SingleEdit("-interrupters", values: ["alarm.", "phone."]),
      SingleEdit("-system_sounds", values: ["system_sounds."])
    ),
    at(
      .preset,
      "preset/routes",
      SingleEdit("wall: { role: hdmi, channels: 2 }", of: "routes", values: ["wall."])
    ),
    at(
      .preset,
      "preset/buses",
      SingleEdit("hum: { sends: [ { to: phones } ] }", of: "buses", values: ["hum."])
    ),
    at(
      .preset,
      "preset/sessions",
      SingleEdit("-other", of: "sessions", values: ["other."], heardOn: ["aux", "phones"])
    ),
    at(
      .route,
      "preset/routes/main",
      SingleEdit("fader_db: -4", values: ["main.fader_db"], heardOn: ["main"]),
      SingleEdit("mute: on", values: ["main.mute"], heardOn: ["main"]),
      SingleEdit("dim_db: -6", values: ["main.dim_db"], heardOn: ["main"]),
      SingleEdit("night_db: -6", values: ["main.night_db"], heardOn: ["main"]),
      SingleEdit("balance: 0.3", values: ["main.balance"], heardOn: ["main"]),
      SingleEdit("mono: on", values: ["main.mono"], heardOn: ["main"]),
      SingleEdit("polarity: on", values: ["main.polarity"], heardOn: ["main"]),
      SingleEdit("delay_ms: 5", values: ["main.delay_ms", "main.latency_ms"], heardOn: ["main"]),
      SingleEdit("delay_m: 2", values: ["main.delay_ms", "main.latency_ms"], heardOn: ["main"]),
      SingleEdit("-graph", values: ["main.wide."], heardOn: ["main"]),
      SingleEdit("-limiter", values: ["main.ceiling.", "main.latency_ms"], heardOn: ["main"]),
      SingleEdit("loudness: on", values: ["main.loudness."])
    ),
    at(
      .route,
      "preset/routes/screen",
      SingleEdit("role: hdmi", values: ["screen.role"]),
      SingleEdit("direction: input", values: ["screen."], heardOn: ["screen"]),
      SingleEdit("channels: 4"),
      SingleEdit("ports: \"other:in_*\""),
      SingleEdit("mirrored: on")
    ),
    at(
      .bus,
      "preset/buses/fx",
      SingleEdit("trim_db: -3", values: ["fx.trim_db"], heardOn: ["main"]),
      SingleEdit("fader_db: -9", values: ["fx.fader_db"], heardOn: ["main"]),
      SingleEdit("balance: -0.5", values: ["fx.balance"], heardOn: ["main"]),
      SingleEdit("mute: on", values: ["fx.mute"], heardOn: ["main"]),
      SingleEdit("cue: on", values: ["fx.cue"], heardOn: ["desk"]),
      SingleEdit("crossfader: A", values: ["fx.crossfader"], heardOn: ["main"]),
      SingleEdit(
        "-graph",
        values: ["desk.latency_ms", "fx.late.", "fx.latency_ms", "fx.sweep."],
        heardOn: ["main"]
      ),
      SingleEdit("compensate: off", heardOn: ["main"]),
      SingleEdit("streams: { main: [ 1, 2 ], left: [ 1 ] }"),
      SingleEdit(
        "sends: [ { to: main }, { to: aux } ]",
        values: ["aux.latency_ms", "fx.sends.aux."],
        heardOn: ["aux"]
      ),
      SingleEdit(
        "graph: [ { plugin: \"urn:tarmac:djfilter\", id: sweep, set: { filter: 0.2 } } ]",
        values: ["desk.latency_ms", "fx.late.", "fx.latency_ms"],
        heardOn: ["main"],
        remade: ["fx.sweep"]
      )
    ),
    at(.bus, "preset/buses/room", SingleEdit("channels: 2", heardOn: ["aux"])),
    at(
      .group,
      "preset/groups/both",
      SingleEdit("fader_db: -7", values: ["both.fader_db"], heardOn: ["main"]),
      SingleEdit("mute: on", values: ["both.mute"], heardOn: ["main"]),
      SingleEdit("members: [ deck ]", values: ["both.members"], heardOn: ["main"])
    ),
    at(
      .crossfader,
      "preset/crossfader",
      SingleEdit("position: -0.3", values: ["rig.crossfader.position"], heardOn: ["main"]),
      SingleEdit("curve: constantPower", values: ["rig.crossfader.curve"], heardOn: ["main"]),
      SingleEdit(
        "steepness: 3",
        values: ["rig.crossfader.steepness"],
        heardOn: ["main"],
        given: [("preset/crossfader", "position: -0.3")]
      ),
      SingleEdit("reverse: on", values: ["rig.crossfader.reverse"], heardOn: ["main"]),
      SingleEdit("cut_a: on", values: ["rig.crossfader.cut_a"]),
      SingleEdit("cut_b: on", values: ["rig.crossfader.cut_b"], heardOn: ["main"])
    ),
    at(
      .route,
      "preset/routes/desk",
      SingleEdit("cue_mix: 1", values: ["desk.cue_mix"], heardOn: ["desk"], given: monitor),
      SingleEdit("main_cue: on", values: ["desk.main_cue"], heardOn: ["desk"], given: monitor),
      SingleEdit("split_cue: on", values: ["desk.split_cue"], heardOn: ["desk"], given: monitor),
      SingleEdit(
        "swap_cue: on",
        values: ["desk.swap_cue"],
        heardOn: ["desk"],
        given: monitor + [("preset/routes/desk", "split_cue: on")]
      )
    ),
    at(
      .solo,
      "preset/solo",
      SingleEdit(
        "main: main",
        values: ["desk.cue_mix", "desk.main_cue", "desk.split_cue", "desk.swap_cue"]
      ),
      SingleEdit(
        "to: screen",
        values: ["*.sends.desk.", "*.sends.screen.", "desk.latency_ms", "screen.latency_ms"]
      ),
      SingleEdit("tap: afl", values: ["*.sends.desk.tap"])
    ),
    at(
      .interrupter,
      "preset/interrupters/alarm",
      SingleEdit("trim_db: -3", values: ["alarm.trim_db"]),
      SingleEdit("fader_db: -3", values: ["alarm.fader_db"]),
      SingleEdit("balance: 0.5", values: ["alarm.balance"]),
      SingleEdit("mute: on", values: ["alarm.mute"]),
      SingleEdit("locked: on"),
      SingleEdit("fader_range_db: [ -6, 0 ]"),
      SingleEdit("route_faders: on"),
      SingleEdit("source: { player: click.wav, channels: 1 }", players: ["alarm.source"]),
      SingleEdit("-graph", values: ["alarm.latency_ms"]),
      SingleEdit("streams: { main: [ 1 ], left: [ 1 ] }"),
      SingleEdit(
        "sends: [ { to: phones } ]",
        values: ["alarm.sends.main.", "alarm.sends.phones.", "phones.latency_ms"]
      ),
      SingleEdit("-ring", values: ["alarm.ring."])
    ),
    at(
      .interrupter,
      "preset/interrupters/phone",
      SingleEdit(
        "sources: { line: { jack: \"phone:out\", channels: 1 }, more: { jack: \"phone:more\", channels: 1 } }"
      )
    ),
    at(
      .ring,
      "preset/interrupters/alarm/ring",
      SingleEdit("sound: mono.wav", players: ["alarm.ring.ring"]),
      SingleEdit("fader_db: -6", values: ["alarm.ring.fader_db"]),
      SingleEdit(
        "sends: [ { to: phones } ]",
        values: ["alarm.ring.sends.main.", "alarm.ring.sends.phones."]
      )
    ),
    at(
      .systemSounds,
      "preset/system_sounds",
      SingleEdit("sounds: { click: click.wav, other: click.wav }"),
      SingleEdit("fader_db: -6", values: ["system_sounds.fader_db"]),
      SingleEdit(
        "sends: [ { to: phones } ]",
        values: ["system_sounds.sends.main.", "system_sounds.sends.phones."]
      )
    ),
    at(
      .voice,
      "preset/voice_processing",
      SingleEdit(
        "graph: [ { plugin: \"urn:tarmac:limiter:mono\" } ]",
        values: ["chat.latency_ms"],
        heardOn: ["main"],
        remade: deck,
        players: ["deck.file"]
      )
    ),
  ]
}
