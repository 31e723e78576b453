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
    unsafe ask(server) { _ in true } ?? false
  }

  /// What `server` plays to; `nil` where it does not tell, or where no server answers.
  package static func driver(of server: String?) -> SoundDriver? {
    unsafe ask(server) { client in unsafe SoundDriver(of: ports(of: client)) } ?? nil
  }

  private static func ask<Answer>(_ server: String?, _ question: (OpaquePointer) -> Answer)
    -> Answer?
  {
    withoutMessages {
      var status = jack_status_t(0)
      guard let client = unsafe openClient(name: "tarmac-probe", server: server, status: &status)
      else { return nil }
      defer { unsafe closeClient(client) }
      return unsafe question(client)
    }.result
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
