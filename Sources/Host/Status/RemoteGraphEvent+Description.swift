// SPDX-License-Identifier: Apache-2.0
// What clients hear of isolated graphs.

import ControlProtocol
import RigEngine

extension RemoteGraphEvent {
  /// The same for clients; `nil` where it is for the log alone.
  func event(session: String) -> RigNotification? {
    switch self {
    case .wrote: nil
    case .lost(let reason, _): .isolationLost(session: session, reason: reason)
    case .returned: .isolationReturned(session: session)
    case .refused(let what, let plugin, let call):
      .sandboxRefused(session: session, what: what, plugin: plugin, call: call)
    }
  }
}
