// SPDX-License-Identifier: Apache-2.0
// The one table of the keys that a scenario may have; docs/scenarios.md explains them.

/// The mappings of a scenario with fixed keys.
enum ScenarioShape: String, CaseIterable, MappingShape {
  case scenario, event, launch, deactivation, seek, categoryChange, modeChange, preferences,
    override, permission, connection, doNotInterrupt, volume, interruption, hardware, memory

  /// The keys that it may have.
  var keys: [String] {
    switch self {
    case .scenario:
      ["tarmac-scenario", "title", "preset", "unplugged", "signals", "events", "until"]
    case .event: ["at", "note"] + ScenarioVerb.allCases.map(\.rawValue)
    case .launch: ["session", "category", "mode", "options", "foreground"]
    case .deactivation: ["session", "notify"]
    case .seek: ["session", "seconds"]
    case .categoryChange: ["session", "category", "mode", "options", "policy"]
    case .modeChange: ["session", "mode"]
    case .preferences:
      [
        "session", "io_buffer_seconds", "sample_rate", "input_channels", "output_channels",
        "input_gain", "input",
      ]
    case .override: ["session", "output"]
    case .permission: ["session", "permission"]
    case .connection: ["from", "to"]
    case .doNotInterrupt: ["switch", "by"]
    case .volume: ["route", "level_db"]
    case .interruption: ["do", "resume"]
    case .hardware: ["sample_rate", "frames"]
    case .memory: ["route", "category", "interrupter", "level_db"]
    }
  }

  /// The noun for it in sentences.
  var noun: String {
    switch self {
    case .scenario: "a scenario"
    case .event: "an event"
    case .launch: "a launch"
    case .deactivation: "a deactivation"
    case .seek: "a jump"
    case .categoryChange: "a change of category"
    case .modeChange: "a change of mode"
    case .preferences: "a list of preferences"
    case .override: "an override"
    case .permission: "an answer"
    case .connection: "a connection"
    case .doNotInterrupt: "a do-not-interrupt switch"
    case .volume: "a volume"
    case .interruption: "a step of an interrupter"
    case .hardware: "a hardware"
    case .memory: "a remembered volume"
    }
  }
}

extension Fields {
  /// Takes a mapping of a scenario and reports unknown keys; `nil` (and a report) when it is no
  /// mapping.
  init?(_ node: YAMLNode, _ shape: ScenarioShape, _ log: ProblemLog) {
    self.init(node, of: shape, log)
  }
}

/// What can happen, by its key in an event.
enum ScenarioVerb: String, CaseIterable {
  // Sessions and their programs
  case launch, quit, activate, deactivate, prepare, play, pause, seek, cue
  case prepareToRecord = "prepare_to_record"
  case record
  case stopRecording = "stop_recording"
  case foreground, background
  case setCategory = "set_category"
  case setMode = "set_mode"
  case setPreferences = "set_preferences"
  case overrideOutput = "override_output"
  case requestPermission = "request_permission"
  case connect, disconnect
  // The user and the operator
  case mute, unmute
  case muteOutput = "mute_output", unmuteOutput = "unmute_output"
  case answerPermission = "answer_permission"
  case volume
  case pickRoute = "pick_route"
  case unpickRoute = "unpick_route"
  case silent, lock
  case microphoneMute = "microphone_mute"
  case doNotInterrupt = "do_not_interrupt"
  case forceDeactivate = "force_deactivate"
  case forceInterrupt = "force_interrupt"
  case releaseInterrupt = "release_interrupt"
  case systemSound = "system_sound"
  // The world
  case phone, alarm, assistant, plug, unplug, server, hardware
  case rememberVolumes = "remember_volumes"
}

/// What an interrupter can do.
enum InterrupterStep: String, CaseIterable {
  case ring, accept, decline, begin, end
}

/// What can happen to the audio server.
enum ServerStep: String, CaseIterable {
  case killed, returned
}
