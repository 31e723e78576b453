// SPDX-License-Identifier: Apache-2.0
// Runs the preset's program for each alert.

import ChildPrograms
import Dispatch
import Glibc
import Quantities
import Synchronization

/// Runs a program for each alert, beside the rig: a few at once, each with a time limit.
///
/// > Threading: Any.
final class AlertHook: Sendable {
  /// How many run at once, and how many wait.
  private static let atOnce = 2
  private static let waiting = 16

  /// How long each may run.
  private let limit: Seconds
  private let report: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "tarmac alert hooks", attributes: .concurrent)
  private let state = Mutex(State())

  private struct Job {
    let command: [String]
    let variables: [String: String]
  }

  /// What happens to a program that is to be run.
  private enum Verdict { case begins, waits, isTooMuch }

  private struct State {
    var running = 0
    var jobs: [Job] = []
    var isClosed = false
  }

  /// Failures go to `report`.
  init(limit: Seconds = Seconds(30), report: @escaping @Sendable (String) -> Void) {
    (self.limit, self.report) = (limit, report)
  }

  /// Runs a program soon, with these variables in addition to those of the rig.
  func run(_ command: [String], with variables: [String: String]) {
    let job = Job(command: command, variables: variables)
    let verdict: Verdict = state.withLock { state in
      guard !state.isClosed else { return .waits }
      if state.running < Self.atOnce {
        state.running += 1
        return .begins
      }
      guard state.jobs.count < Self.waiting else { return .isTooMuch }
      state.jobs.append(job)
      return .waits
    }
    switch verdict {
    case .begins: queue.async { [self] in runAll(from: job) }
    case .waits: break
    case .isTooMuch:
      report("Too many alerts at once: \(command[0]) is not run for one of them.")
    }
  }

  /// Starts no more programs, and ends those that run.
  func close() {
    state.withLock { ($0.isClosed, $0.jobs) = (true, []) }
  }

  private func runAll(from first: Job) {
    var job: Job? = first
    while let current = job {
      run(current)
      job = next()
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      guard !state.jobs.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.jobs.removeFirst()
    }
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private func run(_ job: Job) {
    var environment = startEnvironment
    // The program is not a service itself.
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { environment[name] = nil }
    environment.merge(job.variables) { $1 }
    let name = job.command[0]
    guard let output = AlertOutput() else {
      return report("\(name) can't be run for an alert: no file descriptor is left.")
    }
    let recipe = SpawnRecipe(
      command: job.command,
      environment: environment,
      files: [STDOUT_FILENO: output.theirs, STDERR_FILENO: output.theirs]
    )
    let process: Int32
    do throws(SpawnError) {
      process = try recipe.spawn()
      output.closeTheirs()
    } catch {
      return report(
        "\(name) can't be run for an alert: \(unsafe String(cString: strerror(error.code)))."
      )
    }
    let end = MonotonicTime.now.after(limit)
    var ended: ChildStatus?
    while true {
      ended = ChildStatus.look(at: process)
      for line in output.takeLines(isLast: ended != nil) {
        report("\(name), run for an alert: \(line)")
      }
      if ended != nil { break }
      if .now > end || isClosed {
        kill(-process, SIGKILL)
        _ = ChildStatus.look(at: process, waits: true)
        if !isClosed {
          report("\(name), run for an alert, was not done after \(limit.value) s and was ended.")
        }
        return
      }
      usleep(20_000)
    }
    // The rest of its process group ends with it; what a daemon of it writes is not read.
    kill(-process, SIGKILL)
    guard case .ended(let status?)? = ended else { return }
    if status & 0x7F != 0 {
      report("\(name), run for an alert, was ended by \(signalName(status & 0x7F)).")
    } else if status >> 8 != 0 {
      report("\(name), run for an alert, failed with \(status >> 8).")
    }
  }
}
