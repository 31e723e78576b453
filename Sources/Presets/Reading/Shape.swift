// SPDX-License-Identifier: Apache-2.0
// The one table of the keys that a preset may have; `presets/tarmac.schema.json` is the same for
// editors.

import RigModel

/// The mappings with fixed keys.
enum Shape: String, CaseIterable {
  case preset, part, route, bus, group, solo, session, duck, duckedSession, sidechain, source, graph
  case node, step
  case pluginSidechain, send, midi, interrupter, ring, systemSounds, voice, transport, rig, buffer
  case recording, server, surfaces, osc, web, alerts, routeAlert, xrunAlert
  case midiMap, binding, controls, control

  /// The keys that it may have.
  var keys: [String] {
    switch self {
    case .preset:
      [
        "tarmac", "start", "server", "compensate", "routes", "buses", "groups", "solo", "sessions",
        "interrupters", "system_sounds", "voice_processing", "transport", "rig", "recordings",
        "state", "surfaces", "alerts", "remember", "midi_map",
      ]
    case .part: ["tarmac", "graph"]
    case .route:
      ["role", "direction", "channels", "ports", "mirrored"] + RouteValue.all.map(\.key)
        + ["delay_m"] + OutputGraph.allCases.map(\.rawValue) + ["loudness"]
    case .bus:
      ["channels"] + StripValue.all.map(\.key) + ["graph", "compensate", "streams", "sends"]
    case .group: GroupValue.all.map(\.key) + ["members"]
    case .solo: ["to", "tap"]
    case .session: Self.sessionKeys + StripValue.all.map(\.key) + Self.soundKeys
    case .duck:
      [
        "level_db", "attack_seconds", "hold_seconds", "release_seconds", "start", "sidechain", "of",
      ]
    case .duckedSession:
      ["level_db", "attack_seconds", "hold_seconds", "release_seconds", "sidechain"]
    case .sidechain: ["threshold_db", "idle_db"]
    case .source:
      [
        "player", "loop", "cue_seconds", "play", "jack", "route", "session", "tap", "insert",
        "channels", "secondary",
      ]
    case .graph: ["use", "nodes", "connections"]
    case .node:
      ["plugin", "preset", "state", "set", "sidechain", "shared", "shared_set", "exclusive"]
    case .step:
      [
        "plugin", "id", "preset", "state", "set", "sidechain", "shared", "shared_set", "exclusive",
        "insert", "use",
      ]
    case .pluginSidechain: ["from", "stream", "tap", "ports"]
    case .send: ["to", "stream", "from", "channels", "tap", "when"] + SendValue.all.map(\.key)
    case .midi: ["input", "output"]
    case .interrupter:
      StripValue.onBuses.map(\.key)
        + ["locked", "fader_range_db", "route_faders"]
        + ["source", "sources", "graph", "streams", "sends", "ring"]
    case .ring: ["sound"] + StripValue.onSystemSounds.map(\.key) + ["sends"]
    case .systemSounds: ["sounds"] + StripValue.onSystemSounds.map(\.key) + ["sends"]
    case .voice: ["graph"]
    case .transport: ["source", "tempo_bpm", "meter", "rolling", "timebase", "midi_clock"]
    case .rig:
      [
        "call_allows_playback", "io_buffer", "extra_output_pairs", "ineligible_combination",
        "primary_input", "recordings_folder", "voice_microphones",
      ]
    case .buffer: ["minimum_seconds", "maximum_seconds"]
    case .recording: ["of", "file"]
    case .surfaces: ["osc", "web"]
    case .server: ["card", "rate_hz", "period_frames"]
    case .osc: ["address", "port", "tcp", "query_port", "from"]
    case .web: ["address", "port", "hosts"]
    case .alerts:
      [
        "routes", "clipping", "xruns", "disk_below_mb", "recordings", "lost_sessions", "alarm",
        "server_seconds", "dummy", "left_out", "on_alert",
      ]
    case .routeAlert: ["silence_db", "silence_seconds", "unplugged_seconds", "watchdog"]
    case .xrunAlert: ["count", "within_seconds"]
    case .midiMap: ["device", "input", "output", "use", "bindings"]
    case .binding:
      [
        "on", "set", "toggle", "trigger", "layer", "to", "arguments", "latch", "in_layer", "range",
        "curve", "invert", "takeover", "relative", "step", "over_seconds", "feedback", "lit",
        "ends",
      ]
    case .controls: ["tarmac", "controls"]
    case .control: ["on", "relative", "feedback", "lit", "ends"]
    }
  }

  /// The noun for it in sentences.
  var noun: String {
    switch self {
    case .preset: "a preset"
    case .part: "a graph file"
    case .route: "a route"
    case .bus: "a bus"
    case .group: "a group"
    case .solo: "a solo"
    case .session: "a session"
    case .duck: "a duck"
    case .duckedSession: "a duck of one session"
    case .sidechain: "a side chain"
    case .source: "a source"
    case .graph: "a graph"
    case .node: "a node"
    case .step: "a plugin of a chain"
    case .pluginSidechain: "a side chain of a plugin"
    case .send: "a send"
    case .midi: "a MIDI connection"
    case .interrupter: "an interrupter"
    case .ring: "a ring"
    case .systemSounds: "a set of system sounds"
    case .voice: "a voice strip"
    case .transport: "a transport"
    case .rig: "a rig policy"
    case .buffer: "a range of buffers"
    case .recording: "a recording"
    case .server: "a server"
    case .surfaces: "a set of surfaces"
    case .osc: "an OSC surface"
    case .web: "a web surface"
    case .alerts: "a set of alerts"
    case .routeAlert: "an alert of a route"
    case .xrunAlert: "an alert of xruns"
    case .midiMap: "a MIDI map"
    case .binding: "a MIDI binding"
    case .controls: "a file of controls"
    case .control: "a MIDI control"
    }
  }

  /// The keys of a session: its identity, its behaviour, its preferences, its sound.
  private static let sessionKeys = [
    "role", "category", "mode", "options", "preferred_options", "policy",
    "when_other_audio_playing", "duck", "active", "deactivate_on", "resume", "resume_after_reset",
    "remember",
    "route_policy", "on_return",
    "foreground", "background_audio", "may_interrupt_from_background",
    "prefers_no_interruptions_from_system_alerts", "prefers_interruption_on_route_disconnect",
    "system_sounds_during_recording", "ducked_by_announcers", "exclusive_outputs", "inter_session",
    "record_permission",
    "preferred_io_buffer_seconds", "preferred_sample_rate_hz", "preferred_input",
    "preferred_input_channels", "preferred_output_channels", "input_gain",
  ]
  private static let soundKeys = [
    "midi", "source", "sources", "graph", "isolation", "compensate", "streams", "sends",
  ]
}
