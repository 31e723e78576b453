// SPDX-License-Identifier: Apache-2.0
// An operator's clients at three doors, which move a fader while others keep the doors busy.

import BadInputs
import ControlProtocol
import Foundation
import OSC
import RawSocket

/// A client that moves faders at a door, and knows when the rig has taken the change.
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
///
/// Its library answers the rig's pings by itself, however long the crowd keeps the rig busy.
struct WebOperator: Operator {
  let name = "web"
  private let socket: Foreign

  init(_ tarmac: RunningTarmac, _ token: String) throws {
    let url = "ws://127.0.0.1:\(try tarmac.webPort())/control"
    socket = try Foreign.python("lines.py", ["--from", "127.0.0.2", url, token])
    guard socket.line() == "open" else { throw RunFailure(description: "the door is shut") }
  }

  func set(_ path: String, to level: Int) throws {
    socket.type(Self.request(path, level))
    let answer = socket.line() ?? "an end"
    guard answer.contains(#""result""#) else { throw RunFailure(description: answer) }
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
    // Messages are handled in the order in which they were sent.
    let pong = OSCMessage("/reply", [.string("/tarmac/ping"), .int32(pings)]).bytes
    while true {
      let bytes = try client.receive()
      guard !bytes.isEmpty else { throw RunFailure(description: "OSC has sent the operator away") }
      if try splitter.take(bytes).contains(pong) { return }
    }
  }
}
