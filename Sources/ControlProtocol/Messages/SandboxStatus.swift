// SPDX-License-Identifier: Apache-2.0
// The sandbox of an isolated graph.

/// The protection of the sandbox of a session's graph, and what it has refused.
package struct SandboxStatus: Codable, Hashable, Sendable {
  /// The version of Landlock that keeps files safe; 0 where the kernel has none.
  package var landlock: Int
  /// Whether system calls that no plugin needs are refused.
  package var refusesCalls: Bool
  /// How often something was refused since the process began.
  package var refusals = 0
  /// What was refused last: the system call, and its path if it has one.
  package var lastRefusal: String?
  /// The plugin whose call was refused; `nil` where that is not known.
  package var lastPlugin: String?
  /// LV2's name for the call that the plugin was in, with parentheses.
  package var lastCall: String?

  /// Describes a sandbox that has refused nothing yet.
  package init(landlock: Int, refusesCalls: Bool) {
    self.landlock = landlock
    self.refusesCalls = refusesCalls
  }
}
