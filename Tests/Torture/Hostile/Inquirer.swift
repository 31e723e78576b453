// SPDX-License-Identifier: Apache-2.0
// A client that asks for the state of a rig all the time.

import ControlClient
import ControlProtocol
import Foundation
import Synchronization

/// Asks a rig for its status without a pause, and measures the time of each answer; and, for
/// comparison, how much longer than asked for the machine lets a thread sleep between two of them.
///
/// > Threading: Control.
final class Inquirer {
  private let results: Results
  private let thread: Thread

  /// Begins to ask.
  init(_ path: ControlSocketPath) throws {
    let client = try ControlClient(path: path)
    let results = Results()
    self.results = results
    thread = Thread {
      while !results.isOver.load(ordering: .acquiring) {
        let begin = ContinuousClock.now
        do {
          _ = try client.send(StatusRequest(), timeoutSeconds: 60)
          results.add((ContinuousClock.now - begin) / .milliseconds(1))
        } catch {
          results.fail("\(error)")
        }
        let rest = ContinuousClock.now
        usleep(10_000)
        results.add(stall: (ContinuousClock.now - rest - .milliseconds(10)) / .milliseconds(1))
      }
      results.isDone.store(true, ordering: .releasing)
    }
    thread.start()
  }

  /// Stops; returns the times of answers and the longest stall of the machine, in milliseconds.
  func end() -> (times: [Double], stall: Double) {
    results.isOver.store(true, ordering: .releasing)
    while !results.isDone.load(ordering: .acquiring) { usleep(1_000) }
    return results.all.withLock { ($0.times, $0.stall) }
  }

  /// The requests that were not answered so far.
  var failures: [String] { results.all.withLock { $0.failures } }

  private final class Results: Sendable {
    let isOver = Atomic(false)
    let isDone = Atomic(false)
    let all = Mutex<(times: [Double], stall: Double, failures: [String])>(([], 0, []))

    func add(_ time: Double) { all.withLock { $0.times.append(time) } }
    func add(stall: Double) { all.withLock { $0.stall = max($0.stall, stall) } }
    func fail(_ words: String) { all.withLock { $0.failures.append(words) } }
  }
}
