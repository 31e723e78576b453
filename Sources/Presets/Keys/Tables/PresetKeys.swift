// SPDX-License-Identifier: Apache-2.0
// The keys of what a preset consists of, and its settings for the whole rig.

import ControlTower
import RigModel

// swift-format-ignore
extension KeyTable {
  static let preset = KeyTable("a preset", [
    Key("tarmac", .term(.version), .required,
      "the version of the format: `1`"),
    Key("start", .words(StartMode.self), .word(StartMode.strict),
      "what the rig does when something is missing at its start: `strict` refuses, `best` plays what is left ([running.md](running.md#what-is-missing))"),
    Key("server", .mapping(.server), "any server",
      "the JACK server that the rig needs: the sound card, the rate, the period"),
    Key("compensate", .toggle, true,
      "a switch: latency compensation, see [latency](#latency)"),
    Key("routes", .named(.ownName, .mapping(.route)), "none",
      "routes by name"),
    Key("buses", .named(.ownName, .mapping(.bus)), "none",
      "buses by name"),
    Key("groups", .named(.ownName, .mapping(.group)), "none",
      "groups by name"),
    Key("crossfader", .mapping(.crossfader), "in the middle",
      "how the crossfader begins; sessions and buses are assigned to it by their key `crossfader`"),
    Key("solo", .mapping(.solo), "nowhere",
      "the output on which you listen to single sessions and buses, by their switch `cue`"),
    Key("sessions", .named(.ownName, .mapping(.session)), "none",
      "sessions by name"),
    Key("interrupters", .named(.interrupterName, .mapping(.interrupter)), "nothing",
      "what is heard while the phone, an alarm or an assistant interrupts: {words}"),
    Key("system_sounds", .mapping(.systemSounds), "none",
      "clicks and beeps that belong to no session"),
    Key("voice_processing", .mapping(.voice), "nothing",
      "what the input of voice chats goes through"),
    Key("transport", .mapping(.transport), "JACK's transport, without a tempo",
      "the bars, beats and tempo that plugins get"),
    Key("rig", .mapping(.rig), "see there",
      "settings for all sessions"),
    Key("recordings", .list(.mapping(.recording)), "none",
      "a list of recordings that start with the rig"),
    Key("state", .text, "none",
      "a folder for the states of the rig's plugins; it need not be there yet"),
    Key("surfaces", .mapping(.surfaces), "none",
      "how the rig can be controlled, besides its control socket"),
    Key("alerts", .any([.toggle, .mapping(.alerts)]), "off",
      "what an unattended rig raises alerts about: `on`, or a mapping with the details"),
    Key("remember", .list(.words(Remembered.self)), "volumes and permissions alone",
      "a list of the user's settings that the rig restores when it is started again: {words}"),
    Key("midi_map", .any([.term(.plainBindings), .mapping(.midiMap)]), "nothing",
      "what MIDI controllers control: a list of bindings, or a MIDI map"),
  ])

  static let part = KeyTable("a graph file", [
    Key("tarmac", .term(.version), .required,
      "the version of the format: `1`"),
    Key("graph", .term(.anyGraph), .required,
      "the graph"),
  ])

  static let recording = KeyTable("a recording", [
    Key("of", .name, .required,
      "an output route (what leaves through it) or a session (what it plays, at the pre tap)"),
    Key("file", .term(.recordingFile), .required,
      "a file that ends in `.wav` (32-bit float) or `.flac` (24 bits), in a folder that exists"),
  ])

  static let rig = KeyTable("a rig policy", [
    Key("call_allows_playback", .toggle, false,
      "a switch: whether sessions that only play may become active during an accepted call"),
    Key("io_buffer", .mapping(.buffer), "see there",
      "the range of cycle lengths that sessions may choose from"),
    Key("extra_output_pairs", .list(.set(of: .oneOf(RigReader.pairedRoles.map(\.rawValue)), 2...2)), "none",
      "pairs of roles that `multiRoute` may use together, in addition to those that it always can: `headphones` with `usb`, `hdmi` or `lineOut`"),
    Key("ineligible_combination", .words(RigPolicy.IneligibleCombination.self), .word(RigPolicy.IneligibleCombination.dominant),
      "what `multiRoute` does with other outputs: `dominant`: the one that came last is used alone; `allow`: all are used"),
    Key("primary_input", .name, "the first that came",
      "the input route of sessions in the mode `measurement`"),
    Key("recordings_folder", .text, "any folder",
      "an existing folder for the recordings that clients start (`tarmac record start`); they can't leave it, not by `..` or a link either"),
    Key("voice_microphones", .list(.name), "the first that came",
      "input routes with the role `mic`, the best for voices first"),
  ])

  static let buffer = KeyTable("a range of buffers", [
    Key("minimum_seconds", .number(Limits.bufferSeconds), .number(RigPolicy.standard.ioBufferLimits.lowerBound),
      "the shortest cycle that a session gets, {range}"),
    Key("maximum_seconds", .number(Limits.bufferSeconds), .number(RigPolicy.standard.ioBufferLimits.upperBound),
      "the longest, {range}"),
  ])

  static let server = KeyTable("a server", [
    Key("card", .term(.card), "the first card that plays; without one the dummy driver, but not as a service",
      "the sound card, and no other one: its id or its name as ALSA has them (`cat /proc/asound/cards`), with `*` and `?` as wildcards, such as `USB`, `hw:CARD=USB,DEV=0` or `'Scarlett*'`; or `dummy`, JACK's driver that nobody hears. Card numbers are refused, because they change with the order of plugging in"),
    Key("rate_hz", .whole(Limits.serverRate), 48000,
      "frames per second, {range}"),
    Key("period_frames", .whole(Limits.serverPeriod), 256,
      "frames per cycle, {range}"),
  ], rules: [
    ["minProperties": 1],
  ])
}
