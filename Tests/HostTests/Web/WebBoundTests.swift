// SPDX-License-Identifier: Apache-2.0
// How many requests a device of the web mixer may have open, over all of its connections.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A device of the web mixer", .serialized)
struct WebBoundTests {
  /// Programs that may ask a user for the permission to record, a request that is open until he
  /// answers.
  private static let programs = (1...5).map { "memo\($0)" }
  private static let refusal =
    "This device has 64 requests open already: wait for an answer before you send the next."

  private static var preset: String {
    let sessions = programs.map {
      """
        \($0):
          category: playAndRecord
          options: [ mixWithOthers ]
          record_permission: ask
          source: { route: mic }
          sends: [ { to: main } ]
      """
    }
    return """
      tarmac: 1
      routes:
        main: { role: lineOut, channels: 1 }
        mic: { role: mic, channels: 1 }
      surfaces: { web: { port: 0 } }
      sessions:
      \(sessions.joined(separator: "\n"))

      """
  }

  private static func request(_ method: String, _ params: String = "{}", id: Int) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
  }

  /// Sends a small request; its answer comes when all earlier requests are open.
  private static func ask(_ socket: Foreign) throws -> String {
    socket.type(request("web.self", id: 0))
    return try socket.line(with: #""id":0"#)
  }

  @Test("has 64 requests open at most, and others are not affected; it may ask again after answers")
  func open() async throws {
    try await LiveStage.run(Self.preset, voices: ["nobody"], outputs: [], by: .clock) { stage in
      let tarmac = stage.tarmac
      let web = WebStage(stage: stage, port: try tarmac.webPort())
      let phone = try web.pair("phone", "operator")
      let other = try web.webSocket(web.pair("tablet", "operator"))
      #expect(other.line() == "open")
      // A connection has 16 requests open at most, so that the test needs five.
      var sockets: [Foreign] = []
      for (program, count) in zip(Self.programs, [13, 13, 13, 13, 11]) {
        let socket = try web.webSocket(phone)
        #expect(socket.line() == "open")
        socket.type(Self.request("client.open", #"{"program":"\#(program)"}"#, id: 1))
        #expect(try socket.line(with: #""id":1"#).contains("result"))
        for id in 100..<100 + count {
          socket.type(Self.request("client.requestRecordPermission", id: id))
        }
        #expect(try Self.ask(socket).contains("result"))
        sockets.append(socket)
      }
      // With 63 requests open, each small one was the 64th; now there is one more.
      sockets[4].type(Self.request("client.requestRecordPermission", id: 111))
      let refused = try Self.ask(sockets[4])
      #expect(refused.contains(Self.refusal) && refused.contains("error"), "\(refused)")
      let plain = try web.curl("/api/rpc", token: phone, "-d", Self.request("web.self", id: 0))
      #expect(plain.1.contains(Self.refusal), "\(plain)")
      #expect(try Self.ask(other).contains("result"))
      _ = try tarmac.ask(PermissionSetRequest(session: "memo1", permission: "granted"))
      for _ in 0..<13 { _ = try sockets[0].line(with: #""granted":true"#) }
      #expect(try Self.ask(sockets[4]).contains("result"))
      let again = try web.curl("/api/rpc", token: phone, "-d", Self.request("web.self", id: 0))
      #expect(again.1.contains("result"), "\(again)")
    }
  }
}
