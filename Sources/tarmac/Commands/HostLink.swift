// SPDX-License-Identifier: Apache-2.0
// The way of the commands to the running host.

internal import ControlClient
internal import ControlProtocol

extension Arguments {
  /// The name of the host that is meant; `nil` leaves it to `$TARMAC_SOCKET` and the standard name.
  var hostName: String? { value("name") }

  /// Sends `request` to the host and returns its reply.
  func send<Request: ControlRequest>(_ request: Request) throws(Failure) -> Request.Reply {
    let path: ControlSocketPath
    do throws(ControlPathError) {
      path = try ControlSocketPath(name: hostName)
    } catch {
      throw Failure(error.description, .usage)
    }
    do throws(ControlClientError) {
      return try ControlClient(path: path).send(request)
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// What the host, or the way to it, said.
  fileprivate init(_ error: ControlClientError) {
    let code: ExitCode =
      switch error {
      case .notRunning, .timedOut, .disconnected: .unavailable
      case .notAllowed: .permission
      case .path: .usage
      case .refused(let refusal): refusal.code == .invalidParams ? .data : .failure
      case .badAnswer, .unspeakable: .software
      case .system: .io
      }
    self.init(error.description, code)
  }
}
