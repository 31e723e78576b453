// SPDX-License-Identifier: Apache-2.0
// Hands of an operator at three doors, which move a fader while others keep the doors busy.

import BadInputs
import ControlProtocol
import Foundation
import OSC
import RawSocket

/// Who moves faders at a door, and knows when the rig has taken it.
protocol Operator {
  var name: String { get }
  /// Sets a fader and returns once that was answered.
  func set(_ path: String, to level: Int) throws
}

extension Operator {
  fileprivate static func request(_ path: String, _ level: Int) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tree.set","params":{"path":"\#(path)","value":\#(level)}}"#
  }
}

/// At the control socket.
struct SocketOperator: Operator {
  let name = "socket"
  private let client: RawClient

  init(_ tarmac: RunningTarmac) throws { client = try tarmac.rawClient() }

  func set(_ path: String, to level: Int) throws {
    let answer = try client.ask(Self.request(path, level)) ?? "an end"
    guard answer.contains(#""result""#) else { throw RunFailure(description: answer) }
  }
}

/// At the web mixer, from another address than the crowd's.
struct WebOperator: Operator {
  let name = "web"
  private let client: RawConnection

  init(_ tarmac: RunningTarmac, _ token: String) throws {
    client = try RawConnection(port: try tarmac.webPort(), isSecondAddress: true)
    let head = try client.upgrade("/control", "Authorization: Bearer \(token)")
    guard head.hasPrefix("HTTP/1.1 101") else { throw RunFailure(description: head) }
  }

  func set(_ path: String, to level: Int) throws {
    client.send(WebSocketFrame.bytes(1, Array(Self.request(path, level).utf8)))
    while let (opcode, payload) = try client.receiveFrame() {
      let text = String(decoding: payload, as: UTF8.self)
      if opcode == 9 { client.send(WebSocketFrame.bytes(10, payload)) }
      guard opcode == 1 else { continue }
      guard text.contains(#""result""#) else { throw RunFailure(description: text) }
      return
    }
    throw RunFailure(description: "the web mixer has sent the operator away")
  }
}

/// By OSC over TCP, from another address than the crowd's.
final class OSCOperator: Operator {
  let name = "OSC"
  private let client: RawConnection
  private var splitter = OSCSplitter()
  private var pings: Int32 = 0

  init(_ tarmac: RunningTarmac) throws {
    client = try RawConnection(port: try tarmac.oscPort(), isSecondAddress: true)
  }

  func set(_ path: String, to level: Int) throws {
    pings += 1
    let address = "/" + path.replacing(".", with: "/")
    let messages = [
      OSCMessage(address, [.float(Float(level))]), OSCMessage("/tarmac/ping", [.int32(pings)]),
    ]
    client.send(messages.flatMap { OSCFraming.length.frame($0.bytes) })
    // What was sent first is done first.
    let pong = OSCMessage("/reply", [.string("/tarmac/ping"), .int32(pings)]).bytes
    while true {
      let bytes = try client.receive()
      guard !bytes.isEmpty else { throw RunFailure(description: "OSC has sent the operator away") }
      if try splitter.take(bytes).contains(pong) { return }
    }
  }
}
