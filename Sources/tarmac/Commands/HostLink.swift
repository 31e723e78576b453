// SPDX-License-Identifier: Apache-2.0
// Connects commands to the running host.

internal import ControlClient
internal import ControlProtocol
import StrictJSON

extension Arguments {
  /// Sends `request` to the host that is meant, and returns its reply; for people, all its texts
  /// are safe to show.
  ///
  /// What is wrong with a preset is a list of lines, every other refusal is one line.
  func send<Request: ControlRequest>(
    _ request: Request,
    expectsLines: Bool = false
  ) throws(Failure) -> Request.Reply {
    let client = try client()
    do throws(ControlClientError) {
      let reply = try client.send(request)
      return has("json") ? reply : shown(reply)
    } catch {
      var failure = Failure(error)
      if !expectsLines { failure.message = failure.message.shown }
      throw failure
    }
  }

  /// Opens a lasting connection to the host that is meant.
  func connect() throws(Failure) -> ControlConnection {
    let client = try client()
    do throws(ControlClientError) {
      return try client.connect()
    } catch {
      throw Failure(error)
    }
  }

  /// The client for the host that is meant.
  func client() throws(Failure) -> ControlClient {
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

/// A message of the host with all its texts as a terminal may show them.
func shown<Message: Codable>(_ message: Message) -> Message {
  // A message that came as JSON can be encoded and decoded again.
  guard let line = try? JSONText.encode(message), let value = try? JSONText.value(of: line),
    let texts = try? JSONText.encode(value.mapTexts(\.shown)),
    let result = try? JSONText.decode(Message.self, from: texts)
  else { return message }
  return result
}

extension Failure {
  /// The failure of a request to the host.
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
    case .busy: .busy
    case .forbidden: .permission
    case .failed: .io
    default: .software
    }
  }
}
