// SPDX-License-Identifier: Apache-2.0
// Which events a connection gets, and the message that brings one.

public import ControlTree

/// Asks to be told of events on this connection.
public struct SubscribeRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "events.subscribe"
  /// Who may see may ask.
  public var right: Right { .see }
  /// What to be told of, beside what was subscribed before; `nil` for everything.
  public var topics: [EventTopic]?

  /// Asks to be told.
  public init(topics: [EventTopic]? = nil) {
    self.topics = topics
  }
}

/// Asks not to be told any more.
public struct UnsubscribeRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "events.unsubscribe"
  /// Who may see may ask.
  public var right: Right { .see }
  /// What not to be told of; `nil` for everything.
  public var topics: [EventTopic]?

  /// Asks not to be told.
  public init(topics: [EventTopic]? = nil) {
    self.topics = topics
  }
}

/// An event as it reaches a client.
public struct EventMessage: Codable, Hashable, Sendable {
  /// Counts the events meant for this connection, from 1.
  public var number: Int
  /// How many events right before this one were lost because the client read too slowly; `nil` for
  /// none.
  public var lost: Int?
  /// When it was told; `nil` from a host of an earlier version.
  public var at: TimeStamp?
  /// What happened.
  public var event: HostEvent

  /// Describes a message.
  public init(number: Int, lost: Int? = nil, at: TimeStamp? = nil, event: HostEvent) {
    self.number = number
    self.lost = lost
    self.at = at
    self.event = event
  }
}
