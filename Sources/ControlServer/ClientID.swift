// SPDX-License-Identifier: Apache-2.0
// Which connection a request comes from; a connection can own things that end with it.

package import ControlProtocol
package import ControlTree
package import RigErrors
import Synchronization

/// The number of a connection; no number is used twice in a process.
package struct ClientID: Hashable, Sendable {
  /// The number.
  package let number: Int

  /// The caller without a connection: the process itself, a test.
  package static let direct = ClientID(number: 0)

  private static let last = Atomic(0)

  /// Makes a new number.
  package static func next() -> ClientID {
    ClientID(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Names a connection.
  package init(number: Int) {
    self.number = number
  }
}

/// Which clients get an event.
package enum EventRecipients: Hashable, Sendable {
  /// All that subscribed to its topic.
  case subscribers
  /// One connection, whatever it subscribed to, and all that subscribed to its topic.
  case subscribersAnd(ClientID)
  /// One connection alone, whatever it subscribed to.
  case only(ClientID)
}

/// Where a request comes from.
package struct Caller: Sendable {
  /// The connection.
  package let client: ClientID
  /// What is at its other end.
  package let visitor: RequestOrigin
  /// Its share of the rig's time.
  let share: ClientShare
  /// Whether it is still admitted: the operator may shut it out at any moment.
  let isLetIn: @Sendable () -> Bool
  /// Lets the connection go on with its next request while this one is in work.
  let setAside: @Sendable () -> Void

  /// Describes a caller; without `setAside` each answer is waited for before the next request.
  package init(
    _ client: ClientID,
    _ visitor: RequestOrigin = .operator,
    isLetIn: @escaping @Sendable () -> Bool = { true },
    setAside: @escaping @Sendable () -> Void = {}
  ) {
    self.init(client, visitor, ClientShare(), isLetIn: isLetIn, setAside: setAside)
  }

  /// Describes a caller that keeps its share from earlier requests.
  package init(
    _ client: ClientID,
    _ visitor: RequestOrigin,
    _ share: ClientShare,
    isLetIn: @escaping @Sendable () -> Bool = { true },
    setAside: @escaping @Sendable () -> Void
  ) {
    (self.client, self.visitor, self.share) = (client, visitor, share)
    self.isLetIn = isLetIn
    self.setAside = setAside
  }

  /// The caller of the present task's request.
  ///
  /// A request may wait between its check and its turn: after the wait it checks again with
  /// `checkIsLetIn`.
  @TaskLocal package static var current: Caller?

  /// What asks for the present task; what nobody has asked for may only see.
  package static var visitor: RequestOrigin { current?.visitor ?? RequestOrigin("nobody", .viewer) }

  /// Throws when the caller has been shut out meanwhile.
  package func checkIsLetIn() throws(RigError) {
    guard !isLetIn() else { return }
    throw .forbidden(
      "This device has been shut out: 'tarmac web pair NAME' on the rig's machine lets it in again."
    )
  }
}
