// SPDX-License-Identifier: Apache-2.0
// Which events a connection gets, and the message that carries an event.

package import ControlTree

/// Subscribes this connection to events.
package struct SubscribeRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "events.subscribe"
  /// Needs the permission to see.
  package var right: Right { .see }
  /// The topics, in addition to those subscribed before; `nil` for all.
  package var topics: [EventTopic]?

  /// Asks for events.
  package init(topics: [EventTopic]? = nil) {
    self.topics = topics
  }
}

/// Ends the subscription to events.
package struct UnsubscribeRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "events.unsubscribe"
  /// Needs the permission to see.
  package var right: Right { .see }
  /// The topics; `nil` for all.
  package var topics: [EventTopic]?

  /// Asks for no more events.
  package init(topics: [EventTopic]? = nil) {
    self.topics = topics
  }
}

/// An event as it reaches a client.
package struct EventMessage: Codable, Hashable, Sendable {
  /// Counts the events meant for this connection, from 1.
  package var number: Int
  /// How many events right before this one were lost because the client read too slowly; `nil` for
  /// none.
  package var lost: Int?
  /// When it was sent; `nil` from a host of an earlier version.
  package var at: TimeStamp?
  /// What happened.
  package var event: HostEvent

  /// Describes a message.
  package init(number: Int, lost: Int? = nil, at: TimeStamp? = nil, event: HostEvent) {
    self.number = number
    self.lost = lost
    self.at = at
    self.event = event
  }
}
