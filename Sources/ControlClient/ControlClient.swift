// SPDX-License-Identifier: Apache-2.0
// Sends a request to a host and waits for the answer.

public import ControlProtocol
import Glibc

/// A client of the host that listens on a path.
///
/// Each request has a connection of its own: nothing has to be closed, and a host that was started again is
/// simply found again.
///
/// > Threading: Any.
public struct ControlClient: Sendable {
  /// Where the host listens.
  public let path: ControlSocketPath

  /// How long a request may take when nothing else is said, in seconds.
  public static let standardTimeoutSeconds = 5.0

  /// Prepares to ask the host on a path; fails when the path cannot be trusted.
  public init(path: ControlSocketPath) throws(ControlClientError) {
    do {
      try path.checkFolder()
    } catch {
      throw .path(error)
    }
    self.path = path
  }

  /// Sends a request and waits for the answer.
  public func send<Request: ControlRequest>(
    _ request: Request,
    timeoutSeconds: Double = standardTimeoutSeconds
  ) throws(ControlClientError) -> Request.Reply {
    let connection = try HostConnection(path, deadline: Deadline(seconds: timeoutSeconds))
    defer { connection.end() }
    let line: [UInt8]
    do {
      line = try JSONLine.encode(RequestEnvelope(id: .integer(1), request))
    } catch {
      throw .unspeakable(Request.method)
    }
    guard line.count <= ControlWire.maximumLineBytes else { throw .unspeakable(Request.method) }
    try connection.write(line + [UInt8(ascii: "\n")])
    let answer = try connection.readLine()
    let response: ResponseEnvelope<Request.Reply>
    do {
      response = try JSONLine.decode(ResponseEnvelope<Request.Reply>.self, from: answer)
    } catch {
      let problem = (error as? DecodingError)?.clause(root: "answer") ?? "it cannot be read"
      throw .badAnswer(problem)
    }
    switch response.outcome {
    case .success(let reply): return reply
    case .failure(let error): throw .refused(error)
    }
  }
}
