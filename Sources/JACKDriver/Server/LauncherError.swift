// SPDX-License-Identifier: Apache-2.0
// Why there is no server.

/// Why a server could not be attached to or started.
package enum LauncherError: Error, Hashable, Sendable {
  /// No server answers under this name and none was to be started.
  case noServer(name: String)
  /// The program `jackd` is not installed (Debian's package `jackd2`).
  case jackdMissing
  /// A program could not be started; `code` is the `errno`.
  case notStarted(command: String, code: Int32)
  /// The server ended before it answered; its last lines.
  case serverDied(name: String, lastLines: [String])
  /// The server runs but did not answer in time; its last lines.
  case serverSilent(name: String, seconds: Int, lastLines: [String])
  /// The sound card that was named is not there, or none that can play where none was named; the
  /// cards that are there.
  case noCard(wanted: String?, present: [String])
  /// A server with this name answers already, so none can be started under it.
  case nameTaken(String)
}
