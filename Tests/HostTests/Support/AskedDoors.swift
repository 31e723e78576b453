// SPDX-License-Identifier: Apache-2.0
// A client at every door of a rig at once; each asks for the same and waits for the answer.

import BadInputs
import ControlProtocol
import ControlTree
import Foundation
import JACKTestBench

/// Clients at the control socket, the web door, its WebSocket, OSC, OSCQuery and MIDI.
final class AskedDoors {
  private let tarmac: RunningTarmac
  private let web: Int
  private let query: Int
  private let token: String
  private let socket: Foreign
  private let osc: OSCProgram
  private let controller: Musician
  private var requests = 0

  /// The part of a preset for a controller with two buttons, for such a value and such an
  /// interrupter.
  static func midiMap(toggling path: String, beginning interrupter: String) -> String {
    """
    midi_map:
      device: "hand:*"
      bindings:
        - { on: note/1/60, toggle: \(path) }
        - { on: note/1/61, set: rig.interrupters.\(interrupter).active, to: on }
    """
  }

  /// How long each answer took, in milliseconds, by what was asked.
  private var times: [String: [Double]] = [:]

  init(_ tarmac: RunningTarmac, on server: PrivateServer, _ ears: Listener) throws {
    self.tarmac = tarmac
    web = try tarmac.webPort()
    query = try tarmac.queryPort()
    token = try tarmac.ask(WebPairRequest(name: "hand", access: "operator")).token
    socket = try Foreign.python("lines.py", ["ws://127.0.0.1:\(web)/control", token])
    guard socket.line() == "open" else { throw RunFailure(description: "the door is shut") }
    osc = try OSCProgram.python("udp", beside: tarmac)
    controller = try Musician("hand", on: server)
    try tarmac.wait("the controller") {
      ears.connections(of: "rig:control_in") == ["hand:midi_out"]
    }
  }

  func close() { controller.close() }

  /// Forgets how long anything took.
  func reset() { times = [:] }

  /// How long answers took, in milliseconds: usually, and at most.
  var figures: String {
    times.sorted { $0.key < $1.key }.map { what, times in
      let sorted = times.sorted().map { Int($0.rounded()) }
      return "\(what) \(sorted[sorted.count / 2])/\(sorted[sorted.count - 1])"
    }.joined(separator: ", ")
  }

  /// Sends a request, waits for its answer, and notes how long that took.
  func time<Answer>(_ what: String, _ body: () throws -> Answer) rethrows -> Answer {
    let start = ContinuousClock.now
    let answer = try body()
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)
    times[what, default: []].append(milliseconds)
    return answer
  }

  /// Sets a value of its own at each door, reads it there, and asks for the whole rig where the
  /// door can do that; the controller toggles another value.
  func askAll(_ path: String, toggling toggled: String) throws {
    try time("socket set") { _ = try tarmac.ask(SetRequest(path: path, value: "\(next())")) }
    try time("socket status") { _ = try tarmac.ask(StatusRequest()) }
    let value = next()
    try time("web set") {
      try http("PUT /api/tree/\(path)", body: "\(value)", answer: "\"value\":\(value)")
    }
    try time("web get") { try http("GET /api/tree?pattern=\(path)", answer: "\"value\":\(value)") }
    try time("web status") { try rpc(StatusRequest()) }
    try time("web metrics") { try http("GET /metrics", answer: "tarmac_up 1") }
    try time("WebSocket") { try socketSet(path, next()) }
    try time("OSC") { try oscSet("/" + path.replacing(".", with: "/"), next()) }
    try time("OSCQuery") {
      try http("GET /" + path.replacing(".", with: "/"), port: query, answer: "\"VALUE\"")
    }
    try time("MIDI") { try press(60, changing: toggled) }
    try time("OSCQuery all") { try http("GET /", port: query, answer: "\"CONTENTS\"") }
  }

  /// Begins an interrupter, through another door each time.
  func begin(_ interrupter: String, turn: Int) throws {
    switch turn % 5 {
    case 0:
      try time("socket begin") {
        _ = try tarmac.ask(InterruptBeginRequest(interrupter: interrupter))
      }
    case 1: try time("web begin") { try rpc(InterruptBeginRequest(interrupter: interrupter)) }
    case 2:
      try time("WebSocket begin") {
        try say(InterruptBeginRequest(interrupter: interrupter))
      }
    case 3:
      try time("MIDI begin") { try press(61, changing: "rig.interrupters.\(interrupter).active") }
    default:
      try time("OSC begin") {
        try osc.send("[\"/rig/interrupters/\(interrupter)/active\", \"%T\"]")
        try ping()
      }
    }
  }

  // MARK: Doors

  /// A level that was not asked for before.
  private func next() -> Double {
    requests += 1
    return -Double(requests % 80) - 0.5
  }

  private func http(
    _ line: String,
    port: Int? = nil,
    body: String = "",
    answer: String
  ) throws {
    let link = try RawConnection(port: port ?? web)
    let fields = [
      "\(line) HTTP/1.1", "Host: 127.0.0.1:\(port ?? web)", "Authorization: Bearer \(token)",
      "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "Connection: close",
    ]
    link.send(fields.joined(separator: "\r\n") + "\r\n\r\n" + body)
    let said = try link.rest()
    guard said.hasPrefix("HTTP/1.1 200"), said.contains(answer) else {
      throw RunFailure(description: "\(line) is answered with \(said.prefix(2_000))")
    }
  }

  private func rpc<Request: ControlRequest>(_ request: Request) throws {
    try http("POST /api/rpc", body: try call(request), answer: "\"result\"")
  }

  private func call<Request: ControlRequest>(_ request: Request) throws -> String {
    requests += 1
    let params = String(decoding: try JSONEncoder().encode(request), as: UTF8.self)
    return
      #"{"jsonrpc":"2.0","id":\#(requests),"method":"\#(Request.method)","params":\#(params)}"#
  }

  private func say<Request: ControlRequest>(_ request: Request) throws {
    socket.type(try call(request))
    let line = try socket.line(with: "\"id\":\(requests),")
    guard line.contains("\"result\"") else { throw RunFailure(description: line) }
  }

  private func socketSet(_ path: String, _ level: Double) throws {
    try say(TreeSetRequest(path: path, value: .number(level)))
  }

  private func oscSet(_ address: String, _ level: Double) throws {
    // Earlier messages about this level belong to another turn.
    let (line, before) = ("[\"\(address)\", \(level)]", osc.lines.count)
    try osc.send(line)
    try osc.send("[\"\(address)\"]")
    try osc.wait { $0.dropFirst(before).contains(line) }
  }

  /// Presses a button and waits until its value has changed.
  private func press(_ note: UInt8, changing path: String) throws {
    let request = TreeGetRequest(patterns: [path])
    let before = try tarmac.ask(request)
    controller.send([TimedMIDI(0, [0x90, note, 127]), TimedMIDI(0, [0x80, note, 0])])
    try tarmac.wait("the button of \(path)") { try tarmac.ask(request) != before }
  }

  private func ping() throws {
    requests += 1
    try osc.send("[\"/tarmac/ping\", \(requests)]")
    try osc.hears("[\"/reply\", \"/tarmac/ping\", \(requests)]")
  }
}
