// SPDX-License-Identifier: Apache-2.0
// What the sandbox of an isolated graph reports, as the rig keeps it.

import ControlProtocol
import LV2Hosting
import RigEngine

/// What holds in the sandbox of the present process, and what sandboxes have refused so far.
struct SandboxLog {
  private static let mostTold = 50
  /// What holds, and what was refused last; `nil` without a sandbox.
  private(set) var status: SandboxStatus?
  /// What was reported already, by any process.
  private var told: Set<String> = []

  /// Notes that a process begins.
  mutating func begin() {
    status = nil
  }

  /// Notes that the process is in its sandbox; what it says of that later may be said by a plugin.
  mutating func enter(_ told: SandboxStatus) {
    status = status ?? SandboxStatus(landlock: told.landlock, refusesCalls: told.refusesCalls)
  }

  /// Notes what was refused; the same is reported once, and only so many in all.
  ///
  /// - Returns: the event to report.
  mutating func note(
    _ refusal: SandboxRefusal,
    _ description: LossDescription,
    session: String
  ) -> RemoteGraphEvent? {
    let (plugin, call) = description.caller(of: refusal)
    status?.refusals += refusal.times
    status?.lastRefusal = refusal.what
    status?.lastPlugin = plugin
    status?.lastCall = call
    let event = RemoteGraphEvent.refused(refusal.what, plugin: plugin, call: call)
    let sentence = event.sentence(session: session)
    guard told.count < Self.mostTold, told.insert(sentence).inserted else { return nil }
    return event
  }
}
