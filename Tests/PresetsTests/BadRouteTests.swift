// SPDX-License-Identifier: Apache-2.0
// Mistakes in routes and recordings.

import Testing

@Suite("A route or recording with a mistake")
struct BadRouteTests {
  static let routes: [BadPreset] = [
    route("a name with a dot", "▶a.b: { role: mic, channels: 1 }", "'a.b'", "letters, digits"),
    route("a list instead of a route", "a: ▶[ b ]", "a route must be a mapping", "a list"),
    route("no role", "a: ▶{ channels: 1 }", "needs the key 'role'"),
    route("a misspelt role", "a: { role: ▶lineout, channels: 1 }", "did you mean 'lineOut'?"),
    route("an unknown role", "a: { role: ▶x, channels: 1 }", "one of speaker, receiver"),
    route("a misspelt key", "a: { role: mic, ▶port: 'a:b', channels: 1 }", "did you mean 'ports'?"),
    route("neither ports nor channels", "a: ▶{ role: mic }", "'ports'", "'channels'"),
    route(
      "a direction against the role",
      "a: { role: mic, channels: 1, direction: ▶output }",
      "mic",
      "always an input"
    ),
    route(
      "an unknown direction",
      "a: { role: usb, channels: 1, direction: ▶out }",
      "input, output"
    ),
    route("no channels", "a: { role: mic, channels: ▶0 }", "whole number from 1 to 256", "'0'"),
    route("too many channels", "a: { role: mic, channels: ▶257 }", "256"),
    route("half a channel", "a: { role: mic, channels: ▶1.5 }", "whole number"),
    route(
      "two channels of one name",
      "a: { role: mic, channels: [ L, ▶L ] }",
      "two channels",
      "'L'"
    ),
    route(
      "a port that two routes would have",
      "a: { role: usb, channels: 2 }\n  ▶a_L: { role: mic, channels: 1 }",
      "'a_L'",
      "the route 'a' and to the route 'a_L'"
    ),
    route("a space in a channel's name", "a: { role: mic, channels: [ ▶a b ] }", "'a b'"),
    route(
      "fewer ports than channels",
      "a: { role: mic, ▶channels: 2, ports: [ 'a:b' ] }",
      "'channels' says 2",
      "1 port"
    ),
    route("no ports in the list", "a: { role: mic, ports: ▶[] }", "at least one port"),
    route("a port without client", "a: { role: mic, ports: [ ▶playback_1 ] }", "'client:port'"),
    route("a mapping as port", "a: { role: mic, ports: [ ▶{ b: c } ] }", "must be a text"),
    route("a broken regular expression", "a: { role: mic, ports: ▶/a:(b/ }", "regular expression"),
    route("a fader on an input", "a: { role: mic, channels: 1, ▶fader_db: -3 }", "output routes"),
    route(
      "a fader that is too high",
      "a: { role: usb, channels: 1, fader_db: ▶13 }",
      "from -90 to 12",
      "not 13"
    ),
    route("a graph on an input", "a: { role: mic, channels: 1, ▶graph: [] }", "output routes"),
    route("a limiter on an input", "a: { role: mic, channels: 1, ▶limiter: [] }", "output routes"),
    route(
      "a graph that is too wide",
      "a: { role: usb, channels: 1, graph: ▶[ { plugin: 'urn:test:stereo' } ] }",
      "gives back 2 channels",
      "the route has 1"
    ),
    route(
      "a plugin of an output that is called like one of its values",
      "a: { role: usb, channels: 1, graph: [ { plugin: 'urn:test:mono', id: ▶fader_db } ] }",
      "'fader_db' is taken"
    ),
    route(
      "a plugin of a limiter that is called like one of the graph",
      "a: { role: usb, channels: 1, graph: [ { plugin: 'urn:test:mono', id: x } ],\n"
        + "  limiter: [ { plugin: 'urn:test:mono', id: ▶x } ] }",
      "'x' is taken"
    ),
    route(
      "a session in an output",
      "a: { role: usb, channels: 1, graph: [ { insert: ▶x } ] }",
      "only a session"
    ),
    route("a dim that is louder", "a: { role: usb, channels: 1, dim_db: ▶1 }", "from -90 to 0"),
    route("a louder night", "a: { role: usb, channels: 1, night_db: ▶3 }", "from -90 to 0"),
    route("a night of silence", "a: { role: usb, channels: 1, night_db: ▶-inf }", "-90 to 0"),
    route("a night of an input", "a: { role: mic, channels: 1, ▶night_db: -6 }", "output routes"),
    route("a delay of a minute", "a: { role: usb, channels: 1, delay_ms: ▶60000 }", "0 to 500"),
    route(
      "a delay in two units",
      "a: { role: usb, channels: 1, delay_ms: 3, ▶delay_m: 1 }",
      "can't stand beside 'delay_ms'"
    ),
    route("a delay of an input", "a: { role: mic, channels: 1, ▶delay_m: 1 }", "output routes"),
    route("a word as level", "a: { role: usb, channels: 1, fader_db: ▶loud }", "number", "'loud'"),
    route("a level in hexadecimal", "a: { role: usb, channels: 1, fader_db: ▶0x1 }", "number"),
    route("a level that is no number", "a: { role: usb, channels: 1, fader_db: ▶nan }", "or -inf"),
    route("a number as mute", "a: { role: usb, channels: 1, mute: ▶1 }", "true or false", "'1'"),
  ]

  static let recordings: [BadPreset] = [
    .rig("no subject", "recordings: [ ▶{ file: a.wav } ]", "needs the key 'of'"),
    .rig(
      "an unknown subject",
      "recordings: [ { of: ▶mian, file: a.wav } ]",
      "did you mean 'main'?"
    ),
    .rig("an unknown format", "recordings: [ { of: main, file: ▶a.mp3 } ]", ".wav", ".flac"),
    .rig("a file without format", "recordings: [ { of: main, file: ▶wav } ]", "format"),
    .rig("a missing folder", "recordings: [ { of: main, file: ▶no/a.wav } ]", "no folder"),
    .rig("a missing folder for clients", "rig: { recordings_folder: ▶no/there }", "no folder"),
    .rig(
      "two recordings into one file",
      "recordings: [ { of: main, file: a.wav }, { of: mic, file: ▶a.wav } ]",
      "same file"
    ),
    .rig("a mapping of recordings", "recordings: ▶{ of: main, file: a.wav }", "must be a list"),
  ]

  @Test("is refused with its place", arguments: routes + recordings)
  func isRefused(_ preset: BadPreset) throws {
    try preset.check()
  }

  private static func route(_ mistake: String, _ text: String, _ words: String...) -> BadPreset {
    var preset = BadPreset(mistake, "tarmac: 1\nroutes:\n  \(text)\n")
    preset.words = words
    return preset
  }
}
