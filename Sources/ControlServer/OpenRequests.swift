// SPDX-License-Identifier: Apache-2.0
// How many requests each device has open, over all of its connections.

import ControlTree
import Synchronization

/// The requests in work of each device, by its name; a connection of the socket has its own bound.
///
/// > Threading: Any.
final class OpenRequests: Sendable {
  /// The most that a device may have open at a time.
  static let most = 64
  static let refusal =
    "This device has \(most) requests open already: wait for an answer before you send the next."

  private let counts = Mutex<[String: Int]>([:])

  /// Notes that a request begins; returns whether it may.
  func begin(of visitor: RequestOrigin) -> Bool {
    guard visitor != .operator else { return true }
    return counts.withLock { counts in
      let count = counts[visitor.name, default: 0]
      guard count < Self.most else { return false }
      counts[visitor.name] = count + 1
      return true
    }
  }

  /// Notes that it is done.
  func end(of visitor: RequestOrigin) {
    guard visitor != .operator else { return }
    counts.withLock { counts in
      let count = counts[visitor.name, default: 1] - 1
      counts[visitor.name] = count == 0 ? nil : count
    }
  }
}
