// SPDX-License-Identifier: Apache-2.0
// Gives back what a server held that did not end in order.

/// Cleans up after a server that was killed.
package enum DeadServer {
  /// Gives back the memory, the place in JACK's registry (there are eight) and the files of the
  /// dead server `name`.
  ///
  /// Only JACK can do it without harm to other servers, and does when a server of the same name
  /// starts and ends.
  ///
  /// - Returns: the files that could not be removed.
  package static func cleanUp(_ name: String) -> [String] {
    let command = ["jackd", "-n", name, "-r", "-p", "16", "-d", "dummy", "-C", "0", "-P", "0"]
    let environment = ServerProcess.quietEnvironment()
    if let heir = try? ServerProcess(command: command, environment: environment) {
      _ = ServerProbe.wait(for: name, seconds: 5, unless: { !heir.isRunning })
      heir.stop()
    }
    return ServerLeftovers(server: name).remove()
  }
}
