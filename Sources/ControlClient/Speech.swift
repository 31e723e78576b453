// SPDX-License-Identifier: Apache-2.0
// Requests as lines, and lines as replies.

import ControlProtocol
import StrictJSON

extension ControlRequest {
  /// The request as a line with its end.
  func line(id: Int64) throws(ControlClientError) -> [UInt8] {
    let line: [UInt8]
    do {
      line = try JSONText.encode(RequestEnvelope(id: .integer(id), self))
    } catch {
      throw .unspeakable(Self.method)
    }
    guard line.count <= ControlWire.maximumLineBytes else { throw .unspeakable(Self.method) }
    return line + [UInt8(ascii: "\n")]
  }

  /// The reply in a line.
  static func reply(in line: [UInt8]) throws(ControlClientError) -> Reply {
    let response: ResponseEnvelope<Reply>
    do {
      response = try JSONText.decode(ResponseEnvelope<Reply>.self, from: line)
    } catch {
      let problem =
        (error as? DecodingError)?.clause(root: "answer")
        ?? (error as? JSONProblem)?.description ?? "it cannot be read"
      throw .badAnswer(problem)
    }
    switch response.outcome {
    case .success(let reply): return reply
    case .failure(let error): throw .refused(error)
    }
  }
}
