// SPDX-License-Identifier: Apache-2.0
// A jackd that is our child: its own process group, its output kept, dead when we are, never a zombie.

internal import Dispatch
package import Glibc
internal import Synchronization

/// A child process that one thread of its own starts, listens to and waits for.
///
/// The kernel's parent-death signal belongs to the *thread* that started the child, and the threads of a pool come and
/// go; so one thread lives as long as the child does.
///
/// > Threading: Any.
package final class ServerProcess: Sendable {
  private struct State {
    var pid: pid_t = 0
    var startError: Int32 = 0
    var hasExited = false
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
    self.command = ServerProcess.dyingWithUs(command)
    self.environment = environment
    var thread = pthread_t()
    let box = unsafe Unmanaged.passRetained(self)
    let status = unsafe pthread_create(
      &thread,
      nil,
      { box in
        guard let box = unsafe box else { return nil }
        unsafe Unmanaged<ServerProcess>.fromOpaque(box).takeRetainedValue().live()
        return nil
      },
      unsafe box.toOpaque()
    )
    guard status == 0 else {
      unsafe box.release()
      throw .notStarted(command: command.first ?? "", code: status)
    }
    pthread_detach(thread)
    started.wait()
    let startError = state.withLock { $0.startError }
    guard startError == 0 else {
      throw .notStarted(command: command.first ?? "", code: startError)
    }
  }

  /// The process id; stays what it was after the end.
  package var pid: pid_t { state.withLock { $0.pid } }

  /// Whether the child lives.
  package var isRunning: Bool { state.withLock { !$0.hasExited } }

  /// The last lines that the child wrote, at most `count` of them.
  package func lastLines(_ count: Int) -> [String] {
    let bytes = state.withLock { $0.output }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.suffix(count)
  }

  /// Sends `signal`, if the child still lives.
  package func send(_ signal: Int32) {
    state.withLock { state in
      // The child is reaped under this lock, so the id can't have become somebody else's.
      if !state.hasExited && state.pid > 0 { kill(state.pid, signal) }
    }
  }

  /// Waits until the child has ended and was reaped; returns `false` when it still lives after `seconds`.
  package func wait(seconds: Double) -> Bool {
    guard ended.wait(timeout: .now() + seconds) == .success else { return false }
    ended.signal()  // for whoever waits next
    return true
  }

  /// Asks the child to end, insists after `patience` seconds, and returns when it is gone.
  package func stop(patience: Double = 3) {
    send(SIGTERM)
    guard !wait(seconds: patience) else { return }
    send(SIGKILL)
    _ = wait(seconds: 5)
  }

  /// The environment of this process, without device reservation where there is no session bus to reserve on.
  package static func quietEnvironment() -> [String: String] {
    var environment = currentEnvironment()
    if environment["DBUS_SESSION_BUS_ADDRESS"] == nil {
      environment["JACK_NO_AUDIO_RESERVATION"] = "1"
    }
    return environment
  }

  private static func dyingWithUs(_ command: [String]) -> [String] {
    guard let setpriv = findProgram("setpriv") else { return command }
    return [setpriv, "--pdeathsig", "TERM", "--"] + command
  }

  /// Starts the child, reads what it writes until it ends, and reaps it.
  private func live() {
    var pipeEnds: [Int32] = [-1, -1]
    guard unsafe pipe(&pipeEnds) == 0 else { return fail(errno) }
    for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var pid: pid_t = 0
    let status = SpawnRecipe(command: command, environment: environment, output: pipeEnds[1])
      .spawn(&pid)
    Glibc.close(pipeEnds[1])
    defer { Glibc.close(pipeEnds[0]) }
    guard status == 0 else { return fail(status) }
    state.withLock { $0.pid = pid }
    started.signal()
    keepOutput(of: pipeEnds[0])
    reap(pid)
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

  private func reap(_ pid: pid_t) {
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    state.withLock {
      waitpid(pid, nil, 0)
      $0.hasExited = true
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
