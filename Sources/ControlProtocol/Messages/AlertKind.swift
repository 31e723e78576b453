// SPDX-License-Identifier: Apache-2.0
// The kinds of alerts of a rig that nobody watches.

/// What an alert is about.
package enum AlertKind: String, Codable, CaseIterable, Hashable, Sendable {
  /// A route that should sound does not.
  case silence
  /// Samples at an output are beyond full scale.
  case clipping
  /// JACK loses cycles.
  case xruns
  /// The disk that recordings go to is nearly full.
  case disk
  /// A recording has ended by itself.
  case recording
  /// A route that should be there has no device.
  case unplugged
  /// The process of an isolated session is lost.
  case lostSession
  /// An alarm lasts, and an output at which it should sound is silent.
  case alarm
  /// There is no sound server.
  case server
  /// A service plays to JACK's dummy driver although nobody asked for that.
  case dummy
  /// The rig goes without a part, because something that it needs is not there.
  case leftOut
  /// A session plays its fallback.
  case fallback
}
