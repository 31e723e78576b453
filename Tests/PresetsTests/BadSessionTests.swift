// SPDX-License-Identifier: Apache-2.0
// Mistakes in sessions: their configuration for the tower, sources, streams and sends.

import Testing

@Suite("A session with a mistake")
struct BadSessionTests {
  static let towers: [BadPreset] = [
    .rig("two sessions of one name", "sessions:\n  a: {}\n  ▶a: {}\n", "'a'", "twice"),
    .rig("the name of a route", "sessions:\n  ▶main: {}\n", "'main'", "taken by a route"),
    .rig("a name with a dot", "sessions:\n  ▶a.b: {}\n", "'a.b'", "letters, digits"),
    .session("a misspelt key", "▶catgory: playback", "did you mean 'category'?"),
    .session("a misspelt category", "category: ▶multiroute", "did you mean 'multiRoute'?"),
    .session("a category that is a list", "category: ▶[ playback ]", "one of ambient", "a list"),
    .session("an unknown mode", "mode: ▶quiet", "one of default, voiceChat"),
    .session(
      "a mode against the category",
      "category: multiRoute\nmode: ▶measurement",
      "measurement",
      "multiRoute",
      "playAndRecord",
      "MODE-06"
    ),
    .session(
      "sends of a category that does not sound",
      "category: record\nsource: { jack: [ \"a:b\" ] }\n▶sends: [ { to: main } ]",
      "record",
      "no output",
      "CAT-23"
    ),
    .session("an unknown option", "options: [ ▶mixWithOther ]", "did you mean 'mixWithOthers'?"),
    .session(
      "an option against the category",
      "options: [ ▶mixWithOthers ]",
      "soloAmbient",
      "mixWithOthers",
      "CAT-10"
    ),
    .session(
      "an option twice",
      "category: playback\noptions: [ duckOthers, ▶duckOthers ]",
      "duckOthers",
      "twice"
    ),
    .session("a duck without the option", "▶duck: { level_db: -6 }", "duckOthers"),
    .session(
      "a duck that makes louder",
      "category: playback\noptions: [ duckOthers ]\nduck: { level_db: ▶6 }",
      "below 0",
      "'6'"
    ),
    .session(
      "a duck that takes too long",
      "category: playback\noptions: [ duckOthers ]\nduck: { attack_seconds: ▶61 }",
      "from 0 to 60"
    ),
    .session("an infinite trim", "trim_db: ▶-inf", "from -90 to 12", "'-inf'"),
    .session("a number that is too large", "trim_db: ▶1e999", "number"),
    .session("a word as switch", "active: ▶maybe", "true or false", "'maybe'"),
  ]

  static let sources: [BadPreset] = [
    .session("both source and sources", "source: { route: mic }\n▶sources: {}", "not both"),
    .session("a source of no kind", "source: ▶{ loop: true }", "exactly one of 'player'"),
    .session("a source of two kinds", "source: ▶{ route: mic, jack: 'a:b' }", "exactly one"),
    .session("a missing file", "source: { player: ▶no.wav }", "no.wav", "does not exist"),
    .session("a folder as file", "source: { player: ▶. }", "is a directory"),
    .session("a loop without a player", "source: { route: mic, ▶loop: true }", "'player' only"),
    .session(
      "a loop in a list",
      "source: { playlist: ., ▶loop: true }",
      "'player' only"
    ),
    .session("a shuffled file", "source: { player: sound.wav, ▶shuffle: on }", "'playlist' only"),
    .session(
      "play without a player",
      "source: { route: mic, ▶play: on }",
      "'player' and 'playlist'"
    ),
    .session("a list that is not there", "source: { playlist: ▶none.m3u }", "does not exist"),
    .session("an odd order", "source: { playlist: ., shuffle: ▶maybe }", "shuffle must be"),
    .session(
      "a stream with no buffer",
      "source: { player: \"http://a/b\", buffer_seconds: ▶1 }",
      "from 2"
    ),
    .session(
      "a place in a stream",
      "source: { player: \"http://a/b\", ▶cue_seconds: 4 }",
      "no places"
    ),
    .session("an address without a host", "source: { player: ▶\"http:///b\" }", "names no host"),
    .session("an address with a space", "source: { player: ▶\"http://a/b c\" }", "no address has"),
    .session("an endless crossfade", "source: { playlist: ., crossfade_seconds: ▶61 }", "to 60"),
    .session(
      "a fallback on nothing that is there",
      "sources: { a: { player: sound.wav }, b: { player: sound.wav } }\nfallback: { to: [ ▶c ] }",
      "no source 'c'"
    ),
    .session(
      "a fallback from nothing",
      "sources: { a: { player: sound.wav } }\nfallback: { ▶to: [ a ] }",
      "nothing to fall back from"
    ),
    .session(
      "a fallback twice",
      "sources: { a: { player: sound.wav }, b: { player: sound.wav } }\nfallback: { to: [ b, ▶b ] }",
      "named twice"
    ),
    .session(
      "a crossing by nothing",
      "source: { playlist: ., crossfade_by: ▶beat }",
      "time",
      "loudness"
    ),
    .session(
      "a loudness without a player",
      "source: { route: mic, ▶loudness: on }",
      "'player' and 'playlist'"
    ),
    .session(
      "a deafening target",
      "source: { playlist: ., loudness: { target_lufs: ▶3 } }",
      "-40 to 0"
    ),
    .session("a loudness of something", "source: { playlist: ., loudness: ▶loud }", "mapping"),
    .session("a negative cue point", "source: { player: sound.wav, cue_seconds: ▶-1 }", "from 0"),
    .session(
      "an unknown route",
      "source: { route: ▶mik }",
      "no route 'mik'",
      "did you mean 'mic'?"
    ),
    .session("an output as source", "source: { route: ▶main }", "'main'", "output", "input"),
    .session(
      "a channel that a route lacks",
      "source: { route: stems, channels: [ 4, ▶5 ] }",
      "'stems'",
      "no channel 5",
      "4 channels"
    ),
    .session("no channel at all", "source: { route: stems, channels: ▶[] }", "at least one"),
    .session("a count of a route's channels", "source: { route: stems, channels: ▶2 }", "list"),
    .session(
      "a list of a player's channels",
      "source: { player: sound.wav, channels: ▶[ 1 ] }",
      "whole number"
    ),
    .session("a source called out", "sources: { ▶out: { route: mic } }", "'out'"),
  ]

