// SPDX-License-Identifier: Apache-2.0
// The way of the commands to the running host.

internal import ControlClient
internal import ControlProtocol

extension Arguments {
  /// Sends `request` to the host that is meant and returns its reply.
  func send<Request: ControlRequest>(_ request: Request) throws(Failure) -> Request.Reply {
    let client = try client()
    do throws(ControlClientError) {
      return try client.send(request)
    } catch {
      throw Failure(error)
    }
  }

  /// Opens a connection that stays to the host that is meant.
  func connect() throws(Failure) -> ControlConnection {
    let client = try client()
    do throws(ControlClientError) {
      return try client.connect()
    } catch {
      throw Failure(error)
    }
  }

  private func client() throws(Failure) -> ControlClient {
    let path: ControlSocketPath
    do throws(ControlPathError) {
      path = try ControlSocketPath(name: value("name"))
    } catch {
      throw Failure(error.description, .usage)
    }
    do throws(ControlClientError) {
      return try ControlClient(path: path)
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// Says why a host did not do what it was asked.
  init(_ error: ControlClientError) {
    self.init(error.description, error.exitCode)
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
