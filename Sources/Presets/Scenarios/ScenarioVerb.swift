// SPDX-License-Identifier: Apache-2.0
// What can happen in a scenario, in the words of its keys.

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
