// SPDX-License-Identifier: Apache-2.0
// Which events a connection gets, and the message that carries an event.

public import ControlTree

/// Subscribes this connection to events.
public struct SubscribeRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "events.subscribe"
  /// Needs the permission to see.
  public var right: Right { .see }
  /// The topics, in addition to those subscribed before; `nil` for all.
  public var topics: [EventTopic]?

  /// Asks for events.
  public init(topics: [EventTopic]? = nil) {
    self.topics = topics
  }
}

/// Ends the subscription to events.
public struct UnsubscribeRequest: ControlRequest {
  /// What the host answers.
  public typealias Reply = Done
  /// The JSON-RPC method.
  public static let method = "events.unsubscribe"
  /// Needs the permission to see.
  public var right: Right { .see }
  /// The topics; `nil` for all.
  public var topics: [EventTopic]?

  /// Asks for no more events.
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
  /// When it was sent; `nil` from a host of an earlier version.
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
