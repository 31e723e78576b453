// SPDX-License-Identifier: Apache-2.0
// A request, and what can be answered.

/// A request of a client.
package struct HTTPRequest: Sendable {
  /// The method, such as `GET`.
  package let method: String
  /// What is asked for.
  package let target: RequestTarget
  /// The headers by their names in small letters; those that came several times are joined by
  /// commas.
  package let headers: [String: String]
  /// The body.
  package let body: [UInt8]
  /// The address of the client, in numbers.
  package let peer: String

  /// Describes a request.
  package init(
    method: String,
    target: RequestTarget,
    headers: [String: String] = [:],
    body: [UInt8] = [],
    peer: String = ""
  ) {
    (self.method, self.target, self.headers) = (method, target, headers)
    (self.body, self.peer) = (body, peer)
  }

  /// The value of a cookie; `nil` also when there are several of that name.
  package func cookie(_ name: String) -> String? {
    let values = (headers["cookie"] ?? "").split(separator: ";").compactMap { pair -> String? in
      let pair = pair.drop { $0 == " " }
      guard let middle = pair.firstIndex(of: "="), pair[..<middle] == name else { return nil }
      return String(pair[middle...].dropFirst())
    }
    return values.count == 1 ? values[0] : nil
  }

  /// The token of `Authorization: Bearer`.
  package var bearer: String? {
    let words = (headers["authorization"] ?? "").split(separator: " ")
    guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
    return String(words[1])
  }

  /// Whether it asks to go on as a WebSocket.
  package var wantsWebSocket: Bool {
    has("websocket", in: "upgrade") && has("upgrade", in: "connection")
  }

  /// Whether a header that is a list of words has this one.
  func has(_ word: String, in header: String) -> Bool {
    (headers[header] ?? "").split(separator: ",").contains {
      $0.trimmingPrefix { $0 == " " }.prefix { $0 != " " }.lowercased() == word
    }
  }
}

/// What is answered.
package struct HTTPResponse: Sendable {
  /// The status code, such as 200.
  package var status: Int
  /// The headers by their names.
  package var headers: [String: String]
  /// The body.
  package var body: [UInt8]

  /// Describes an answer.
  package init(_ status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// An answer that is a text.
  package init(_ status: Int, _ text: String, headers: [String: String] = [:]) {
    self.init(status, headers: headers, body: Array((text + "\n").utf8))
    self.headers["Content-Type"] = "text/plain; charset=utf-8"
  }
}

/// Which kind of client has asked: a known one keeps the place of its connection, strangers make
/// room for others.
package enum HTTPClientKind: Hashable, Sendable {
  /// It has shown nothing, or nothing right.
  case stranger
  /// It has shown a right token.
  case known
}

/// How a request goes on.
package enum HTTPAnswer: Sendable {
  /// It is answered.
  case response(HTTPResponse, to: HTTPClientKind = .stranger)
  /// The connection of a known client goes on as a WebSocket.
  case webSocket(any WebSocketPeer)
}

extension HTTPAnswer {
  /// Whether it is for a known client.
  var isToKnown: Bool {
    switch self {
    case .response(_, let asker): asker == .known
    case .webSocket: true
    }
  }
}
