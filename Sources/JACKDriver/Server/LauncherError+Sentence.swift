// SPDX-License-Identifier: Apache-2.0
// What a server that can't be had says to people.

package import RigErrors

extension RigError {
  /// Says why there is no server.
  package init(_ error: LauncherError) {
    self =
      switch error {
      case .noServer(let name):
        .unavailable("No JACK server '\(name)' is running; start one, or use --server auto.")
      case .jackdMissing:
        .unavailable("No JACK server is running and jackd is not installed: apt install jackd2.")
      case .notStarted(let command, let code):
        .unavailable("'\(command)' could not be started (error \(code)).")
      case .serverDied(let name, let lines):
        .unavailable("jackd '\(name)' ended at once; it said: \(lines.joined(separator: " | "))")
      case .serverSilent(let name, let seconds, let lines):
        .unavailable(
          "jackd '\(name)' did not answer for \(seconds) s; it said: "
            + lines.joined(separator: " | ")
        )
      case .noCard(let wanted?, let present):
        .unavailable(
          "The sound card '\(wanted)' is not there ("
            + (present.isEmpty
              ? "there is none that plays" : "there are: \(present.joined(separator: ", "))")
            + "); the rig starts JACK on it when it comes."
        )
      case .noCard(nil, _):
        .unavailable("There is no sound card that plays; the rig starts JACK when one comes.")
      case .nameTaken(let name):
        .unavailable("A JACK server '\(name)' is running already; use --server attach.")
      }
  }
}
