// SPDX-License-Identifier: Apache-2.0
// JSON-RPC 2.0: requests and responses as lines of JSON.

package import StrictJSON

/// The bounds of a line, the same for both sides.
package enum ControlWire {
  /// The longest line, without its end.
  package static let maximumLineBytes = 1 << 20
  /// The most requests in a batch.
  package static let maximumBatch = 100
}

/// The id that joins a response to its request.
package enum RequestID: Hashable, Sendable, Codable {
  case integer(Int64)
  case number(Double)
  case string(String)
  /// In the answer to a line without a readable id.
  case null

  /// Makes an id of JSON; `nil` when it cannot be one.
  package init?(_ value: JSONValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .number(let value): self = .number(value)
    case .string(let value): self = .string(value)
    case .null: self = .null
    case .bool, .array, .object: return nil
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}

/// A request on the wire.
package struct RequestEnvelope<Request: ControlRequest>: Encodable {
  package let jsonrpc = "2.0"
  package let id: RequestID
  package let method = Request.method
  package let params: Request

  package init(id: RequestID, _ request: Request) {
    self.id = id
    params = request
  }
}

/// A response on the wire: exactly one of `result` and `error`.
package struct ResponseEnvelope<Reply> {
  package let id: RequestID
  package let outcome: Result<Reply, ControlError>

  package init(id: RequestID, _ outcome: Result<Reply, ControlError>) {
    self.id = id
    self.outcome = outcome
  }

  fileprivate enum Key: String, CodingKey {
    case jsonrpc, id, result, error
  }
}

extension ResponseEnvelope: Encodable where Reply: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode("2.0", forKey: .jsonrpc)
    try container.encode(id, forKey: .id)
    switch outcome {
    case .success(let reply): try container.encode(reply, forKey: .result)
    case .failure(let error): try container.encode(error, forKey: .error)
    }
  }
}

extension ResponseEnvelope: Decodable where Reply: Decodable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    id = try container.decode(RequestID.self, forKey: .id)
    if let error = try container.decodeIfPresent(ControlError.self, forKey: .error) {
      outcome = .failure(error)
    } else {
      outcome = .success(try container.decode(Reply.self, forKey: .result))
    }
  }
}
