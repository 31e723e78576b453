// SPDX-License-Identifier: Apache-2.0
// The process of an isolated graph, as the rig sees it.

import Glibc
import LV2Hosting

/// A running process of an isolated graph.
///
/// > Threading: Control.
final class IsolatedProcess {
  /// The descriptors as the process finds them.
  static let channel: Int32 = 3
  static let alarm: Int32 = 4

  let id: pid_t
  let channel: LineChannel
  private let alarm: Int32
  /// How it has ended, as `waitpid` says it; `nil` while it runs.
  private var status: Int32?

  /// Starts the program again; `nil` when the system has no room for a process.
  init?() {
    var ends: [Int32] = [-1, -1]
    var pipe: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { return nil }
    channel = LineChannel(ends[0])
    guard unsafe Glibc.pipe(&pipe) == 0 else {
      close(ends[1])
      return nil
    }
    alarm = pipe[0]
    for end in [ends[1]] + pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(alarm, F_SETFL, O_NONBLOCK)
    let child = startProgramAgain(
      [isolatedGraphWord],
      descriptors: [(ends[1], Self.channel), (pipe[1], Self.alarm)]
    )
    close(ends[1])
    close(pipe[1])
    guard let child else {
      close(pipe[0])
      return nil
    }
    id = child
  }

  deinit {
    kill()
    close(alarm)
  }

  /// Whether it still runs.
  var isRunning: Bool {
    guard status == nil else { return false }
    var code: Int32 = 0
    if unsafe waitpid(id, &code, WNOHANG) == id { status = code }
    return status == nil
  }

  /// What it says of a crash, if it has; signal 0 is a loop without an end, the cause is the place of the plugin.
  ///
  /// That is told in a few bytes of fixed size, because its memory may be in ruins.
  func takeCrash() -> CrashGuard.Crash? {
    var crash = CrashGuard.Crash()
    let size = MemoryLayout<CrashGuard.Crash>.size
    return unsafe read(alarm, &crash, size) == size ? crash : nil
  }

  /// The signal that has ended it; `nil` when none did.
  var fatalSignal: Int32? {
    guard let status, status & 0x7f != 0 else { return nil }
    return status & 0x7f
  }

  /// Ends it at once.
  func kill() {
    guard isRunning else { return }
    // Whatever a plugin has started goes with it.
    Glibc.kill(-id, SIGKILL)
    var code: Int32 = 0
    if unsafe waitpid(id, &code, 0) == id { status = code }
  }

  /// Asks it to go.
  func beginToLeave() {
    shutdown(channel.descriptor, Int32(SHUT_RDWR))
  }

  /// Ends it in order: it leaves JACK when its parent's end of the channel closes, and has a moment for that.
  func leave() {
    beginToLeave()
    for _ in 0..<100 where isRunning { usleep(5_000) }
    kill()
  }
}
