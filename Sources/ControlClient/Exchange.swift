// SPDX-License-Identifier: Apache-2.0
// What the threads of a connection share: the requests that wait for an answer.

import ControlProtocol
import Dispatch
import StrictJSON
import Synchronization

/// The requests that are on their way.
final class Exchange: Sendable {
  typealias Outcome = Result<[UInt8], ControlClientError>

  private let link: HostConnection
  private let state = Mutex(State())
  /// Held while a line is written, so that lines do not mix.
  private let writing = Mutex(())
  /// Runs the timeouts of requests that no thread waits for.
  private let clock = DispatchQueue(label: "Tarmac deadlines")

  private struct State {
    var lastID: Int64 = 0
    var waiting: [Int64: @Sendable (Outcome) -> Void] = [:]
    var hasEnded = false
  }

  init(_ link: HostConnection) {
    self.link = link
  }

  deinit {
    link.end()
  }

  /// Sends a request; `take` is called once, with the answer or an error, unless this throws or the
  /// request is forgotten.
  @discardableResult
  func send(
    _ request: some ControlRequest,
    until deadline: Deadline,
    _ take: @escaping @Sendable (Outcome) -> Void
  ) throws(ControlClientError) -> Int64 {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let line = try request.line(id: id)
    try state.withLock { state throws(ControlClientError) in
      guard !state.hasEnded else { throw .disconnected }
      state.waiting[id] = take
    }
    do throws(ControlClientError) {
      try writing.withLock { _ throws(ControlClientError) in
        try link.write(line, until: deadline)
      }
    } catch {
      // Part of a line may be out: nothing that follows would be understood.
      end()
      // A request that `end` has failed already is not failed twice.
      if forget(id) { throw error }
    }
    return id
  }

  /// Stops waiting for an answer; returns whether anybody still waited.
  @discardableResult
  func forget(_ id: Int64) -> Bool {
    state.withLock { $0.waiting.removeValue(forKey: id) != nil }
  }

  /// Fails a request that still waits for its answer after a number of seconds.
  func expire(_ id: Int64, after seconds: Double) {
    clock.asyncAfter(deadline: .now() + min(max(0, seconds), 86_400)) { [weak self] in
      let take = self?.state.withLock { $0.waiting.removeValue(forKey: id) }
      take?(.failure(.timedOut(seconds: seconds)))
    }
  }

  /// Hands out answers and events until the connection ends.
  ///
  /// > Threading: Worker. The thread of the connection.
  func read(_ tell: (EventMessage) -> Void) {
    link.readLines { line in
      guard case .object(let message) = try? JSONText.value(of: line) else { return }
      if message["method"] == .string(EventEnvelope.method) {
        // An event that only a newer protocol has is ignored.
        if let event = try? JSONText.decode(EventEnvelope.self, from: line) { tell(event.params) }
      } else if case .integer(let id) = message["id"] {
        state.withLock { $0.waiting.removeValue(forKey: id) }?(.success(line))
      }
    }
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for take in waiting { take(.failure(.disconnected)) }
  }

  /// Hangs up, which ends `read`.
  func end() {
    link.hangUp()
  }
}

/// An answer that one thread waits for and another thread sets.
final class Answer: Sendable {
  private let bell = DispatchSemaphore(value: 0)
  private let outcome = Mutex<Exchange.Outcome?>(nil)

  func give(_ outcome: Exchange.Outcome) {
    self.outcome.withLock { $0 = outcome }
    bell.signal()
  }

  /// Waits for the answer; `nil` when the time is over.
  func wait(seconds: Double?) -> Exchange.Outcome? {
    let time = seconds.map { DispatchTime.now() + min(max(0, $0), 86_400) } ?? .distantFuture
    _ = bell.wait(timeout: time)
    return outcome.withLock { $0 }
  }
}
