// SPDX-License-Identifier: Apache-2.0
// Asks whether a JACK server answers, without starting one and without libjack's complaints.

internal import CJACK
internal import Glibc

/// Looks for servers.
package enum ServerProbe {
  /// The name of the server that JACK programs use here when they name none.
  package static var defaultName: String {
    guard let name = unsafe getenv("JACK_DEFAULT_SERVER") else { return "default" }
    return unsafe String(cString: name)
  }

  /// Whether a client can be opened on `server` (`nil`: the default one).
  ///
  /// No client of this process may be left over from a server that has died: libjack would free it.
  package static func answers(_ server: String?) -> Bool {
    withoutMessages {
      guard let client = unsafe openClient(name: "tarmac-probe", server: server, status: nil) else {
        return false
      }
      unsafe jack_client_close(client)
      return true
    }
  }

  /// Polls until `server` answers; gives up after `seconds` or when `isHopeless` says so.
  package static func wait(
    for server: String?,
    seconds: Double,
    unless isHopeless: () -> Bool = { false }
  ) -> Bool {
    let clock = ContinuousClock()
    let deadline = clock.now.advanced(by: .seconds(seconds))
    while clock.now < deadline && !isHopeless() {
      if answers(server) { return true }
      usleep(20_000)
    }
    return false
  }
}

/// Opens a JACK client; never starts a server.
func openClient(
  name: String,
  server: String?,
  status: UnsafeMutablePointer<jack_status_t>?
) -> OpaquePointer? {
  if let server {
    return unsafe tarmac_jack_client_open(name, server, status)
  }
  return unsafe tarmac_jack_client_open(name, nil, status)
}

/// Runs `body` while libjack keeps its messages to itself.
func withoutMessages<Result>(_ body: () -> Result) -> Result {
  unsafe jack_set_error_function { _ in }
  unsafe jack_set_info_function { _ in }
  defer {
    jack_set_error_function(nil)
    jack_set_info_function(nil)
  }
  return body()
}