  static let sends: [BadPreset] = [
    .session(
      "a channel that the session lacks",
      "source: { route: mic }\nstreams: { a: [ ▶2 ] }",
      "no channel 2",
      "1 channel"
    ),
    .session(
      "a channel twice in a stream",
      "source: { route: stems }\nstreams: { a: ▶[ 1, 1 ] }",
      "twice"
    ),
    .session("no destination", "source: { route: mic }\nsends: [ ▶{ tap: pre } ]", "key 'to'"),
    .session(
      "an unknown route",
      "source: { route: mic }\nsends: [ { to: ▶mein } ]",
      "'mein'",
      "did you mean 'main'?"
    ),
    .session(
      "an input as destination",
      "source: { route: mic }\nsends: [ { to: ▶mic } ]",
      "input",
      "output"
    ),
    .session(
      "an unknown stream",
      "source: { route: mic }\nsends: [ { to: main, stream: ▶left } ]",
      "'left'",
      "main"
    ),
    .session(
      "an unknown tap",
      "source: { route: mic }\nsends: [ { to: main, tap: ▶per } ]",
      "did you mean 'pre'?"
    ),
    .session(
      "an unknown condition",
      "source: { route: mic }\nsends: [ { to: main, when: ▶never } ]",
      "always, cue"
    ),
    .session(
      "a channel that the route lacks",
      "source: { route: mic }\nsends: [ { to: main, channels: [ ▶3 ] } ]",
      "'main'",
      "channel 3"
    ),
    .session(
      "a channel that the stream lacks",
      "source: { route: mic }\nsends: [ { to: main, from: [ ▶2 ] } ]",
      "'main'",
      "channel 2"
    ),
    .session(
      "widths that do not fit",
      "source: { route: stems }\nsends: [ { ▶to: main } ]",
      "4 channels",
      "'channels'"
    ),
    .session(
      "one channel for a wide route",
      "source: { route: mic }\nsends: [ { ▶to: wide } ]",
      "1 channel,",
      "4 channels"
    ),
    .session(
      "a map that does not fit",
      "source: { route: stems }\nsends: [ { to: main, ▶channels: [ 1, 2 ] } ]",
      "lists 2"
    ),
    .session(
      "a channel sent twice",
      "source: { route: mic }\nsends: [ ▶{ to: main, channels: [ 1, 1 ] } ]",
      "twice"
    ),
    .session(
      "a loud send level",
      "source: { route: mic }\nsends: [ { to: main, level_db: ▶13 } ]",
      "from -90 to 12 or -inf"
    ),
    .session("nothing to send", "sends: [ ▶{ to: main } ]", "nothing to send"),
  ]

  @Test("is refused with its place", arguments: towers + sources + sends)
  func isRefused(_ preset: BadPreset) throws {
    try preset.check()
  }
}
