// SPDX-License-Identifier: Apache-2.0
// No parameter of any method may be as long as a line: what a request costs must not grow with its
// text.

import ControlProtocol
import ControlServer
import StrictJSON
import Synchronization
import Testing

@Suite("A parameter")
struct BoundTests {
  /// Every method with an example, its parameters, and the bounds that it says.
  private static func methods() async throws -> [(
    name: String, params: [String: JSONValue], parameters: [String], bounds: [String: TextBound]
  )] {
    let seen = Mutex<(any ControlRequest)?>(nil)
    let table = CommandTable.everything { request in seen.withLock { $0 = request } }
    var methods: [(String, [String: JSONValue], [String], [String: TextBound])] = []
    for (method, line) in try ProtocolPage.examples() {
      _ = await table.answer(line: Array(line.utf8))
      let request = try #require(seen.withLock { $0 })
      guard case .object(let members) = try JSONText.value(of: Array(line.utf8)) else { continue }
      var params: [String: JSONValue] = [:]
      if case .object(let given)? = members["params"] { params = given }
      let parameters = Mirror(reflecting: request).children.compactMap(\.label)
      methods.append((method, params, parameters, type(of: request).bounds))
    }
    return methods
  }

  private static func answer(_ method: String, _ params: [String: JSONValue]) async throws -> String
  {
    let line = try JSONText.encode(
      JSONValue.object([
        "jsonrpc": .string("2.0"), "id": .integer(1), "method": .string(method),
        "params": .object(params),
      ])
    )
    let answer = await CommandTable.everything.answer(line: line) ?? []
    return String(decoding: answer, as: UTF8.self)
  }

  @Test("is refused by every method if its text, its list or its keys are too long")
  func bounds() async throws {
    var tried = 0
    for (method, params, parameters, bounds) in try await Self.methods() {
      for parameter in parameters {
        let most = (bounds[parameter] ?? .name).bytes
        let text = JSONValue.string(String(repeating: "a.", count: most / 2 + 1))
        let list = JSONValue.array(Array(repeating: .string("a"), count: 65))
        let keys = JSONValue.object(
          Dictionary(uniqueKeysWithValues: (0..<65).map { ("\($0)", .string("a")) })
        )
        let key = JSONValue.object([String(repeating: "k", count: 257): .integer(1)])
        for tooLong in [text, .array([text]), .object(["a": text]), list, keys, key] {
          let answer = try await Self.answer(method, params.merging([parameter: tooLong]) { $1 })
          #expect(
            answer.contains("-32602") && answer.contains("In '\(method)' params.\(parameter)")
              && answer.contains("send at most") && answer.utf8.count < 512,
            "\(method) \(parameter): \(answer.prefix(300))"
          )
          tried += 1
        }
      }
    }
    #expect(tried > 6 * 60)
  }

  @Test("may be as long as its bound says, wherever a text fits")
  func longest() async throws {
    for (method, params, parameters, bounds) in try await Self.methods() {
      for parameter in parameters {
        guard case .string(let given)? = params[parameter] else { continue }
        let most = (bounds[parameter] ?? .name).bytes
        let text = given + String(repeating: "a", count: most - given.utf8.count)
        let answer = try await Self.answer(
          method,
          params.merging([parameter: .string(text)]) { $1 }
        )
        #expect(!answer.contains("send at most"), "\(method) \(parameter): \(answer.prefix(300))")
      }
    }
  }

  @Test("has a bound that the page names, for each method that has texts which are no names")
  func documented() async throws {
    let page = try ProtocolPage.text()
    #expect(page.contains("at most \(TextBound.name.bytes) bytes"))
    #expect(page.contains("\(TextBound.mostElements) elements"))
    for (method, _, _, bounds) in try await Self.methods() where !bounds.isEmpty {
      let texts = bounds.sorted { $0.key < $1.key }.map { name, bound in
        "`\(name)`: \(bound.bytes / 1_000),\(String("\(bound.bytes)".suffix(3)))"
      }
      let row = "| `\(method)` | \(texts.joined(separator: ", ")) |"
      #expect(page.contains(row), "\(row)")
    }
  }

  @Test("is the same in a batch, and an unknown one is bounded as well")
  func batch() async {
    let long = String(repeating: "x", count: 300)
    let line =
      #"[{"jsonrpc":"2.0","id":1,"method":"session.show","params":{"session":"\#(long)"}},"#
      + #"{"jsonrpc":"2.0","id":2,"method":"server.info","params":{"nothing":"\#(long)"}}]"#
    let answer = await CommandTable.everything.answer(line: Array(line.utf8)) ?? []
    #expect(String(decoding: answer, as: UTF8.self).split(separator: "send at most").count == 3)
  }
}
