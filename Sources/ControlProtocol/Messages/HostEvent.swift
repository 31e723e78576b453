// SPDX-License-Identifier: Apache-2.0
// The events that a host sends unasked: the `event` messages of the socket.

/// A kind of event that a client can subscribe to.
package enum EventTopic: String, Codable, Hashable, Sendable {
  /// Notifications of sessions: interruptions, route changes, hints.
  case session
  /// Routes that appear and vanish.
  case route
  /// Interrupters, reloads, the loss of the sound server.
  case rig
  /// Each decision of the tower, with its rule.
  case decision
  /// Values of the tree, which `tree.subscribe` subscribes to.
  case value
}

extension EventTopic: CaseIterable {
  /// The topics of `events.subscribe`.
  package static let allCases: [EventTopic] = [.session, .route, .rig, .decision]
}

/// One thing that happened in a host.
package enum HostEvent: Hashable, Sendable {
  /// A session gets a notification.
  case session(String, SessionNotification)
  /// A route appeared or vanished.
  case route(String, RouteNotification)
  /// Something happened to the rig as a whole.
  case rig(RigNotification)
  /// The tower decided something.
  case decision(DecisionStatus)
  /// Values that the connection has subscribed to.
  case values(TreeUpdate)

  /// What a client subscribes to in order to get it.
  package var topic: EventTopic {
    switch self {
    case .session: .session
    case .route: .route
    case .rig: .rig
    case .decision: .decision
    case .values: .value
    }
  }
}

/// What happened to a route.
package enum RouteNotification: String, Codable, Hashable, Sendable {
  /// Its ports are there.
  case plugged
  /// Its ports are gone.
  case unplugged
}

/// What happened to the rig as a whole.
package enum RigNotification: Codable, Hashable, Sendable {
  /// An interrupter asks; nobody has accepted or declined yet.
  case interrupterRang(interrupter: String)
  /// An interrupter that rang was declined.
  case interrupterDeclined(interrupter: String)
  /// An interrupter lasts from now on.
  case interrupterBegan(interrupter: String)
  /// An interrupter is over.
  case interrupterEnded(interrupter: String, shouldResume: Bool)
  /// The operator has turned a switch.
  case switched(name: SwitchRequest.Name, isOn: Bool)
  /// The rig became another preset, or read its own again.
  case reloaded(preset: String)
  /// A session asks whether it may record; the user answers with `permission.set`.
  case recordPermissionAsked(session: String)
  /// The process of an isolated session is lost, for a reason: the end of a sentence.
  case isolationLost(session: String, reason: String)
  /// An isolated session is back, in a new process.
  case isolationReturned(session: String)
  /// A plugin has done something wrong, which the rig has put right; the reason is the end of a
  /// sentence.
  case pluginMisbehaved(session: String, plugin: String, reason: String)
  /// The sandbox of a session has refused something to its plugins: a system call, and its path if
  /// it has one. The plugin and the call that it was in are `nil` where nobody knows.
  case sandboxRefused(session: String, what: String, plugin: String?, call: String?)
  /// Something is wrong with a route, a session or a folder, and somebody should look at it.
  case alertRaised(alert: AlertKind, subject: String, sentence: String)
  /// An alert is over; the sentence says what is well again, `nil` from a host of an earlier
  /// version.
  case alertCleared(alert: AlertKind, subject: String, sentence: String?)
  /// The sound server is gone.
  case serverLost
  /// The sound server is back and the rig is rebuilt.
  case serverReturned
  /// The host ends.
  case stopping
}

extension HostEvent: Codable {
  private enum Key: String, CodingKey {
    case topic, session, notification, route, decision, update
    /// The earlier version's name for the `notification` of routes and of the rig.
    case news
  }

  /// Reads the `event` of a message.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    switch try container.decode(EventTopic.self, forKey: .topic) {
    case .session:
      self = .session(
        try container.decode(String.self, forKey: .session),
        try container.decode(SessionNotification.self, forKey: .notification)
      )
    case .route:
      self = .route(
        try container.decode(String.self, forKey: .route),
        try Self.notification(in: container)
      )
    case .rig:
      self = .rig(try Self.notification(in: container))
    case .decision:
      self = .decision(try container.decode(DecisionStatus.self, forKey: .decision))
    case .value:
      self = .values(try container.decode(TreeUpdate.self, forKey: .update))
    }
  }

  private static func notification<Kind: Decodable>(
    in container: KeyedDecodingContainer<Key>
  ) throws -> Kind {
    let key = container.contains(.notification) ? Key.notification : .news
    return try container.decode(Kind.self, forKey: key)
  }

  /// Writes the `event` of a message.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(topic, forKey: .topic)
    switch self {
    case .session(let session, let notification):
      try container.encode(session, forKey: .session)
      try container.encode(notification, forKey: .notification)
    case .route(let route, let notification):
      try container.encode(route, forKey: .route)
      try container.encode(notification, forKey: .notification)
      try container.encode(notification, forKey: .news)
    case .rig(let notification):
      try container.encode(notification, forKey: .notification)
      try container.encode(notification, forKey: .news)
    case .decision(let decision):
      try container.encode(decision, forKey: .decision)
    case .values(let update):
      try container.encode(update, forKey: .update)
    }
  }
}
