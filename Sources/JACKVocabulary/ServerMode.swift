// SPDX-License-Identifier: Apache-2.0
// Where the JACK server comes from, as a user says it and the driver does it.

/// Where the JACK server comes from.
package enum ServerMode: String, Hashable, Sendable, CaseIterable {
  /// Attach to a running one, else start one.
  case auto
  /// Attach to a running one.
  case attach
  /// Start one of our own.
  case start
  /// Do without: a clock drives the rig, and nobody hears it.
  case clock = "none"
}
