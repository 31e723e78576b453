// SPDX-License-Identifier: Apache-2.0
// Reports what a start waits for, while it waits.

import Dispatch
import RigErrors
import Synchronization

/// Reports steps that take longer than a second, while they last, so that no step hangs in silence.
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

  /// Reports go to `report`, on a queue of its own; `begun` hears of each step at once.
  init(
    report: @escaping @Sendable (String) -> Void,
    begun: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.report, self.begun) = (report, begun)
  }

  /// Runs a step; `name` follows the word "Still", such as "reading the preset".
  func during<Value, Problem: Error>(
    _ name: String,
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    begin(name)
    defer { end() }
    return try body()
  }

  /// The same for a step that suspends.
  nonisolated(nonsending) func during<Value, Problem: Error>(
    _ name: String,
    _ body: nonisolated(nonsending) () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    begin(name)
    defer { end() }
    return try await body()
  }

  /// Notes that the rig was ended while it started.
  func stop() { stopped.store(true, ordering: .relaxed) }

  /// Whether the rig was ended while it started.
  var isStopped: Bool { stopped.load(ordering: .relaxed) }

  /// Throws if the rig was ended while it started.
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

  /// Reports a step if it lasts that long, and again when it has lasted twice as long.
  private func tell(of number: Int, after seconds: Int) {
    clock.asyncAfter(deadline: .now() + .seconds(max(1, seconds / 2))) { [self] in
      guard let step = present.withLock({ $0.last }), step.number == number else { return }
      report("Still \(step.name), for \(seconds) s now.")
      tell(of: number, after: 2 * seconds)
    }
  }
}
