// SPDX-License-Identifier: Apache-2.0
// The one table of the keys that a preset may hold; `presets/tarmac.schema.json` says the same to editors.

/// The mappings with fixed keys.
enum Shape: String, CaseIterable {
  case preset, part, route, session, duck, source, graph, node, step, send, recording

  /// The keys that may stand in it.
  var keys: [String] {
    switch self {
    case .preset: ["tarmac", "routes", "sessions", "recordings"]
    case .part: ["tarmac", "graph"]
    case .route: ["role", "direction", "channels", "ports", "fader_db", "mute"]
    case .session:
      [
        "category", "mode", "options", "duck", "active", "trim_db", "fader_db", "mute", "cue",
        "source", "sources", "graph", "streams", "sends",
      ]
    case .duck: ["level_db", "attack_seconds", "release_seconds"]
    case .source: ["player", "loop", "cue_seconds", "play", "jack", "route", "channels"]
    case .graph: ["use", "nodes", "connections"]
    case .node: ["plugin", "set"]
    case .step: ["plugin", "id", "set", "use"]
    case .send: ["to", "stream", "from", "channels", "tap", "when", "level_db"]
    case .recording: ["of", "file"]
    }
  }

  /// What it is called in sentences.
  var noun: String {
    switch self {
    case .preset: "a preset"
    case .part: "a graph file"
    case .route: "a route"
    case .session: "a session"
    case .duck: "a duck"
    case .source: "a source"
    case .graph: "a graph"
    case .node: "a node"
    case .step: "a plugin of a chain"
    case .send: "a send"
    case .recording: "a recording"
    }
  }
}
