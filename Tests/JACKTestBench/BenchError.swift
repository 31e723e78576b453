// SPDX-License-Identifier: Apache-2.0
// Errors of the bench itself, as opposed to those of its subjects.

/// Why the bench could not do its part.
package enum BenchError: Error, Hashable, Sendable {
  /// jackd did not come up; its last lines.
  case noServer(lastLines: [String])
  /// JACK refused a client.
  case noClient(String)
  /// JACK refused a port.
  case noPort(String)
  /// JACK refused a connection.
  case notConnected(from: String, to: String, code: Int32)
  /// A condition that was waited for did not occur, with its name.
  case timedOut(String)
  /// A sound or a tape of so many frames ended before the test's work beside it.
  case tooShort(frames: Int)
}
