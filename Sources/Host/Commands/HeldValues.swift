// SPDX-License-Identifier: Apache-2.0
// What clients hold: a key that is pressed on a phone is let go when the phone is gone.

import ControlProtocol
import ControlServer
import ControlTree
import RigEngine
import RigErrors
import Synchronization

/// Values that go back when the connection closes that set them.
///
/// > Threading: Any.
final class HeldValues: Sendable {
  /// A value that a connection holds.
  private struct Hold {
    /// What it was set to: one that has changed since is held no more.
    var value: TreeValue
    /// What it goes back to.
    var rest: TreeValue
    /// The rights of the device that holds it.
    var access: Access
  }

  private let holds = Mutex<[ClientID: [String: Hold]]>([:])

  /// Notes that a client has set a value, and whether it holds it.
  func note(_ request: TreeSetRequest, _ value: TreeValue, by client: ClientID, as access: Access) {
    let hold = request.on_close.map { Hold(value: value, rest: $0, access: access) }
    holds.withLock {
      if hold != nil || $0[client] != nil { $0[client, default: [:]][request.path] = hold }
    }
  }

  /// Lets go of all that a client has held.
  func release(_ client: ClientID, _ host: isolated RigHost) async {
    let held = holds.withLock { $0.removeValue(forKey: client) } ?? [:]
    for (path, hold) in held.sorted(by: { $0.key < $1.key }) {
      let now = try? host.runningEngine().tree.nodes(at: path).first?.value
      guard now == hold.value else { continue }
      // One that is locked by now stays as it is.
      _ = try? await HostTree(host: host).write(
        TreeChange(hold.rest),
        to: path,
        as: hold.access,
        resolve: host.clientPath.resolve,
        host
      )
    }
  }
}
