// SPDX-License-Identifier: Apache-2.0
// Random HTTP requests: valid ones with and without meaning, and broken ones.

package import SeededNumbers

/// Requests as no browser sends them.
package struct RequestInputs: Sendable {
  private let lines: LineInputs
  private let targets: [String]
  private let bodies: [String]
  private let token: String?

  /// Makes requests for these targets, with these bodies and lines of the control protocol.
  package init(_ lines: LineInputs, targets: [String], bodies: [String], token: String?) {
    (self.lines, self.targets, self.bodies, self.token) = (lines, targets, bodies, token)
  }

  private static let methods = ["GET", "PUT", "POST", "POST", "HEAD", "DELETE", "OPTIONS", "PATCH"]
  private static let tails = [
    "", "", "", "?pattern=", "?pattern=%2a", "?describe", "?a=%ff", "/..", "/%2e%2e/x", "%00", "//",
    "?x=1&x=2", "/%",
  ]
  private static let extras = [
    "Origin: http://evil.test", "Origin: null", "Cookie: a=b;;=", "X: \u{7F}", "Range: bytes=0-",
    "If-None-Match: *", "Accept-Encoding: gzip", "Content-Type: text/plain", "Upgrade: websocket",
    "Host: evil.test", "Expect: nothing", "Via: 1.1 x",
  ]

  /// A request with its true length and method: whatever the answer, another request may follow.
  package func sound(_ numbers: inout SeededNumbers) -> (bytes: [UInt8], isHead: Bool) {
    let method = numbers.pick(Self.methods) ?? "GET"
    let (head, body) = parts(method, &numbers)
    return (head + body, method == "HEAD")
  }

  /// A request after which the server may close the connection.
  package func broken(_ numbers: inout SeededNumbers) -> [UInt8] {
    var (head, body) = parts("POST", &numbers)
    switch numbers.roll(6) {
    case 0: return Array(head.prefix(numbers.roll(head.count)))
    case 1: return head + body.dropLast(1 + numbers.roll(4))
    case 2:
      let chunk = numbers.pick(["-1", "ffffffffffffffff", "zz", "5", "0"]) ?? "0"
      let fields = "Host: localhost\r\nTransfer-Encoding: chunked\r\n"
      return Array("POST /api/rpc HTTP/1.1\r\n\(fields)\r\n".utf8)
        + Array("\(chunk)\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
    case 3:
      let length = numbers.pick(["-1", "99999999999999999999", "1e3", "", "0x10"]) ?? ""
      let fields = "Host: localhost\r\nContent-Length: \(length)\r\n"
      return Array("PUT /api/tree/x HTTP/1.1\r\n\(fields)\r\n".utf8)
    case 4: return numbers.bytes(numbers.roll(200))
    default:
      // The token is never mutated, because wrong tokens are delayed.
      head = Array("POST ".utf8) + Mutation.bytes(Array(head.dropFirst(5).prefix(40)), &numbers)
      return head + Array("\r\n\r\n".utf8) + body
    }
  }

  private func parts(_ method: String, _ numbers: inout SeededNumbers) -> ([UInt8], [UInt8]) {
    let isCall = method == "POST" && numbers.roll(2) == 0
    let target =
      isCall ? "/api/rpc" : (numbers.pick(targets) ?? "/") + (numbers.pick(Self.tails) ?? "")
    var body: [UInt8] = []
    if isCall { body = lines.line(&numbers) }
    if method == "PUT" || (method == "POST" && !isCall) {
      body = Array((numbers.pick(bodies) ?? "").utf8)
      if numbers.roll(4) == 0 { body = Mutation.json(body, &numbers) ?? body }
    }
    var fields = ["Host: localhost", "Content-Length: \(body.count)"]
    if let token, numbers.roll(8) > 0 { fields.append("Authorization: Bearer \(token)") }
    if numbers.roll(4) == 0, let extra = numbers.pick(Self.extras) { fields.append(extra) }
    let head = "\(method) \(target) HTTP/1.1\r\n" + fields.joined(separator: "\r\n") + "\r\n\r\n"
    return (Array(head.utf8), body)
  }
}
