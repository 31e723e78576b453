// SPDX-License-Identifier: Apache-2.0
// Where a session's sound is sent: to outputs by their names, or wherever its route leads.

/// Where a session's sends lead.
package struct SendTargets: Hashable, Sendable {
  /// The outputs that sends name; the session is heard there and, by those sends, nowhere else.
  package var pinned: Set<PortID>
  /// The pinned outputs where it is heard only while it is cued.
  package var cueOnly: Set<PortID> = []
  /// The pinned outputs whose sends are all taken before duck and fader.
  package var beforeDuck: Set<PortID> = []
  /// Whether a send follows the session's route.
  package var followsRoute: Bool

  /// One send that follows the route.
  package static let currentRoute = SendTargets()
  /// No send at all: the session is heard through others, or by programs, or not.
  package static let nowhere = SendTargets(followsRoute: false)

  /// Describes where sends lead.
  package init(pinned: Set<PortID> = [], followsRoute: Bool = true) {
    self.pinned = pinned
    self.followsRoute = followsRoute
  }
}
