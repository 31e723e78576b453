// SPDX-License-Identifier: Apache-2.0
// The program of a preset that is run for each alert.

import ChildPrograms
import Dispatch
import Glibc
import Quantities
import Synchronization

/// Runs a program for each alert, beside the rig: a few at once, each for a while at most.
///
/// > Threading: Any.
final class AlertHook: Sendable {
  /// How many run at once, how many wait, and how long each may run.
  static let atOnce = 2
  static let waiting = 16
  static let limit = Seconds(30)

  private let report: @Sendable (String) -> Void
  private let queue = DispatchQueue(label: "tarmac alert hooks", attributes: .concurrent)
  private let state = Mutex(State())

  private struct Job {
    let command: [String]
    let variables: [String: String]
  }

  private struct State {
    var running = 0
    var jobs: [Job] = []
    var isClosed = false
  }

  /// Tells `report` what goes wrong.
  init(report: @escaping @Sendable (String) -> Void) {
    self.report = report
  }

  /// Runs a program soon, with these variables beside those of the rig.
  func run(_ command: [String], with variables: [String: String]) {
    let isBegun: Bool? = state.withLock { state in
      guard !state.isClosed, state.jobs.count < Self.waiting else { return nil }
      state.jobs.append(Job(command: command, variables: variables))
      guard state.running < Self.atOnce else { return false }
      state.running += 1
      return true
    }
    guard let isBegun else {
      return report("Too many alerts at once: \(command[0]) is not run for one of them.")
    }
    if isBegun { queue.async { [self] in runAll() } }
  }

  /// Runs nothing any more, and ends what runs.
  func close() {
    state.withLock { ($0.isClosed, $0.jobs) = (true, []) }
  }

  private func runAll() {
    while let job = next() { run(job) }
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
    var environment = presentEnvironment
    // It is no service of its own.
    for name in ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"] { environment[name] = nil }
    environment.merge(job.variables) { $1 }
    let name = job.command[0]
    let recipe = SpawnRecipe(
      command: job.command,
      environment: environment,
      files: [STDOUT_FILENO: STDERR_FILENO, STDERR_FILENO: STDERR_FILENO]
    )
    let process: Int32
    do throws(SpawnError) {
      process = try recipe.spawn()
    } catch {
      return report(
        "\(name) can't be run for an alert: \(unsafe String(cString: strerror(error.code)))."
      )
    }
    let end = MonotonicTime.now.after(Self.limit)
    var status: Int32 = 0
    while unsafe waitpid(process, &status, WNOHANG) == 0 {
      if .now > end || isClosed {
        kill(-process, SIGKILL)
        unsafe waitpid(process, &status, 0)
        if !isClosed {
          report(
            "\(name), run for an alert, was not done after \(Self.limit.value) s and was ended."
          )
        }
        return
      }
      usleep(20_000)
    }
    if status & 0x7F != 0 {
      report("\(name), run for an alert, was ended by \(signalName(status & 0x7F)).")
    } else if status >> 8 != 0 {
      report("\(name), run for an alert, failed with \(status >> 8).")
    }
  }
}
