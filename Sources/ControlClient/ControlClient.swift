// SPDX-License-Identifier: Apache-2.0
// Sends a request to a host and waits for the answer.

package import ControlProtocol
import Glibc

/// A client of the host that listens on a path.
///
/// Each request has a connection of its own: nothing has to be closed, and a host that was started
/// again is simply found again.
///
/// > Threading: Any.
package struct ControlClient: Sendable {
  /// Where the host listens.
  package let path: ControlSocketPath

  /// The default timeout of a request, in seconds: enough for a busy host, or one that loads many
  /// plugins, but a host that hangs is noticed.
  package static let standardTimeoutSeconds = 30.0

  /// Prepares to ask the host on a path; fails when the path cannot be trusted.
  package init(path: ControlSocketPath) throws(ControlClientError) {
    do {
      try path.checkFolder()
    } catch {
      throw .path(error)
    }
    self.path = path
  }

  /// Sends a request and waits for the answer.
  package func send<Request: ControlRequest>(
    _ request: Request,
    timeoutSeconds: Double = standardTimeoutSeconds
  ) throws(ControlClientError) -> Request.Reply {
    let deadline = Deadline(seconds: timeoutSeconds)
    let connection = try HostConnection(path, deadline: deadline)
    defer { connection.end() }
    try connection.write(try request.line(id: 1), until: deadline)
    return try Request.reply(in: try connection.readLine(until: deadline))
  }

  /// Waits until no host listens there any more; returns `false` when one still does after a number
  /// of seconds.
  package func waitForEnd(seconds: Double) -> Bool {
    let deadline = Deadline(seconds: seconds)
    while deadline.milliseconds > 0 {
      do throws(ControlClientError) {
        try HostConnection(path, deadline: deadline).end()
      } catch {
        if case .notRunning = error { return true }
      }
      usleep(20_000)
    }
    return false
  }

  /// Opens a persistent connection: for events, and for things that a connection owns.
  package func connect(
    timeoutSeconds: Double = standardTimeoutSeconds
  ) throws(ControlClientError) -> ControlConnection {
    try ControlConnection(
      try HostConnection(path, deadline: Deadline(seconds: timeoutSeconds))
    )
  }
}
