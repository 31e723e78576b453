// SPDX-License-Identifier: Apache-2.0
// The exchange between a client and the host, on any transport.

package import ControlProtocol

/// A client's requests in work and the lines that wait for it, both bounded; requests are taken one
/// at a time, so answers come in order.
///
/// Only requests that answer late are set aside; their answers may come out of order.
package struct Dialogue {
  /// The client's requests in work, and their queue.
  package let life: ClientLife
  /// The topics that the client has subscribed to.
  package private(set) var topics: Set<EventTopic> = []
  /// Whether a request is in work that the next one has to wait for.
  package private(set) var isBusy = false
  /// How many requests in work are set aside.
  package private(set) var setAsideCount = 0
  private var outbox = Outbox()
  private let patience: Duration
  /// When the client had last read all that had been written to it.
  private var lastTaken = ContinuousClock.now

  /// How much of its answers a client may leave unread.
  package static let maximumBacklogBytes = 4 * ControlWire.maximumLineBytes
  /// How many requests of a client may be set aside.
  package static let maximumSetAside = 16

  /// How long a client may read nothing while events are lost by that.
  package static let usualPatience = Duration.seconds(30)

  /// Begins; its queue has that name in debuggers.
  package init(_ name: String, patience: Duration = Self.usualPatience) {
    (life, self.patience) = (ClientLife(name), patience)
  }

  /// Whether the next request may begin.
  package var takesRequests: Bool { !isBusy && setAsideCount < Self.maximumSetAside }
  /// How many bytes of its answers wait.
  package var answerBytes: Int { outbox.answerBytes }
  /// Whether nothing waits for the client.
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

  /// Subscribes the client to topics, or ends that.
  package mutating func subscribe(_ isWanted: Bool, to topics: Set<EventTopic>) {
    if isWanted { self.topics.formUnion(topics) } else { self.topics.subtract(topics) }
  }

  /// Ends all subscriptions.
  package mutating func unsubscribe() { topics = [] }

  /// Adds an answer, a line without its end.
  package mutating func add(answer: [UInt8]) { outbox.add(answer: answer) }

  /// Adds an event that is JSON already.
  package mutating func add(event: [UInt8], at: TimeStamp) { outbox.add(event: event, at: at) }

  /// Takes the next lines for the client, once it has read the previous ones.
  package mutating func next() -> [UInt8]? {
    lastTaken = .now
    return outbox.next()
  }

  /// Why a client is to be dropped, if it leaves too much unread; `bytes` have been taken but not
  /// sent.
  package func complaint(unread bytes: Int) -> String? {
    if bytes + outbox.answerBytes > Self.maximumBacklogBytes {
      return "it did not read its answers"
    }
    guard outbox.lost > 0, ContinuousClock.now - lastTaken > patience else { return nil }
    return "it has read nothing for \(patience.components.seconds) seconds"
  }

  /// Discards all that waits for the client.
  package mutating func discard() { outbox = Outbox() }
}

extension EventRecipients {
  /// Whether a client with subscriptions to `topics` is among them.
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
