// SPDX-License-Identifier: Apache-2.0
// How clients are opened: patiently, and with libjack's complaints kept for those who ask.

internal import CJACK
internal import Glibc

/// Opens a JACK client; never starts a server.
///
/// On a machine with too much to do jackd may not take a client in the time that it gives itself,
/// so a server that is there is asked again.
func openClient(
  name: String,
  server: String?,
  status: inout jack_status_t
) -> OpaquePointer? {
  for attempt in 1...5 {
    status = jack_status_t(0)
    let client = unsafe tarmac_jack_client_open(name, server, &status)
    if let client = unsafe client { return unsafe client }
    let isThere = status.rawValue & JackServerFailed.rawValue == 0
    guard isThere, attempt < 5 else { break }
    usleep(100_000)
  }
  return nil
}

/// Opens a JACK client of a test as the driver opens its own; never starts a server.
package func openBenchClient(_ name: String, on server: String) -> OpaquePointer? {
  var status = jack_status_t(0)
  return unsafe openClient(name: name, server: server, status: &status)
}

/// Runs `body` while libjack keeps its messages to itself, and returns the last of its complaints
/// beside the result.
func withoutMessages<Result>(_ body: () -> Result) -> (result: Result, complaint: String?) {
  JACKMessages.begin()
  let result = body()
  return (result, JACKMessages.end())
}
