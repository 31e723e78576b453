// SPDX-License-Identifier: Apache-2.0
// What a client and the host have to say to one another, whatever carries it.

package import ControlProtocol

/// A client's requests in work and what it is to be told, both bounded; requests are taken one
/// after the other, so answers come in order.
///
/// Only requests that answer late are set aside, and their answers come when they come.
package struct Dialogue {
  /// What is in work for it, and where.
  package let life: ClientLife
  /// The topics that the client wants to be told of.
  package private(set) var topics: Set<EventTopic> = []
  /// Whether a request is in work that the next one has to wait for.
  package private(set) var isBusy = false
  /// How many requests are in work that nobody waits for.
  package private(set) var setAsideCount = 0
  private var outbox = Outbox()
  private let patience: Duration
  /// When the client had read all that had been written to it.
  private var lastTaken = ContinuousClock.now

  /// How much of its answers a client may leave unread.
  package static let maximumBacklogBytes = 4 * ControlWire.maximumLineBytes
  /// How many requests of a client may be set aside.
  package static let maximumSetAside = 16

  /// How long a client may read nothing, if events are lost by that.
  package static let usualPatience = Duration.seconds(30)

  /// Begins; debuggers call its queue by that name.
  package init(_ name: String, patience: Duration = Self.usualPatience) {
    (life, self.patience) = (ClientLife(name), patience)
  }

  /// Whether the next request may begin.
  package var takesRequests: Bool { !isBusy && setAsideCount < Self.maximumSetAside }
  /// How much of its answers waits.
  package var answerBytes: Int { outbox.answerBytes }
  /// Whether the client has been told everything.
  package var isSilent: Bool { outbox.isEmpty }

  /// Notes that a request begins.
  package mutating func begin() { isBusy = true }

  /// Lets the next request be taken although this one is in work.
  package mutating func setAside() {
    isBusy = false
    setAsideCount += 1
  }

  /// Notes that a request is done.
  package mutating func finish(wasSetAside: Bool) {
    if wasSetAside { setAsideCount -= 1 } else { isBusy = false }
  }

  /// Begins and ends to tell the client of topics.
  package mutating func subscribe(_ isWanted: Bool, to topics: Set<EventTopic>) {
    if isWanted { self.topics.formUnion(topics) } else { self.topics.subtract(topics) }
  }

  /// Tells of no topic any more.
  package mutating func unsubscribe() { topics = [] }

  /// Adds an answer, a line without its end.
  package mutating func add(answer: [UInt8]) { outbox.add(answer: answer) }

  /// Adds an event that is JSON already.
  package mutating func add(event: [UInt8], at: TimeStamp) { outbox.add(event: event, at: at) }

  /// Takes what the client is to be told next, once it has read what it was told before: whole
  /// lines.
  package mutating func next() -> [UInt8]? {
    lastTaken = .now
    return outbox.next()
  }

  /// Why a client is to be sent away that leaves too much unread; `bytes` of it have been taken.
  package func complaint(unread bytes: Int) -> String? {
    if bytes + outbox.answerBytes > Self.maximumBacklogBytes {
      return "it did not read its answers"
    }
    guard outbox.lost > 0, ContinuousClock.now - lastTaken > patience else { return nil }
    return "it has read nothing for \(patience.components.seconds) seconds"
  }

  /// Forgets what the client was to be told.
  package mutating func discard() { outbox = Outbox() }
}

extension EventRecipients {
  /// Whether a client is among them that has subscribed to `topics`.
  package func include(
    _ client: ClientID,
    subscribedTo topics: Set<EventTopic>,
    _ topic: EventTopic
  )
    -> Bool
  {
    switch self {
    case .subscribers: topics.contains(topic)
    case .subscribersAnd(let one): client == one || topics.contains(topic)
    case .only(let one): client == one
    }
  }
}
