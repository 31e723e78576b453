// SPDX-License-Identifier: Apache-2.0
// The keys of what is outside the sessions, and the transport.

import RigModel

// swift-format-ignore
extension KeyTable {
  static let interrupter = KeyTable("an interrupter", Key.of(StripValue.onBuses), [
    Key("locked", .any([.toggle, .list(.oneOf(StripGuards.keys))]), "nothing",
      "the values that nobody can set while the preset is played: `on` for all, or a list of {words}"),
    Key("fader_range_db", .list(.number(MixerLimits.level), of: 2...2), "anywhere",
      "where its fader may be: a pair of levels, the lower one first, such as `[ -6, 0 ]`"),
    Key("route_faders", .toggle, false,
      "a switch: whether the faders and mutes of its routes act on it"),
    Key("source", .term(.outsideSource), "nothing",
      "as of a session, but not other sessions"),
    Key("sources", .named(.sourceName, .term(.outsideSource), atMost: Limits.sources), "nothing",
      "as of a session"),
    Key("graph", .term(.outsideGraph), "none",
      "as of a session, but without inserts and `exclusive` plugins"),
    Key("streams", .streams, "`main`, all of them",
      "as of a session"),
    Key("sends", .list(.mapping(.send)), "nowhere",
      "as of a session"),
    Key("ring", .mapping(.ring), "nothing",
      "what is heard while it rings, see below"),
  ], rules: [
    .notBoth("source", "sources"),
  ])

  static let ring = KeyTable("a ring", [
    Key("sound", .text, .required,
      "a sound file; a mono one is heard on both sides"),
  ], Key.of(StripValue.onSystemSounds), [
    Key("sends", .list(.mapping(.send)), .required,
      "as of an interrupter"),
  ])

  static let systemSounds = KeyTable("a set of system sounds", [
    Key("sounds", .named(.name, .text), .required,
      "sound files by name; mono ones are heard on both sides"),
  ], Key.of(StripValue.onSystemSounds), [
    Key("sends", .list(.mapping(.send)), .required,
      "as of an interrupter"),
  ])

  static let voice = KeyTable("a voice strip", [
    Key("graph", .term(.outsideGraph), .required,
      "a graph as of an interrupter: one channel goes in, one comes out"),
  ])

  static let transport = KeyTable("a transport", [
    Key("source", .words(TransportSettings.Source.self), .word(TransportSettings.Source.own),
      "`own`: the rig has a transport of its own; `jack`: it follows JACK's, with the beats of a timebase master if there is one; `leader`: it follows the deck that leads"),
    Key("tempo_bpm", .number(Limits.tempo), "\(TransportSettings.usualTempo.short); with `jack` and without `timebase` none",
      "beats per minute, {range}; not with `leader`"),
    Key("meter", .term(.meter), "`4/4`",
      "beats of a bar and the note that is one beat"),
    Key("rolling", .toggle, true,
      "a switch: whether it rolls from the start; with `own` only"),
    Key("timebase", .toggle, false,
      "a switch: whether the rig counts the beats of JACK's transport for all programs; with `jack` only"),
    Key("midi_clock", .words(TransportSettings.MIDIClock.self), .word(TransportSettings.MIDIClock.off),
      "`in`: it follows the clock that comes in through the port `control_in`, with `own` only; `out`: its clock leaves through `control_out`; `off`"),
  ], rules: [
    .when(
      .key("source", ["const": "jack"]),
      .all([
        .optional("midi_clock", .not(["const": "in"])),
        .lacks(["rolling"]),
        .when(.has("meter"), .any([.has("tempo_bpm"), .key("timebase", .term(.on))])),
      ]),
      else: .lacks(["timebase"])
    ),
    .when(
      .key("source", ["const": "leader"]),
      .all([.optional("midi_clock", .not(["const": "in"])), .lacks(["rolling", "tempo_bpm"])])
    ),
  ])
}
