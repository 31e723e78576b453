// SPDX-License-Identifier: Apache-2.0
// Where slow things are done: beside the control thread, which goes on deciding meanwhile.

import Dispatch
package import Quantities
package import RigErrors
import Synchronization

/// Makes plugins, opens files, reads and writes states, one job at a time.
///
/// Neither lilv's data nor what plugins do in `instantiate`, `save` and `restore` is safe on
/// several threads at once, so all of that is done here while a rig is up. A caller that waits for
/// a job lets others use the control thread meanwhile. A job that does not come back keeps its
/// thread; the next ones have another.
///
/// > Threading: Any.
package final class BackgroundQueue: Sendable {
  /// The one of this process: libraries of plugins share its memory.
  package static let shared = BackgroundQueue()

  /// How many jobs may be without an answer before no more are begun: each of them keeps a thread.
  private static let mostLost = 64

  private let turns = Mutex(Turns())
  /// Jobs that were given up and have not come back.
  private let lost = Mutex(0)

  private struct Turns {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Does a job once those before it are done; returns `nil` when it has not come back within
  /// `patience`.
  ///
  /// The job must not touch what the caller's thread changes meanwhile.
  package nonisolated(nonsending) func perform<Value, Problem: Error>(
    patience: Seconds = HostTimes.jobPatience,
    _ job: @escaping () throws(Problem) -> Value
  ) async throws(Problem) -> Value? {
    await takeTurn()
    return try await run(patience: patience, job) { self.passTurn() }
  }

  /// Does a job of its own, such as opening a file, whatever else is being done; `nil` when it has
  /// not come back in time.
  ///
  /// The job must not touch what the caller's thread, or other jobs, change meanwhile.
  package nonisolated(nonsending) func performAtOnce<Value, Problem: Error>(
    patience: Seconds = HostTimes.jobPatience,
    _ job: @escaping () throws(Problem) -> Value
  ) async throws(Problem) -> Value? {
    try await run(patience: patience, job) {}
  }

  /// The same for what is done with the files at a path: a disk that does not answer in time is an
  /// error.
  package nonisolated(nonsending) func onDisk<Value>(
    _ path: String,
    _ job: @escaping () throws(RigError) -> Value
  ) async throws(RigError) -> Value {
    if let value = try await performAtOnce(job) { return value }
    throw .inputOutput("The disk has not answered for \(path) for too long.")
  }

  private nonisolated(nonsending) func run<Value, Problem: Error>(
    patience: Seconds,
    _ job: @escaping () throws(Problem) -> Value,
    whenDone: @escaping @Sendable () -> Void
  ) async throws(Problem) -> Value? {
    guard lost.withLock({ $0 < Self.mostLost }) else {
      whenDone()
      return nil
    }
    let job = Transferred(job)
    let outcome: Transferred<Result<Value, Problem>>? = await withCheckedContinuation {
      continuation in
      let ending = Ending(continuation, pass: whenDone)
      let thread = DispatchQueue(label: "tarmac background")
      thread.async {
        let isInTime: Bool
        do throws(Problem) {
          isInTime = ending.end(Transferred(.success(try job.value())))
        } catch {
          isInTime = ending.end(Transferred(.failure(error)))
        }
        if !isInTime { self.lost.withLock { $0 -= 1 } }
      }
      let patience = DispatchTimeInterval.nanoseconds(Int(clamping: patience.nanoseconds))
      DispatchQueue.global().asyncAfter(deadline: .now() + patience) {
        self.lost.withLock { lost in if ending.end(nil) { lost += 1 } }
      }
    }
    return try outcome?.value.get()
  }

  private nonisolated(nonsending) func takeTurn() async {
    await withCheckedContinuation { continuation in
      let isFree = turns.withLock { turns in
        if turns.isTaken { turns.waiting.append(continuation) }
        defer { turns.isTaken = true }
        return !turns.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  private func passTurn() {
    let next = turns.withLock { turns -> CheckedContinuation<Void, Never>? in
      turns.isTaken = !turns.waiting.isEmpty
      return turns.isTaken ? turns.waiting.removeFirst() : nil
    }
    next?.resume()
  }
}

/// The end of a job: it comes back, or is given up, whichever is first.
private final class Ending<Outcome>: Sendable {
  private let continuation: Mutex<CheckedContinuation<Transferred<Outcome>?, Never>?>
  private let pass: @Sendable () -> Void

  init(
    _ continuation: CheckedContinuation<Transferred<Outcome>?, Never>,
    pass: @escaping @Sendable () -> Void
  ) {
    self.continuation = Mutex(continuation)
    self.pass = pass
  }

  /// Returns whether it was first.
  @discardableResult
  func end(_ outcome: Transferred<Outcome>?) -> Bool {
    let first = continuation.withLock { continuation in
      defer { continuation = nil }
      return continuation
    }
    guard let first else { return false }
    pass()
    first.resume(returning: outcome)
    return true
  }
}

/// What one thread hands to another and does not touch any more itself.
private struct Transferred<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
