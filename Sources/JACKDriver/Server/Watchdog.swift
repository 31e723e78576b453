// SPDX-License-Identifier: Apache-2.0
// Ends a server of ours when we are killed and can't do it ourselves.

internal import CRealtime
internal import ChildPrograms
internal import Glibc

/// A shell that waits for our end of a pipe to close, then asks a process to end, and ends it two
/// seconds later if it has not: a server that stands still takes no request.
///
/// The kernel's own parent-death signal is of no use here: it comes from threads, not from
/// processes. It would come when a thread of a pool retires, and once for every thread when we are
/// killed; jackd takes only the first for a request.
struct Watchdog {
  private let pipe: Pipe
  private let pid: pid_t
  private static let script = """
    read -r word && exit
    kill -TERM "$1"
    for turn in 1 2 3 4 5 6 7 8 9 10; do sleep 0.2; kill -0 "$1" 2>/dev/null || exit; done
    kill -KILL "$1"
    """

  /// Starts to guard `server`; `nil` when there is no shell to be had.
  init?(guarding server: pid_t) {
    guard let pipe = Pipe() else { return nil }
    let recipe = SpawnRecipe(
      command: ["/bin/sh", "-c", Self.script, "watchdog", "\(server)"],
      environment: startEnvironment,
      files: [STDIN_FILENO: pipe.readEnd]
    )
    guard let pid = try? recipe.spawn() else {
      pipe.closeBoth()
      return nil
    }
    pipe.closeReadEnd()
    tarmac_end_spare(pid, true)
    self.pipe = pipe
    self.pid = pid
  }

  /// Sends the watchdog home, without harm to the process it guarded.
  ///
  /// The caller has blocked SIGPIPE.
  func dismiss() {
    unsafe write(pipe.writeEnd, "\n", 1)
    pipe.closeBoth()
    _ = ChildStatus.look(at: pid, waits: true)
    tarmac_end_spare(pid, false)
  }
}

/// A pipe whose ends children inherit only by wish.
final class Pipe {
  private(set) var readEnd: Int32
  private(set) var writeEnd: Int32

  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  func closeReadEnd() {
    if readEnd >= 0 { close(readEnd) }
    readEnd = -1
  }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  func closeBoth() {
    closeReadEnd()
    closeWriteEnd()
  }
}
