// SPDX-License-Identifier: Apache-2.0
// A persistent connection: it carries requests of many threads and the host's events.

package import ControlProtocol
import Synchronization
import Threads

/// A connection to a host that lasts until it is closed.
///
/// > Threading: Any. Requests may be sent from several threads at once; the events are for one
/// reader.
package final class ControlConnection: Sendable {
  /// The host's events on this connection; the stream ends with the connection.
  ///
  /// A reader that is slower than the host loses the oldest beyond 1,024; `EventMessage.number`
  /// shows the gap.
  package let events: AsyncStream<EventMessage>
  private let exchange: Exchange
  private let reader: Mutex<SystemThread?>

  init(_ link: HostConnection) throws(ControlClientError) {
    let (events, inlet) = AsyncStream.makeStream(
      of: EventMessage.self,
      bufferingPolicy: .bufferingNewest(1_024)
    )
    let exchange = Exchange(link)
    // The thread keeps the exchange alive, not the connection: releasing the connection closes it.
    let thread: SystemThread
    do throws(ThreadError) {
      thread = try SystemThread("client-reader", signals: .faultsOnly) {
        exchange.read { inlet.yield($0) }
        inlet.finish()
      }
    } catch {
      throw .system(operation: "start a thread", errno: error.code)
    }
    self.events = events
    self.exchange = exchange
    reader = Mutex(thread)
  }

  deinit {
    close()
  }

  /// Sends a request and waits for the answer; without a number of seconds it waits as long as the
  /// connection lasts.
  package func send<Request: ControlRequest>(
    _ request: Request,
    timeoutSeconds: Double? = ControlClient.standardTimeoutSeconds
  ) throws(ControlClientError) -> Request.Reply {
    let answer = Answer()
    let deadline = Deadline(seconds: timeoutSeconds ?? ControlClient.standardTimeoutSeconds)
    let id = try exchange.send(request, until: deadline) { answer.give($0) }
    guard let outcome = answer.wait(seconds: timeoutSeconds) else {
      exchange.forget(id)
      throw .timedOut(seconds: timeoutSeconds ?? 0)
    }
    return try Request.reply(in: try outcome.get())
  }

  /// Sends a request and returns the answer when it comes; fails when the connection ends or the
  /// timeout, if any, is over.
  package func reply<Request: ControlRequest>(
    to request: Request,
    timeoutSeconds: Double? = nil
  ) async throws(ControlClientError) -> Request.Reply {
    let outcome = await withCheckedContinuation { continuation in
      let deadline = Deadline(seconds: ControlClient.standardTimeoutSeconds)
      do throws(ControlClientError) {
        let id = try exchange.send(request, until: deadline) { continuation.resume(returning: $0) }
        if let timeoutSeconds { exchange.expire(id, after: timeoutSeconds) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    return try Request.reply(in: try outcome.get())
  }

  /// Ends the connection: waiting requests fail, the events end, what the connection owned is
  /// released.
  ///
  /// Further calls do nothing; releasing the connection closes it too.
  package func close() {
    exchange.end()
    reader.withLock { reader in
      guard let thread = reader else { return }
      if thread.isCurrent { thread.detach() } else { thread.join() }
      reader = nil
    }
  }
}
