// SPDX-License-Identifier: Apache-2.0
// The alerts of a preset, for a rig that nobody watches.

package import Quantities

/// What a rig raises alerts about.
package struct AlertSettings: Hashable, Sendable {
  /// What is expected of routes, by their names.
  package var routes: [String: RouteAlert] = [:]
  /// Whether samples beyond full scale at an output are an alert.
  package var watchesClipping = true
  /// How many lost cycles are too many; `nil` for any number.
  package var xruns: XrunAlert? = XrunAlert()
  /// How much room the folders of recordings need, in bytes; `nil` for none.
  package var leastDiskBytes: Int64? = AlertSettings.usualDiskBytes
  /// Whether a recording that has ended by itself is an alert.
  package var watchesRecordings = true
  /// Whether an isolated session whose process is lost is an alert.
  package var watchesLostSessions = true
  /// Whether an output that is silent while an alarm lasts is an alert.
  package var watchesAlarm = true
  /// How long the server may be gone; `nil` for ever.
  package var serverTime: Seconds? = AlertSettings.usualServerTime
  /// Whether a service that plays to JACK's dummy driver unasked is an alert.
  package var watchesDummy = true
  /// Whether a part that the rig goes without is an alert.
  package var watchesLeftOut = true
  /// Whether a session that plays its fallback is an alert.
  package var watchesFallbacks = true
  /// The program that is run for each alert, with its arguments; empty for none.
  package var command: [String] = []

  package static let usualDiskBytes: Int64 = 1_000 * 1_000_000
  /// How long there may be no server, by default.
  package static let usualServerTime = Seconds(10)

  /// The settings of `alerts: on`.
  package init() {}
}

/// What is expected of a route.
package struct RouteAlert: Hashable, Sendable {
  /// The level below which it is silent.
  package var silence = Decibels(-60)
  /// How long it may be silent; `nil` for ever.
  package var silenceTime: Seconds?
  /// How long it may be unplugged; `nil` for ever.
  package var unpluggedTime: Seconds?
  /// Whether the service manager restarts a rig that is silent here.
  package var feedsWatchdog = false

  /// Makes settings that expect nothing.
  package init() {}
}

/// How many lost cycles are too many.
package struct XrunAlert: Hashable, Sendable {
  /// How many cycles.
  package var count = 10
  /// Within which time.
  package var time = Seconds(60)

  /// Ten in a minute.
  package init() {}
}

/// What a rig restores of the user's changes when it is started again.
package enum Remembered: String, CaseIterable, Hashable, Sendable {
  /// Values of strips, sends, groups and outputs, except the volumes of outputs.
  case mixer
  /// Which sessions are active.
  case activity
  /// What players play, where they are in it, and what they play next.
  case players
}
