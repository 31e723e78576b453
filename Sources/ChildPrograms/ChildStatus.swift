// SPDX-License-Identifier: Apache-2.0
// How a child is, even where a library has taken its status.

import Glibc

/// How a child is.
package enum ChildStatus: Equatable, Sendable {
  case running
  /// A signal has stopped it.
  case stopped(signal: Int32)
  /// It has ended: with the status of `waitpid`; `nil` where nobody knows it.
  case ended(status: Int32?)

  /// Looks at a child, or waits for its end.
  ///
  /// A library that ignores SIGCHLD, or waits for all children, takes the status of ours as well.
  /// That is an end without a status, which must be neither waited for for ever nor taken for
  /// success.
  ///
  /// - Parameters:
  ///   - process: a child that nobody else waits for.
  ///   - waits: whether to return with its end only.
  ///   - seesStops: whether to report that it was stopped, or goes on.
  /// - Returns: how it is, if that has changed.
  package static func look(
    at process: Int32,
    waits: Bool = false,
    seesStops: Bool = false
  ) -> ChildStatus? {
    var status: Int32 = 0
    let options = (waits ? 0 : WNOHANG) | (seesStops ? WUNTRACED | WCONTINUED : 0)
    while true {
      let found = unsafe waitpid(process, &status, options)
      if found == process { break }
      if found < 0, errno == EINTR { continue }
      return found < 0 ? .ended(status: nil) : nil
    }
    if status & 0xff == 0x7f { return .stopped(signal: (status >> 8) & 0xff) }
    return status == 0xffff ? .running : .ended(status: status)
  }
}
