// SPDX-License-Identifier: Apache-2.0
// What a rig that nobody watches raises an alarm about, as a preset says.

public import Quantities

/// What a rig raises alerts about.
public struct AlertSettings: Hashable, Sendable {
  /// What is expected of routes, by their names.
  public var routes: [String: RouteAlert] = [:]
  /// Whether samples beyond full scale at an output are an alert.
  public var watchesClipping = true
  /// How many lost cycles are too many; `nil` for any number.
  public var xruns: XrunAlert? = XrunAlert()
  /// How much room the folders of recordings need, in bytes; `nil` for none.
  public var leastDiskBytes: Int64? = AlertSettings.usualDiskBytes
  /// Whether a recording that has ended by itself is an alert.
  public var watchesRecordings = true
  /// Whether an isolated session whose process is lost is an alert.
  public var watchesLostSessions = true
  /// Whether an output that is silent while an alarm lasts is an alert.
  public var watchesAlarm = true
  /// How long the server may be gone; `nil` for ever.
  public var serverTime: Seconds? = Seconds(10)
  /// Whether a service that plays to JACK's dummy driver unasked is an alert.
  public var watchesDummy = true
  /// Whether a part that the rig goes without is an alert.
  public var watchesLeftOut = true
  /// The program that is run for each alert, with its arguments; empty for none.
  public var command: [String] = []

  static let usualDiskBytes: Int64 = 1_000 * 1_000_000

  /// What `alerts: on` says.
  public init() {}
}

/// What is expected of a route.
public struct RouteAlert: Hashable, Sendable {
  /// Below which level it is silent.
  public var silence = Decibels(-60)
  /// How long it may be silent; `nil` for ever.
  public var silenceTime: Seconds?
  /// How long it may be unplugged; `nil` for ever.
  public var unpluggedTime: Seconds?
  /// Whether the service manager is to start a rig anew that is silent here.
  public var feedsWatchdog = false

  /// Nothing.
  public init() {}
}

/// How many lost cycles are too many.
public struct XrunAlert: Hashable, Sendable {
  /// How many cycles.
  public var count = 10
  /// Within which time.
  public var time = Seconds(60)

  /// Ten in a minute.
  public init() {}
}

/// What of the user's doing a rig does anew when it is started again.
public enum Remembered: String, CaseIterable, Hashable, Sendable {
  /// Values of strips, sends, groups and outputs, but for the volumes of outputs.
  case mixer
  /// Which sessions are active.
  case activity
}
