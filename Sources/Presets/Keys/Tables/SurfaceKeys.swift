// SPDX-License-Identifier: Apache-2.0
// The keys of doors and alerts.

import Quantities
import RigModel

// swift-format-ignore
extension KeyTable {
  static let surfaces = KeyTable("a set of surfaces", [
    Key("osc", .any([.toggle, .mapping(.osc)]), "off",
      "Open Sound Control: `on`, or where it listens"),
    Key("web", .any([.toggle, .mapping(.web)]), "off",
      "a page for browsers: `on`, or where it is served"),
  ])

  static let osc = KeyTable("an OSC surface", [
    Key("address", .term(.networkAddress), "`\(OSCSettings().address)`",
      "the address of this machine that it listens on, in numbers; `0.0.0.0` for all"),
    Key("port", .whole(Limits.networkPort), .number(OSCSettings().port),
      "the port, {range}; 0 takes a free one, which the log names"),
    Key("tcp", .toggle, false,
      "a switch: whether it listens on TCP as well as on UDP"),
    Key("query_port", .whole(Limits.networkPort), "none",
      "the TCP port of OSCQuery, which lists the addresses, {range}"),
    Key("from", .list(.term(.networkAddress)), "any",
      "a list of the addresses that may send"),
  ])

  static let web = KeyTable("a web surface", [
    Key("address", .term(.networkAddress), "`\(WebSettings().address)`",
      "the address of this machine that it listens on, in numbers; `0.0.0.0` for all"),
    Key("port", .whole(Limits.networkPort), .number(WebSettings().port),
      "the port, {range}; 0 takes a free one, which the log names"),
    Key("hosts", .list(.term(.hostName)), "none",
      "a list of names by which pages may reach it, besides those of the machine; links have the first one"),
  ])

  static let alerts = KeyTable("a set of alerts", [
    Key("routes", .named(.name, .mapping(.routeAlert)), "nothing",
      "what is expected of routes, by their names"),
    Key("clipping", .toggle, true,
      "a switch: whether samples beyond full scale at an output are an alert; over after 10 s without"),
    Key("xruns", .any([.toggle, .mapping(.xrunAlert)]), "\(XrunAlert().count) within \(XrunAlert().time.value.short) s",
      "how many lost cycles are too many, or `off`"),
    Key("disk_below_mb", .any([.number(Limits.alertMegabytes), .term(.off)]), .number(Double(AlertSettings.usualDiskBytes / 1_000_000)),
      "how much room must be left where recordings go, in MB, {range}, or `off`"),
    Key("recordings", .toggle, true,
      "a switch: whether a recording that has ended by itself, such as on a full disk, is an alert; over when it is stopped"),
    Key("lost_sessions", .toggle, true,
      "a switch: whether an isolated session whose process is lost is an alert; over when it has been back for 5 s"),
    Key("alarm", .toggle, true,
      "a switch: whether it is an alert when an alarm should be heard at an output and the output is silent for 3 s"),
    Key("server_seconds", .any([.number(Limits.alertSeconds), .term(.off)]), .number(AlertSettings.usualServerTime),
      "how long there may be no JACK server, {range}, or `off`; also while the rig waits for one at its start"),
    Key("dummy", .toggle, true,
      "a switch: whether a service that plays to JACK's dummy driver is an alert; it is none where `card: dummy` asks for it"),
    Key("left_out", .toggle, true,
      "a switch: whether it is an alert when the rig goes without a part, because something that the part needs is missing"),
    Key("fallbacks", .toggle, true,
      "a switch: whether a session that plays its `fallback` is an alert; over when its own sound is back"),
    Key("on_alert", .any([.text, .list(.text, of: 1...)]), "none",
      "a program, or a list of it and its arguments, that is run when an alert is raised and when it is over; no shell reads it"),
  ])

  static let routeAlert = KeyTable("an alert of a route", [
    Key("silence_db", .number(Limits.threshold), .number(RouteAlert().silence),
      "the level below which the route is silent, {range}"),
    Key("silence_seconds", .number(Limits.alertSeconds), "for ever",
      "how long it may be silent, {range}; disconnected by another program it counts as silent, but not while it is unplugged, while the server is gone or while an interrupter lasts"),
    Key("unplugged_seconds", .number(Limits.alertSeconds), "for ever",
      "how long it may be without a device, or disconnected by another program, {range}"),
    Key("watchdog", .toggle, false,
      "a switch: whether the service manager's watchdog is to restart a rig that is silent here"),
  ], rules: [
    .atLeastOne(["silence_seconds", "unplugged_seconds"]),
    .keys(["silence_db"], need: "silence_seconds"),
    .when(.key("watchdog", .term(.on)), .has("silence_seconds")),
  ])

  static let xrunAlert = KeyTable("an alert of xruns", [
    Key("count", .whole(Limits.alertXruns), .number(XrunAlert().count),
      "so many lost cycles, {range} …"),
    Key("within_seconds", .number(Limits.alertWindow), .number(XrunAlert().time),
      "… within this time, {range}"),
  ])
}
