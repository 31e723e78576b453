// SPDX-License-Identifier: Apache-2.0
// What can go wrong with the bench itself, as opposed to with what is tested on it.

/// Why the bench could not do its part.
public enum BenchError: Error, Hashable, Sendable {
  /// jackd did not come up; its last lines.
  case noServer(lastLines: [String])
  /// JACK refused a client.
  case noClient(String)
  /// JACK refused a port.
  case noPort(String)
  /// JACK refused a connection.
  case notConnected(from: String, to: String, code: Int32)
  /// Something that was waited for did not happen; what it was.
  case timedOut(String)
  /// A sound or a tape of so many frames was over before what a test did meanwhile.
  case tooShort(frames: Int)
}
