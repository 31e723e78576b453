// SPDX-License-Identifier: Apache-2.0
// What keeps a process that plugins may ruin alive until it has left in order.

internal import CRealtime
internal import Glibc

/// Parks threads that crash, so that the others can go on for a moment.
///
/// > Threading: Any.
public enum CrashGuard {
  /// What is told of a crash.
  public struct Crash: BitwiseCopyable {
    /// The signal.
    public var signal: Int32 = 0
    /// What it comes from, for who knows; -1 when nobody does.
    public var cause: Int32 = -1

    /// Nothing has crashed.
    public init() {}
  }

  /// Parks any thread that crashes from now on and says so, on a pipe whose other end is returned.
  ///
  /// - Returns: a descriptor of which a `Crash` can be read; `nil` when the system refuses.
  public static func install() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0, tarmac_guard_install(ends[1]) else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return ends[0]
  }

  /// Gives the thread that calls a stack of its own for crashes.
  public static func guardThread() {
    tarmac_guard_thread()
  }

  /// Keeps what libraries have left open, JACK's sockets for example, from children that are started from now on.
  public static func keepDescriptors() {
    tarmac_keep_descriptors()
  }
}
