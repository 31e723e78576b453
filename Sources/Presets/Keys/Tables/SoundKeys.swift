// SPDX-License-Identifier: Apache-2.0
// The keys of sources, ducks and the MIDI of a session.

import ControlTower
import RigModel

// swift-format-ignore
extension KeyTable {
  static let source = KeyTable("a source", [
    Key("player", .text, "",
      "a sound file at any sample rate: WAV, FLAC, Ogg, MP3 and all other formats that libsndfile reads; with `ffmpeg` installed also M4A, WMA and others, and streams from `http://` and `https://` addresses"),
    Key("playlist", .text, "",
      "a list of sound files, played one after the other: an M3U, M3U8, PLS or XSPF file, a CUE sheet, or a folder"),
    Key("shuffle", .any([.toggle, .whole(0...Limits.seed)]), false,
      "for playlists: a switch, or a number, {range}: each number is a random order of its own, on is 1; each round has another one"),
    Key("repeat", .words(Playlist.Repetition.self), .word(Playlist.Repetition.all),
      "for playlists: `all`: the list begins again at its end; `one`: each track does; `off`: neither"),
    Key("crossfade_seconds", .number(Limits.crossfadeSeconds), 0,
      "for playlists: for how long the end of a track and the next one are heard together, {range}; less than 0 for a pause between them"),
    Key("crossfade_by", .words(Playlist.Measure.self), .word(Playlist.Measure.time),
      "for playlists: `time`: tracks are heard together for `crossfade_seconds`; `loudness`: for as much of that as the end of a track is 7 LU quieter than all of it, and silence at its ends is left out"),
    Key("crossfade_curve", .words(Playlist.Curve.self), .word(Playlist.Curve.full),
      "for playlists: `full`: the next track begins at its full level, and the one before fades out; `power`: both fade, at the same power together; `linear`: both fade along straight lines"),
    Key("history", .whole(0...Limits.history), 100,
      "for playlists: how many tracks `tarmac player previous` can go back, {range}"),
    Key("loop", .toggle, false,
      "a switch, for `player`: whether it starts again at its end"),
    Key("cue_seconds", .number(Limits.fileSeconds), 0,
      "for `player`: where it starts and where `tarmac player cue` goes, {range}"),
    Key("buffer_seconds", .number(Limits.streamSeconds), 4,
      "for players and playlists: how much of a stream is kept back for gaps of the network, {range}"),
    Key("loudness", .any([.toggle, .mapping(.loudness)]), false,
      "for players and playlists: makes all tracks equally loud, by EBU R 128; `on` is enough"),
    Key("play", .toggle, true,
      "a switch, for players and playlists: whether it plays as soon as its session is active"),
    Key("jack", .term(.ports), "",
      "ports of other programs, written as `ports` of a route are"),
    Key("route", .name, "",
      "the name of an input route, or `currentRoute`: the input that the rules route the session to; only in categories that hear inputs"),
    Key("session", .name, "",
      "the name of another session, to hear the output of its graph"),
    Key("tap", .words(Send.Tap.self), .word(Send.Tap.pre),
      "of another session: `pre`: before its duck, fader and mute; `post`: after them"),
    Key("insert", .term(.on), "",
      "`on`: hear the session in whose chain this one is an insert"),
    Key("channels", .any([.channelCount, .channelNumbers]), "a player, a playlist, an insert: 2; `currentRoute`: 1; ports: as for a route; a route, a session: all",
      "for a player or a playlist: how many, {range}. For JACK ports or an insert: how many. For `currentRoute`: how many, from its first on. For a route or a session: a list of channels"),
    Key("secondary", .toggle, false,
      "a switch: silent while another session should be heard alone, like the soundtrack of a game"),
  ], rules: [
    .exactlyOne(SourceReader.kinds),
    .keys(SourceReader.playerKeys, need: "player"),
    .keys(SourceReader.playlistKeys, need: "playlist"),
    .when(.any(SourceReader.trackKeys.map { .has($0) }), .atLeastOne(["player", "playlist"])),
    .keys(["tap"], need: "session"),
    // Which channels of a route or a session; of anything else how many.
    .when(
      .any([.has("session"), .key("route", .not(["const": .string(Send.currentRoute)]))]),
      .optional("channels", KeyValue.channelNumbers.schema),
      else: .optional("channels", KeyValue.channelCount.schema)
    ),
  ])

