// SPDX-License-Identifier: Apache-2.0
// The mappings with fixed keys, of presets and of scenarios. Each has a table of its keys, below
// `Tables`: readers, schemas and documentation go by it.

/// A mapping with fixed keys.
enum Shape: String, CaseIterable {
  case preset, part, route, bus, group, crossfader, solo, session, duck, duckedSession, sidechain,
    source, loudness, fallback, graph, node, step, pluginSidechain, send, midi, interrupter, ring,
    systemSounds, voice, transport, rig, buffer, recording, server, surfaces, osc, web, alerts,
    routeAlert, xrunAlert, midiMap, binding, controls, control
  // Scenarios
  case scenario, event, launch, deactivation, seek, categoryChange, modeChange, preferences,
    override, permission, connection, doNotInterrupt, volume, interruption, hardware, memory

  /// Its keys, and what holds between them.
  var table: KeyTable {
    switch self {
    case .preset: .preset
    case .part: .part
    case .route: .route
    case .bus: .bus
    case .group: .group
    case .crossfader: .crossfader
    case .solo: .solo
    case .session: .session
    case .duck: .duck
    case .duckedSession: .duckedSession
    case .sidechain: .sidechain
    case .source: .source
    case .loudness: .loudness
    case .fallback: .fallback
    case .graph: .graph
    case .node: .node
    case .step: .step
    case .pluginSidechain: .pluginSidechain
    case .send: .send
    case .midi: .midi
    case .interrupter: .interrupter
    case .ring: .ring
    case .systemSounds: .systemSounds
    case .voice: .voice
    case .transport: .transport
    case .rig: .rig
    case .buffer: .buffer
    case .recording: .recording
    case .server: .server
    case .surfaces: .surfaces
    case .osc: .osc
    case .web: .web
    case .alerts: .alerts
    case .routeAlert: .routeAlert
    case .xrunAlert: .xrunAlert
    case .midiMap: .midiMap
    case .binding: .binding
    case .controls: .controls
    case .control: .control
    case .scenario: .scenario
    case .event: .event
    case .launch: .launch
    case .deactivation: .deactivation
    case .seek: .seek
    case .categoryChange: .categoryChange
    case .modeChange: .modeChange
    case .preferences: .preferences
    case .override: .override
    case .permission: .permission
    case .connection: .connection
    case .doNotInterrupt: .doNotInterrupt
    case .volume: .volume
    case .interruption: .interruption
    case .hardware: .hardware
    case .memory: .memory
    }
  }

  /// The keys that it may have.
  var keys: [String] { table.names }

  /// The noun for it in sentences.
  var noun: String { table.noun }
}
