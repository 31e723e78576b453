// SPDX-License-Identifier: Apache-2.0
// A dedicated thread for steps that must not wait for a free one.

import Dispatch
import Synchronization
import Threads

/// Runs steps one at a time, in their order, on one thread that lives as long as this object.
///
/// A system queue takes the thread that was idle longest. With a step now and then, none of many
/// threads would be idle for long enough to end, and after many clients all of their threads would
/// stay.
///
/// > Threading: Any.
final class StepThread: Sendable {
  private let steps = Steps()

  private final class Steps: Sendable {
    private struct State {
      var waiting: [@Sendable () -> Void] = []
      var isOver = false
    }

    private let state = Mutex(State())
    private let bell = DispatchSemaphore(value: 0)

    func add(_ step: @escaping @Sendable () -> Void) {
      state.withLock { $0.waiting.append(step) }
      bell.signal()
    }

    func end() {
      state.withLock { $0.isOver = true }
      bell.signal()
    }

    func run() {
      while true {
        bell.wait()
        let (steps, isOver) = state.withLock { state in
          defer { state.waiting = [] }
          return (state.waiting, state.isOver)
        }
        for step in steps { step() }
        if isOver, steps.isEmpty { return }
      }
    }
  }

  /// Starts a thread that debuggers show by that name; where the system has none left, steps run on
  /// a queue.
  init(_ label: String) {
    let steps = steps
    do throws(ThreadError) {
      try SystemThread(label, signals: .faultsOnly) { steps.run() }.detach()
    } catch {
      DispatchQueue(label: label).async { steps.run() }
    }
  }

  deinit { steps.end() }

  /// Runs a step after those before it.
  func enqueue(_ step: @escaping @Sendable () -> Void) { steps.add(step) }
}
