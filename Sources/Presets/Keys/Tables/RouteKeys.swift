// SPDX-License-Identifier: Apache-2.0
// The keys of routes, buses, groups and sends.

import ControlTower
import RigModel

// swift-format-ignore
extension KeyTable {
  static let route = KeyTable("a route", [
    Key("role", .words(PortRole.self), .required,
      "what kind of device it is: {words}"),
    Key("direction", .words(PortDirection.self), "`input` for `mic` and `lineIn`, else `output`",
      "`input` or `output`; may differ from the default for `headset`, `usb`, `hfp`, `net` and `virtual`"),
    Key("channels", .any([.channelCount, .set(of: .name, 1...Limits.channels)]), "as many as `ports` lists; two for one pattern, one for one name",
      "how many, {range}, or a list of their names"),
    Key("ports", .term(.ports), "nothing; then `channels` must be there",
      "what to connect to, see below"),
    Key("mirrored", .toggle, false,
      "a switch; for outputs with the role `net`: whether the output carries the sound of a picture that is shown there, not sound alone"),
  ], Key.of(RouteValue.ofOutputs), [
    Key("delay_m", .number(Limits.delayMetres), "",
      "the same in metres of air (343 m/s), {range}: the distance of a loudspeaker in front of the one that it is aligned to"),
    Key("graph", .term(.outsideGraph), "none",
      "plugins for the sum of what sessions send here; outputs only, see below"),
    Key("limiter", .term(.outsideGraph), "none",
      "plugins for all sound that leaves here, alarms included; outputs only, see below"),
    Key("loudness", .toggle, false,
      "a switch: whether the loudness of the output is measured, see below; outputs only"),
  ], rules: [
    // Without ports it says how many channels it has.
    .atLeastOne(["ports", "channels"]),
    .when(.key("role", .words(Route.roles(.input))), .optional("direction", ["const": "input"])),
    .when(.key("role", .words(Route.roles(.output))), .optional("direction", ["const": "output"])),
    .when(
      .any([
        .key("role", .words(Route.roles(.input))), .key("direction", ["const": "input"]),
      ]),
      .lacks(Route.outputKeys)
    ),
    .notBoth("delay_ms", "delay_m"),
    .when(.has("mirrored"), .key("role", ["const": "net"])),
  ])

  static let bus = KeyTable("a bus", [
    Key("channels", .channelCount, .number(BusReader.usualWidth),
      "how many it sums, {range}"),
  ], Key.of(StripValue.all), [
    Key("graph", .term(.outsideGraph), "nothing",
      "its plugins, as of an interrupter"),
    Key("compensate", .toggle, "what the rig's `compensate` says",
      "a switch: whether it waits for others, and they for it, see [latency](#latency)"),
    Key("streams", .streams, "one stream, `main`",
      "named groups of the graph's output channels"),
    Key("sends", .list(.mapping(.send)), "none",
      "a list of sends, to outputs and other buses by name"),
  ])

  static let group = KeyTable("a group", Key.of(GroupValue.all), [
    Key("members", .set(of: .name), .required,
      "a list of sessions and buses"),
  ])

  static let crossfader = KeyTable("a crossfader", Key.of(CrossfaderValue.all), rules: [
    .when(
      .key("curve", .words(Crossfader.Curve.allCases.filter { $0.power != nil })),
      .lacks(["steepness"])
    ),
  ])

  static let solo = KeyTable("a solo", [
    Key("to", .name, .required,
      "an output"),
    Key("tap", .words(Solo.Tap.self), .word(Solo.Tap.pfl),
      "`pfl` takes the sound before duck, fader and mute, `afl` after them"),
    Key("main", .name, "none",
      "the main output, to be heard beside what is cued: the sum of what is sent to it, before its graph and its fader"),
  ])

  static let send = KeyTable("a send", [
    Key("to", .name, .required,
      "an output route, a bus, or `currentRoute`: the output that the rules route the session to"),
    Key("stream", .name, "`main`",
      "a stream of the session"),
    Key("from", .channelNumbers, "all",
      "which channels of the stream, as a list"),
    Key("channels", .channelNumbers, "all",
      "to which channels of the route or bus, as a list"),
    Key("tap", .words(Send.Tap.self), .word(Send.Tap.post),
      "`pre`: before duck, fader and mute; `post`: after them"),
    Key("when", .words(SendReader.When.self), .word(SendReader.When.always),
      "`always`, or `cue`: while the session is cued"),
    Key("follows", .words(SendReader.Follows.self), "`crossfader`; `not` with `tap: pre` or `when: cue`",
      "`crossfader`: the crossfader turns it down; `not`: it does not, as for a recording or an effect"),
  ], Key.of(SendValue.all), rules: [
    .when(.key("to", ["const": .string(Send.currentRoute)]), .lacks(["channels"])),
    .when(.key("tap", ["const": "pre"]), .optional("follows", ["const": "not"])),
  ])
}