  static let loudness = KeyTable("a target loudness", [
    Key("target_lufs", .number(Limits.loudness), .number(TargetLoudness().target),
      "how loud each track is made, {range}, measured over all of it as EBU R 128 says"),
    Key("mode", .words(TargetLoudness.Mode.self), .word(TargetLoudness.Mode.track),
      "`track`: each track is made as loud; `album`: the files of one folder get the same gain, so that quiet ones stay quiet; `off`: none is changed"),
    Key("limit_true_peak_db", .number(Limits.peakLimit), .number(TargetLoudness().peakLimit),
      "the highest true peak that a track may get by its gain, {range}: one with higher ones stays quieter"),
  ])

  static let fallback = KeyTable("a fallback", [
    Key("to", .list(.name, of: 1...), .required,
      "names of sources, the one that is tried first at the beginning; they are silent, and players among them wait, until the sources that are not named here fall silent"),
    Key("after_seconds", .number(Limits.fallbackSeconds), .number(Fallback(sources: []).patience),
      "how long these may be silent, {range}; a file that ends, an input that is unplugged or a program that goes hands over at once"),
    Key("below_db", .number(Limits.threshold), .number(Fallback(sources: []).floor),
      "the level below which they count as silent, {range}"),
    Key("back_after_seconds", .number(Limits.fallbackSeconds), .number(Fallback(sources: []).confidence),
      "for how long they have to sound until the session is theirs again, {range}"),
  ])

  static let duck = KeyTable("a duck", [
    Key("level_db", .below(Limits.duckLevel), .number(Duck.standard.level),
      "the level of the others, from {range}"),
    Key("attack_seconds", .number(Limits.rampSeconds), .number(Duck.standard.attack),
      "how long they take to go down, {range}"),
    Key("hold_seconds", .number(Limits.rampSeconds), .number(Duck.standard.hold),
      "how long they stay down after the session was deactivated, {range}"),
    Key("release_seconds", .number(Limits.rampSeconds), .number(Duck.standard.release),
      "how long they take to come back, {range}"),
    Key("start", .words(DuckReader.Start.self), .withoutRole(DuckReader.Start.immediately),
      "`immediately`: the session sounds while the others go down; `afterAttack`: when they are down"),
    Key("sidechain", .mapping(.sidechain), "they stay down",
      "lets the others come up while the session is active and silent"),
    Key("of", .named(.name, .mapping(.duckedSession)), "the same for all",
      "other values for some of them: a duck of one session for each name of a session"),
  ])

  static let duckedSession = KeyTable("a duck of one session", [
    Key("level_db", .below(Limits.duckLevel), "the duck's",
      "its level, from {range}"),
    Key("attack_seconds", .number(Limits.rampSeconds), "the duck's",
      "how long it takes to go down, {range}"),
    Key("hold_seconds", .number(Limits.rampSeconds), "the duck's",
      "how long it stays down, {range}"),
    Key("release_seconds", .number(Limits.rampSeconds), "the duck's",
      "how long it takes to come back, {range}"),
    Key("sidechain", .mapping(.sidechain), "the duck's",
      "lets it come up in pauses"),
  ])

  static let sidechain = KeyTable("a side chain", [
    Key("threshold_db", .number(Limits.threshold), .required,
      "the level above which the session counts as sounding, {range}"),
    Key("idle_db", .number(Limits.duckLevel.lowerBound...0), 0,
      "the level of the others in its pauses, from `level_db` to 0"),
  ])

  static let midi = KeyTable("a MIDI connection", [
    Key("input", .midiPorts, "no port",
      "JACK MIDI ports to listen to: one pattern, a list of them, or `on` for a port that you connect by hand"),
    Key("output", .midiPorts, "no port",
      "JACK MIDI ports that get the leaving MIDI, in the same form"),
  ], rules: [
    .atLeastOne(["input", "output"]),
  ])
}
