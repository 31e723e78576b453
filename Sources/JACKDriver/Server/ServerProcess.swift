// SPDX-License-Identifier: Apache-2.0
// A jackd that is our child: its own process group, its output kept, dead when we are, never a
// zombie.

internal import CRealtime
internal import ChildPrograms
internal import Dispatch
internal import Glibc
internal import Synchronization
internal import Threads

/// A child process that one thread of its own starts, listens to and waits for, and that a watchdog
/// ends when we die.
///
/// > Threading: Any.
package final class ServerProcess: Sendable {
  private struct State {
    var pid: pid_t = 0
    var startError: Int32 = 0
    var hasExited = false
    var endedInOrder = false
    var output: [UInt8] = []
  }

  private static let keptOutput = 16_384
  private let command: [String]
  private let environment: [String: String]
  private let state = Mutex(State())
  private let started = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts `command`, whose first word is looked up in `PATH`, with exactly `environment`.
  package init(command: [String], environment: [String: String]) throws(LauncherError) {
    self.command = command
    self.environment = environment
    do throws(ThreadError) {
      try SystemThread("server-process", signals: .faultsOnly) { self.live() }.detach()
    } catch {
      throw .notStarted(command: command.first ?? "", code: error.code)
    }
    started.wait()
    let startError = state.withLock { $0.startError }
    guard startError == 0 else {
      throw .notStarted(command: command.first ?? "", code: startError)
    }
  }

  /// The process id; stays what it was after the end.
  package var pid: Int32 { state.withLock { $0.pid } }

  /// Whether the child lives.
  package var isRunning: Bool { state.withLock { !$0.hasExited } }

  /// Whether the child has ended by itself and without an error.
  package var endedInOrder: Bool { state.withLock { $0.endedInOrder } }

  /// The last lines that the child wrote, at most `count` of them.
  package func lastLines(_ count: Int) -> [String] {
    let bytes = state.withLock { $0.output }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.suffix(count)
  }

  /// Sends `signal`, if the child still lives.
  package func send(_ signal: Int32) {
    state.withLock { state in
      // The child is reaped under this lock, so the id can't belong to another process.
      if !state.hasExited && state.pid > 0 { kill(state.pid, signal) }
    }
  }

  /// Waits until the child has ended and was reaped; returns `false` when it still lives after
  /// `seconds`.
  package func wait(seconds: Double) -> Bool {
    guard ended.wait(timeout: .now() + seconds) == .success else { return false }
    ended.signal()  // for the next thread that waits
    return true
  }

  /// Asks the child to end, insists after `patience` seconds, and returns when it is gone.
  package func stop(patience: Double = 3) {
    send(SIGTERM)
    guard !wait(seconds: patience) else { return }
    send(SIGKILL)
    _ = wait(seconds: 5)
  }

  /// The environment of this process, without device reservation where there is no session bus to
  /// reserve on.
  package static func quietEnvironment() -> [String: String] {
    var environment = startEnvironment
    if environment["DBUS_SESSION_BUS_ADDRESS"] == nil {
      environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    }
    return environment
  }

  /// Starts the child, reads what it writes until it ends, and reaps it.
  private func live() {
    guard let pipe = Pipe() else { return fail(errno) }
    defer { pipe.closeBoth() }
    let files = [STDOUT_FILENO: pipe.writeEnd, STDERR_FILENO: pipe.writeEnd]
    let recipe = SpawnRecipe(command: command, environment: environment, files: files)
    let pid: pid_t
    do throws(SpawnError) {
      pid = try recipe.spawn()
    } catch {
      return fail(error.code)
    }
    let watchdog = Watchdog(guarding: pid)
    // With a watchdog it ends in order, however this program does.
    if watchdog != nil { tarmac_end_spare(pid, true) }
    state.withLock { $0.pid = pid }
    started.signal()
    pipe.closeWriteEnd()
    keepOutput(of: pipe.readEnd)
    reap(pid, watchdog)
  }

  private func fail(_ code: Int32) {
    state.withLock {
      $0.startError = code
      $0.hasExited = true
    }
    started.signal()
    ended.signal()
  }

  private func keepOutput(of file: Int32) {
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = unsafe read(file, &chunk, chunk.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return }
      state.withLock {
        $0.output.append(contentsOf: chunk.prefix(count))
        $0.output.removeFirst(max(0, $0.output.count - ServerProcess.keptOutput))
      }
    }
  }

  private func reap(_ pid: pid_t, _ watchdog: Watchdog?) {
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    // Before the child is reaped, for its id may belong to another process afterwards.
    watchdog?.dismiss()
    tarmac_end_spare(pid, false)
    state.withLock {
      $0.hasExited = true
      $0.endedInOrder = ChildStatus.look(at: pid, waits: true) == .ended(status: 0)
    }
    ended.signal()
  }
}

/// Looks `name` up in `PATH`.
func findProgram(_ name: String) -> String? {
  guard let path = unsafe getenv("PATH") else { return nil }
  let folders = unsafe String(cString: path).split(separator: ":")
  return folders.map { "\($0)/\(name)" }.first { unsafe access($0, X_OK) == 0 }
}
