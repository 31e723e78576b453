// SPDX-License-Identifier: Apache-2.0
// The way of the commands to the running host.

internal import ControlClient
internal import ControlProtocol

extension Arguments {
  /// Sends `request` to the host that is meant and returns its reply.
  func send<Request: ControlRequest>(_ request: Request) throws(Failure) -> Request.Reply {
    let path: ControlSocketPath
    do throws(ControlPathError) {
      path = try ControlSocketPath(name: value("name"))
    } catch {
      throw Failure(error.description, .usage)
    }
    do throws(ControlClientError) {
      return try ControlClient(path: path).send(request)
    } catch {
      throw Failure(error.description, error.exitCode)
    }
  }
}

extension ControlClientError {
  fileprivate var exitCode: ExitCode {
    switch self {
    case .notRunning: .unavailable
    case .notAllowed, .path: .permission
    case .refused(let error): error.code.exitCode
    case .timedOut, .disconnected, .system: .io
    case .badAnswer, .unspeakable: .software
    }
  }
}

extension ControlError.Code {
  fileprivate var exitCode: ExitCode {
    switch self {
    case .refused: .failure
    case .invalidParams: .data
    default: .software
    }
  }
}
