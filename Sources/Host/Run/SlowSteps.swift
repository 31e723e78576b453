// SPDX-License-Identifier: Apache-2.0
// What a start waits for, said while it waits.

import Dispatch
import RigErrors
import Synchronization

/// Tells of steps that take longer than a second, while they last: what stands still does not do so
/// in silence.
final class SlowSteps: Sendable {
  private let present = Mutex<[Step]>([])
  private let count = Atomic(0)
  private let report: @Sendable (String) -> Void
  private let begun: @Sendable (String) -> Void
  private let stopped = Atomic(false)
  private let clock = DispatchQueue(label: "tarmac slow steps")

  private struct Step {
    let number: Int
    let name: String
  }

  /// Prepares to tell `report`, on a thread of its own; `begun` hears of each step at once.
  init(
    report: @escaping @Sendable (String) -> Void,
    begun: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.report, self.begun) = (report, begun)
  }

  /// Runs a step; `name` goes on after "Still", such as "reading the preset".
  func during<Value, Problem: Error>(
    _ name: String,
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    begin(name)
    defer { end() }
    return try body()
  }

  /// The same for a step that lets others go on meanwhile.
  nonisolated(nonsending) func during<Value, Problem: Error>(
    _ name: String,
    _ body: nonisolated(nonsending) () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    begin(name)
    defer { end() }
    return try await body()
  }

  /// Notes that the start is not worth while any more.
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Whether somebody has ended what starts.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Goes no further once somebody has.
  func check() throws(RigError) {
    guard !isStopped else { throw .refused("The rig was ended while it started.") }
  }

  private func begin(_ name: String) {
    let number = count.add(1, ordering: .relaxed).newValue
    present.withLock { $0.append(Step(number: number, name: name)) }
    EndGuard.stage(name)
    begun(name)
    tell(of: number, after: 1)
  }

  private func end() {
    let rest = present.withLock { steps in
      _ = steps.popLast()
      return steps.last?.name
    }
    EndGuard.stage(rest ?? "")
  }

  /// Tells of a step if it lasts that long, and again when it has lasted twice as long.
  private func tell(of number: Int, after seconds: Int) {
    clock.asyncAfter(deadline: .now() + .seconds(max(1, seconds / 2))) { [self] in
      guard let step = present.withLock({ $0.last }), step.number == number else { return }
      report("Still \(step.name), for \(seconds) s now.")
      tell(of: number, after: 2 * seconds)
    }
  }
}
