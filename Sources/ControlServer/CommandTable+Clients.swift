// SPDX-License-Identifier: Apache-2.0
// What every server does for its clients: it carries out requests on their queues, and keeps
// subscriptions to topics.

package import ControlProtocol
package import ControlTree
import Synchronization

extension CommandTable {
  /// Carries a request out for a client, on its queue; requests after the client has left are
  /// dropped.
  ///
  /// - Parameters:
  ///   - request: a line.
  ///   - id: the client.
  ///   - visitor: what is at its other end.
  ///   - life: what is in work for it.
  ///   - isLetIn: whether it is still admitted.
  ///   - setAside: is called at most once, when the next request need not wait for this one.
  ///   - answered: gets the answer, if one is wanted, and whether the request was set aside.
  package func begin(
    _ request: [UInt8],
    of id: ClientID,
    _ visitor: RequestOrigin = .operator,
    in life: ClientLife,
    isLetIn: @escaping @Sendable () -> Bool = { true },
    setAside: @escaping @Sendable () -> Void,
    answered: @escaping @Sendable ([UInt8]?, Bool) -> Void
  ) {
    guard life.begin() else { return }
    Task(executorPreference: life.queue) {
      let running = RunningRequest()
      let caller = Caller(id, visitor, life.share, isLetIn: isLetIn) {
        if running.setAside() { setAside() }
      }
      let answer = await self.answer(line: request, from: caller)
      answered(answer, running.isSetAside)
      life.end()
    }
  }

  /// Cleans up after a connection that has ended: it leaves at once, and is closed when none of its
  /// requests is in work.
  package func close(_ client: ClientID, _ life: ClientLife) {
    guard life.leave() else { return }
    Task(executorPreference: life.queue) {
      await leaving(client)
      await life.hasGone()
      await closing(client)
    }
  }

  /// The table with the requests that a server itself answers; `subscribe` gets the client, whether
  /// it subscribes or unsubscribes, and the topics.
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
private final class RunningRequest: Sendable {
  private let flag = Atomic(false)

  var isSetAside: Bool { flag.load(ordering: .acquiring) }

  /// Sets it aside; returns whether it was not yet.
  func setAside() -> Bool {
    !flag.exchange(true, ordering: .acquiringAndReleasing)
  }
}
