// SPDX-License-Identifier: Apache-2.0
// What a start waits for, said while it waits.

import Dispatch
import Synchronization

/// Tells of steps that take longer than a second, while they last: what stands still does not do so in silence.
final class SlowSteps: Sendable {
  private let present = Mutex<Step?>(nil)
  private let count = Atomic(0)
  private let report: @Sendable (String) -> Void
  private let clock = DispatchQueue(label: "tarmac slow steps")

  private struct Step {
    let number: Int
    let name: String
  }

  /// Prepares to tell `report`, on a thread of its own.
  init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  /// Runs a step; `name` goes on after "Still", such as "reading the preset".
  func during<Value, Problem: Error>(
    _ name: String,
    _ body: () throws(Problem) -> Value
  ) throws(Problem) -> Value {
    let number = count.add(1, ordering: .relaxed).newValue
    let outer = present.withLock { present in
      defer { present = Step(number: number, name: name) }
      return present
    }
    defer { present.withLock { $0 = outer } }
    tell(of: number, after: 1)
    return try body()
  }

  /// Tells of a step if it lasts that long, and again when it has lasted twice as long.
  private func tell(of number: Int, after seconds: Int) {
    clock.asyncAfter(deadline: .now() + .seconds(max(1, seconds / 2))) { [self] in
      guard let step = present.withLock({ $0 }), step.number == number else { return }
      report("Still \(step.name), for \(seconds) s now.")
      tell(of: number, after: 2 * seconds)
    }
  }
}
