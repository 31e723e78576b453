// SPDX-License-Identifier: Apache-2.0
// An edit of every key that the host carries out, or the transport: sound goes on as it was.

@testable import Presets

extension SingleEdits {
  static let hosts: [[SingleEdit]] = [
    at(
      .transport,
      "preset/transport",
      SingleEdit("source: jack"),
      SingleEdit("tempo_bpm: 90"),
      SingleEdit("meter: 3/4"),
      SingleEdit("rolling: off"),
      SingleEdit("timebase: on", given: [("preset/transport", "source: jack")]),
      SingleEdit("midi_clock: out")
    ),
    at(
      .rig,
      "preset/rig",
      SingleEdit("call_allows_playback: on"),
      SingleEdit("-io_buffer"),
      SingleEdit("extra_output_pairs: [ [ headphones, speaker ] ]"),
      SingleEdit("ineligible_combination: allow"),
      SingleEdit("primary_input: second"),
      SingleEdit("recordings_folder: ."),
      SingleEdit("voice_microphones: [ second ]")
    ),
    at(
      .buffer,
      "preset/rig/io_buffer",
      SingleEdit("minimum_seconds: 0.002"),
      SingleEdit("maximum_seconds: 0.1")
    ),
    at(.recording, "preset/recordings/0", SingleEdit("of: deck"), SingleEdit("file: other.wav")),
    at(
      .server,
      "preset/server",
      SingleEdit("card: dummy", given: [("preset", "server: { rate_hz: 48000 }")]),
      SingleEdit("rate_hz: 44100", given: [("preset", "server: { rate_hz: 48000 }")]),
      SingleEdit("period_frames: 128", given: [("preset", "server: { rate_hz: 48000 }")])
    ),
    at(.surfaces, "preset/surfaces", SingleEdit("osc: off"), SingleEdit("web: off")),
    at(
      .osc,
      "preset/surfaces/osc",
      SingleEdit("address: 0.0.0.0"),
      SingleEdit("port: 9001"),
      SingleEdit("tcp: on"),
      SingleEdit("query_port: 9002"),
      SingleEdit("from: [ 192.168.1.20 ]")
    ),
    at(
      .web,
      "preset/surfaces/web",
      SingleEdit("address: 0.0.0.0"),
      SingleEdit("port: 8081"),
      SingleEdit("hosts: [ mixer.local ]")
    ),
    at(
      .alerts,
      "preset/alerts",
      SingleEdit("routes: { aux: { silence_db: -50, silence_seconds: 60 } }"),
      SingleEdit("clipping: off"),
      SingleEdit("xruns: off"),
      SingleEdit("disk_below_mb: 2000"),
      SingleEdit("recordings: off"),
      SingleEdit("lost_sessions: off"),
      SingleEdit("fallbacks: off"),
      SingleEdit("alarm: off"),
      SingleEdit("server_seconds: 5"),
      SingleEdit("dummy: off"),
      SingleEdit("left_out: off"),
      SingleEdit("on_alert: [ logger ]")
    ),
    at(
      .routeAlert,
      "preset/alerts/routes/main",
      SingleEdit("silence_db: -40"),
      SingleEdit("silence_seconds: 30"),
      SingleEdit("unplugged_seconds: 10"),
      SingleEdit("watchdog: on")
    ),
    at(
      .xrunAlert,
      "preset/alerts/xruns",
      SingleEdit("count: 30"),
      SingleEdit("within_seconds: 30")
    ),
    at(
      .midiMap,
      "preset/midi_map",
      SingleEdit("device: \"*Pads*\""),
      SingleEdit("input: \"*Knobs*\""),
      SingleEdit("output: \"*Knobs*\""),
      SingleEdit("use: pads2.yaml"),
      SingleEdit("bindings: [ { \"on\": fader, set: main.fader_db } ]")
    ),
    at(
      .binding,
      "preset/midi_map/bindings/0",
      SingleEdit("\"on\": cc/1/12", of: "on"),
      SingleEdit("set: deck.trim_db"),
      SingleEdit("range: [ -60, 6 ]"),
      SingleEdit("curve: linear"),
      SingleEdit("invert: on"),
      SingleEdit("takeover: jump"),
      SingleEdit("over_seconds: 1"),
      SingleEdit("feedback: on"),
      SingleEdit("shows: main.mute"),
      SingleEdit("ends: [ 3, 124 ]"),
      SingleEdit("in_layer: shift"),
      SingleEdit("lit: 11", given: [("preset/midi_map/bindings/0", "feedback: on")])
    ),
    at(.controls, "pads", SingleEdit("controls: { fader: { \"on\": cc/1/12 } }")),
    at(
      .control,
      "pads/controls/fader",
      SingleEdit("\"on\": cc/1/12", of: "on"),
      SingleEdit("relative: offset"),
      SingleEdit("feedback: on"),
      SingleEdit("lit: 11", given: [("pads/controls/fader", "feedback: on")]),
      SingleEdit("ends: [ 3, 124 ]")
    ),
    at(
      .binding,
      "preset/midi_map/bindings/1",
      SingleEdit("trigger: deck.sources.file.cue"),
      SingleEdit("arguments: { file: other.flac }")
    ),
    at(.binding, "preset/midi_map/bindings/2", SingleEdit("layer: other"), SingleEdit("latch: on")),
    at(
      .binding,
      "preset/midi_map/bindings/3",
      SingleEdit("relative: twos_complement"),
      SingleEdit("step: 0.5")
    ),
    at(.binding, "preset/midi_map/bindings/4", SingleEdit("toggle: other.mute")),
    at(.binding, "preset/midi_map/bindings/5", SingleEdit("to: -9")),
  ]
}
