// SPDX-License-Identifier: Apache-2.0
// Random requests of the control protocol: valid ones, nearly valid ones, and lines that are none.

package import SeededNumbers

/// Lines as no client sends them.
package struct LineInputs: Sendable {
  private let requests: [[UInt8]]

  /// Makes lines of these requests, each a method and its parameters in JSON.
  package init(_ requests: [(method: String, params: String)]) {
    self.requests = requests.map { method, params in
      Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#.utf8)
    }
  }

  /// A line without its end: half of them requests with one thing changed, some as they are, some
  /// no JSON.
  package func line(_ numbers: inout SeededNumbers) -> [UInt8] {
    let request = numbers.pick(requests) ?? []
    switch numbers.roll(16) {
    case 0...7: return Mutation.json(request, &numbers) ?? request
    case 8...10: return request
    case 11: return Array("[".utf8) + request + Array(",".utf8) + request + Array("]".utf8)
    case 12:
      let opening = UInt8(ascii: numbers.roll(2) == 0 ? "[" : "{")
      return Array(repeating: opening, count: numbers.roll(600))
    case 13: return numbers.bytes(numbers.roll(80)).filter { $0 != 10 }
    default: return Mutation.bytes(request, &numbers).filter { $0 != 10 }
    }
  }
}
