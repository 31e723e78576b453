// SPDX-License-Identifier: Apache-2.0
// What every server does for its clients: requests carried out on their queues, subscriptions to topics.

package import ControlProtocol
package import ControlTree
import Synchronization

extension CommandTable {
  /// Carries a request out on a client's queue.
  ///
  /// - Parameters:
  ///   - request: a line.
  ///   - id: the client.
  ///   - visitor: who is at its other end.
  ///   - queue: where.
  ///   - isLetIn: whether it is still let in.
  ///   - setAside: is called at most once, when the next request need not wait for this one.
  ///   - answered: is given the answer, if one is wanted, and whether it was set aside.
  package func begin(
    _ request: [UInt8],
    of id: ClientID,
    _ visitor: Visitor = .operator,
    on queue: TaskQueue,
    isLetIn: @escaping @Sendable () -> Bool = { true },
    setAside: @escaping @Sendable () -> Void,
    answered: @escaping @Sendable ([UInt8]?, Bool) -> Void
  ) {
    Task(executorPreference: queue) {
      let errand = Errand()
      let caller = Caller(id, visitor, isLetIn: isLetIn) {
        if errand.setAside() { setAside() }
      }
      let answer = await self.answer(line: request, from: caller)
      answered(answer, errand.isSetAside)
    }
  }

  /// The table with the requests that a server itself answers; `subscribe` is told which client wants topics, or not any
  /// more.
  package func withSubscriptions(
    _ subscribe: @escaping @Sendable (ClientID, Bool, Set<EventTopic>) -> Void
  ) -> CommandTable {
    var table = self
    table.on(SubscribeRequest.self) { request, client throws(ControlError) in
      guard request.topics?.contains(.value) != true else {
        throw ControlError(code: .invalidParams, message: "'tree.subscribe' subscribes to values.")
      }
      subscribe(client, true, Set(request.topics ?? EventTopic.allCases))
      return Done()
    }
    table.on(UnsubscribeRequest.self) { request, client throws(ControlError) in
      subscribe(client, false, Set(request.topics ?? EventTopic.allCases))
      return Done()
    }
    return table
  }
}

/// A request in work.
private final class Errand: Sendable {
  private let flag = Atomic(false)

  var isSetAside: Bool { flag.load(ordering: .acquiring) }

  /// Sets it aside; returns whether it was not yet.
  func setAside() -> Bool {
    !flag.exchange(true, ordering: .acquiringAndReleasing)
  }
}
