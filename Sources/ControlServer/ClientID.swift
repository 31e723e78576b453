// SPDX-License-Identifier: Apache-2.0
// Who asks: connections can own what ends with them.

package import ControlProtocol
public import ControlTree
public import RigErrors
import Synchronization

/// A connection, for as long as the process lives: no number is used twice.
public struct ClientID: Hashable, Sendable {
  /// The number.
  public let number: Int

  /// Who asks without a connection: the process itself, a test.
  public static let direct = ClientID(number: 0)

  private static let last = Atomic(0)

  /// A new one.
  public static func next() -> ClientID {
    ClientID(number: last.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Names a connection.
  public init(number: Int) {
    self.number = number
  }
}

/// Who is to get an event.
public enum EventRecipients: Hashable, Sendable {
  /// All that subscribed to its topic.
  case subscribers
  /// One connection, whatever it subscribed to, and all that subscribed to its topic.
  case subscribersAnd(ClientID)
  /// One connection alone, whatever it subscribed to.
  case only(ClientID)
}

/// Where a request comes from.
public struct Caller: Sendable {
  /// The connection.
  public let client: ClientID
  /// Who is at its other end.
  public let visitor: Visitor
  /// What it has had of the rig's time.
  let share: ClientShare
  /// Whether it is still let in: the operator may shut it out at any moment.
  let isLetIn: @Sendable () -> Bool
  /// Lets the connection go on with its next request while this one is in work.
  let setAside: @Sendable () -> Void

  /// Describes who asks; without `setAside` each answer is waited for before the next request.
  public init(
    _ client: ClientID,
    _ visitor: Visitor = .operator,
    isLetIn: @escaping @Sendable () -> Bool = { true },
    setAside: @escaping @Sendable () -> Void = {}
  ) {
    self.init(client, visitor, ClientShare(), isLetIn: isLetIn, setAside: setAside)
  }

  /// The same for who may have asked before.
  package init(
    _ client: ClientID,
    _ visitor: Visitor,
    _ share: ClientShare,
    isLetIn: @escaping @Sendable () -> Bool = { true },
    setAside: @escaping @Sendable () -> Void
  ) {
    (self.client, self.visitor, self.share) = (client, visitor, share)
    self.isLetIn = isLetIn
    self.setAside = setAside
  }

  /// Who has asked for what is done here.
  ///
  /// A request may wait between its check and its turn: whoever has waited asks again with
  /// `checkIsLetIn`.
  @TaskLocal public static var current: Caller?

  /// Refuses whoever has been shut out since it came in.
  public func checkIsLetIn() throws(RigError) {
    guard !isLetIn() else { return }
    throw .forbidden(
      "This device has been shut out: 'tarmac web pair NAME' on the rig's machine lets it in again."
    )
  }
}
