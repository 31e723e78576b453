// SPDX-License-Identifier: Apache-2.0
// A client on the web mixer's WebSocket, by Python's websockets.

import ControlProtocol
import ControlTree
import Foundation

/// A program on the web door.
final class WebHand: Hand {
  private let socket: Foreign
  private var requests = 0
  let name = "WebSocket"

  init(_ tarmac: RunningTarmac) throws {
    let line = try tarmac.lines("The web mixer is at").first ?? ""
    guard let port = line.firstMatch(of: /http:\/\/[\w.]+:(\d+)/)?.1 else {
      throw RunFailure(description: "no port is told: \(line)")
    }
    let token = try tarmac.ask(WebPairRequest(name: "hand", access: "operator")).token
    socket = try Foreign.python("lines.py", ["ws://127.0.0.1:\(port)/control", token])
    guard socket.line() == "open" else { throw RunFailure(description: "the door is shut") }
  }

  func paths() throws -> Set<String> {
    let answer = try ask(TreeListRequest())
    let reply = try JSONDecoder().decode(Answer<[TreeNodeStatus]>.self, from: answer)
    return Set((reply.result ?? []).map(\.path))
  }

  func read(_ node: TreeNodeStatus) throws -> TreeValue {
    let answer = try ask(TreeGetRequest(patterns: [node.path]))
    let reply = try JSONDecoder().decode(Answer<[TreeEntry]>.self, from: answer)
    guard let entry = reply.result?.first(where: { $0.path == node.path }) else {
      throw RunFailure(description: "the web says nothing of \(node.path)")
    }
    return entry.value
  }

  func act(_ verb: Verb, on node: TreeNodeStatus) throws -> String? {
    let path = node.path
    let answer =
      switch verb {
      case .set(let value): try ask(TreeSetRequest(path: path, value: value.onTheWire))
      case .step(let step): try ask(TreeSetRequest(path: path, step: step))
      case .toggle: try ask(TreeSetRequest(path: path, toggles: true))
      case .fade(let value, let seconds):
        try ask(TreeSetRequest(path: path, value: value.onTheWire, over_seconds: seconds))
      case .trigger(let arguments):
        try ask(TreeTriggerRequest(path: path, arguments: arguments))
      }
    return try JSONDecoder().decode(Answer<Done>.self, from: answer).error?.message
  }

  private struct Answer<Reply: Decodable>: Decodable {
    var result: Reply?
    var error: ControlError?
  }

  private func ask<Request: ControlRequest>(_ request: Request) throws -> Data {
    requests += 1
    let params = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    socket.type(
      #"{"jsonrpc":"2.0","id":\#(requests),"method":"\#(Request.method)","params":\#(params)}"#
    )
    return Data(try socket.line(with: #""id":\#(requests),"#).utf8)
  }
}
