// SPDX-License-Identifier: Apache-2.0
// The keys of events with several parts.

import ControlTower
import RigModel

// swift-format-ignore
extension KeyTable {
  static let launch = KeyTable("a launch", [
    Key("session", .name, .required,
      "its name"),
    Key("category", .words(Category.self), .word(Category.usual),
      "as in a preset"),
    Key("mode", .words(Mode.self), .word(Mode.default),
      "as in a preset"),
    Key("options", .list(.words(CategoryOption.self)), "none",
      "as in a preset"),
    Key("foreground", .toggle, true,
      "a switch: whether it has the control surface"),
  ])

  static let deactivation = KeyTable("a deactivation", [
    Key("session", .name, .required,
      "the session that is deactivated"),
    Key("notify", .toggle, true,
      "a switch: whether the sessions that it interrupted are notified that they can resume"),
  ])

  static let seek = KeyTable("a jump", [
    Key("session", .term(.player), .required,
      "the session whose players jump; or one of them, `SESSION.SOURCE`"),
    Key("seconds", .number(Limits.fileSeconds), .required,
      "the place in the file, {range}; its end at most"),
  ])

  static let categoryChange = KeyTable("a change of category", [
    Key("session", .name, .required,
      "the session that asks"),
    Key("category", .words(Category.self), .required,
      "as in a preset"),
    Key("mode", .words(Mode.self), .word(Mode.default),
      "as in a preset"),
    Key("options", .list(.words(CategoryOption.self)), "none",
      "as in a preset"),
    Key("policy", .words(RouteSharingPolicy.self), .word(RouteSharingPolicy.default),
      "`default`, `longFormAudio`, `longFormVideo`, `independent`"),
  ])

  static let modeChange = KeyTable("a change of mode", [
    Key("session", .name, .required,
      "the session that asks"),
    Key("mode", .words(Mode.self), .required,
      "as in a preset"),
  ])

  static let preferences = KeyTable("a list of preferences", [
    Key("session", .name, .required,
      "the session that asks"),
    Key("io_buffer_seconds", .any([.number(Limits.preferredCycle), .none]), "",
      "how long one cycle is to last"),
    Key("sample_rate", .any([.number(Limits.hardwareRate), .none]), "",
      "in hertz, {range}"),
    Key("input_channels", .any([.number(Limits.preferredChannels), .none]), "",
      "a number"),
    Key("output_channels", .any([.number(Limits.preferredChannels), .none]), "",
      "a number"),
    Key("input_gain", .any([.number(Limits.preferredGain), .none]), "",
      "0 to 1; the rules refuse other values"),
    Key("input", .name, "",
      "an input route"),
  ], rules: [
    // A session without a preference asks for nothing.
    ["minProperties": 2],
  ])

  static let override = KeyTable("an override", [
    Key("session", .name, .required,
      "the session that asks"),
    Key("output", .words(OutputOverride.self), .required,
      "`speaker` or `none`"),
  ])

  static let permission = KeyTable("an answer", [
    Key("session", .name, .required,
      "the session that gets the answer"),
    Key("permission", .words(RecordPermission.self), .required,
      "`granted`, `denied` or `undetermined`"),
  ])

  static let connection = KeyTable("a connection", [
    Key("from", .name, .required,
      "the session that is heard"),
    Key("to", .name, .required,
      "the session that hears it"),
  ])

  static let doNotInterrupt = KeyTable("a do-not-interrupt switch", [
    Key("switch", .toggle, .required,
      "on or off"),
    Key("by", .text, .required,
      "the name of the person who sets it"),
  ])

  static let volume = KeyTable("a volume", [
    Key("route", .name, .required,
      "the output"),
    Key("level_db", .level(MixerLimits.level), .required,
      "{range}"),
  ])

  static let interruption = KeyTable("a step of an interrupter", [
    Key("do", .words(InterrupterStep.self), .required,
      "`ring`, `accept`, `decline`, `begin` or `end`"),
    Key("resume", .toggle, true,
      "a switch, at the `end`: the hint that others may go on"),
  ], rules: [
    .when(.has("resume"), .key("do", ["const": "end"])),
  ])

  static let hardware = KeyTable("a hardware", [
    Key("sample_rate", .number(Limits.hardwareRate), .required,
      "in hertz, {range}"),
    Key("frames", .whole(Limits.hardwareFrames), .required,
      "the length of a cycle, {range}"),
  ])

  static let memory = KeyTable("a remembered volume", [
    Key("route", .name, .required,
      "the output"),
    Key("category", .words(Category.self), "",
      "of which category; or"),
    Key("interrupter", .words(Interrupter.self), "",
      "of which interrupter"),
    Key("level_db", .level(MixerLimits.level), .required,
      "{range}"),
  ], rules: [
    .exactlyOne(["category", "interrupter"]),
  ])
}
