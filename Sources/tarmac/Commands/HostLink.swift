// SPDX-License-Identifier: Apache-2.0
// The way of the commands to the running host.

internal import ControlClient
internal import ControlProtocol

extension Arguments {
  /// The name of the host that is meant.
  var hostName: String { value("name") ?? "tarmac" }

  /// Sends `request` to the host and returns its reply.
  func send<Request: ControlRequest>(_ request: Request) throws(Failure) -> Request.Reply {
    do {
      return try ControlClient(path: socketPath(name: hostName)).send(request)
    } catch {
      throw Failure(error.message, .unavailable)
    }
  }
}
