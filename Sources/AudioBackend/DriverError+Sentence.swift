// SPDX-License-Identifier: Apache-2.0
// What failures at the backend's side say to people.

internal import Quantities
package import RigErrors

extension RigError {
  /// Says what a backend could not do.
  package init(_ error: DriverError) {
    self =
      switch error {
      case .noServer(let server):
        .unavailable("The JACK server '\(server)' does not answer; is it running?")
      case .clientRefused(let name, let status, let complaint):
        .unavailable(
          "JACK refused the client '\(name)': \(complaint ?? "it does not say why") (status \(status))."
        )
      case .badClientName(let name, let longest):
        RigError(
          .usage,
          "'\(name)' can't be a JACK client: a name has 1 to \(longest) characters and no colon."
        )
      case .notOpen:
        .unavailable("The JACK server is gone.")
      case .notActivated(let code):
        .unavailable("JACK did not start the client (error \(code)).")
      case .tooManyPorts(let limit):
        .data("The preset needs more than \(limit) ports in one direction.")
      case .portRefused(let name):
        .unavailable("JACK refused the port '\(name)': is its port maximum reached (jackd -p)?")
      case .notConnected(let from, let to, let code), .notDisconnected(let from, let to, let code):
        .unavailable("JACK did not join or part \(from) and \(to) (error \(code)).")
      case .bufferSizeRefused(let frames):
        .unavailable("JACK refused a period of \(frames.value) frames.")
      case .noSuchFrame(let frame):
        .data("JACK's transport has no frame \(frame): it counts from 0 to 4294967295.")
      case .badPattern(let pattern, let reason):
        .data("'/\(pattern)/' is no regular expression: \(reason).")
      }
  }
}
