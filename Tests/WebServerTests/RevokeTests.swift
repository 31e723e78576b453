// SPDX-License-Identifier: Apache-2.0
// Devices that are revoked at any moment of what they do.

import BadInputs
import ControlProtocol
import ControlServer
import ControlTree
import Glibc
import HTTPServer
import Patience
import RigErrors
import SeededNumbers
import Synchronization
import Testing

@testable import WebServer

@Suite("A device that is shut out")
struct RevokeTests {
  /// Carries out requests of devices and revokes devices: one thing after the other, as on a rig's
  /// actor.
  private final class Rig: Sendable {
    let devices = PairedDevices([]) { _ in }
    private let state = Mutex(State())

    private struct State {
      var shutOut: Set<String> = []
      var done = 0
      var survivors: [String] = []
    }

    var done: Int { state.withLock(\.done) }
    /// Devices whose requests were carried out after they were revoked.
    var survivors: [String] { state.withLock(\.survivors) }

    func set(_ name: String) throws(RigError) {
      try state.withLock { state throws(RigError) in
        try Caller.current?.checkIsLetIn()
        state.done += 1
        if state.shutOut.contains(name) { state.survivors.append(name) }
      }
    }

    func revoke(_ name: String) {
      state.withLock { state in
        _ = devices.revoke(name)
        state.shutOut.insert(name)
      }
    }
  }

  private struct Door {
    let rig = Rig()
    let server: WebServer

    init() throws {
      var commands = CommandTable()
      commands.on(TreeSetRequest.self) { [rig] request throws(ControlError) in
        do throws(RigError) { try rig.set(request.path) } catch {
          throw ControlError(code: .forbidden, message: error.message)
        }
        return TreeEntry(path: request.path, value: .number(0))
      }
      var limits = HTTPLimits()
      // The loopback's connections of a round may end long after it on a busy machine.
      (limits.connections, limits.connectionsOfAddress) = (4_000, 4_000)
      (limits.strangers, limits.strangersOfAddress) = (1_000, 1_000)
      let place = WebPlace(rig: "rig", version: "1", address: "127.0.0.1", port: 0)
      server = try WebServer(place, rig.devices, commands, limits: limits) { _ in }
    }

    func open(_ token: String) throws -> RawConnection {
      let client = try RawConnection(port: server.port)
      client.send(
        """
        GET /control HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r
        Authorization: Bearer \(token)\r\nSec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
        """
      )
      return client
    }
  }

  private static func text(_ line: String) -> [UInt8] {
    WebSocketFrame.bytes(1, Array(line.utf8))
  }

  private static func set(_ name: String) -> String {
    #"{"jsonrpc":"2.0","id":1,"method":"tree.set","params":{"path":"\#(name)","value":0}}"#
  }

  /// What a device is doing when it is revoked.
  private enum Moment: CaseIterable {
    case upgrade, request, batch, http, subscription
  }

  @Test(
    "at one of 1,000 random moments of an upgrade, a request or a subscription does and hears no more"
  )
  func moments() async throws {
    let door = try Door()
    let lanes = 20
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          try await blocking {
            var numbers = SeededNumbers(seed: UInt64(lane))
            for round in 0..<(1_000 / lanes) {
              let moment = Moment.allCases[(round + lane) % Moment.allCases.count]
              let delay = UInt32.random(in: 0..<3_000, using: &numbers)
              let answers = Int.random(in: 0...20, using: &numbers)
              try Self.round("\(lane)-\(round)", moment, answers, delay, at: door)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(door.rig.survivors == [])
    #expect(door.rig.done >= 1_000, "before they are shut out they are heard")
    await door.server.close()
  }

  /// Revokes a device so many microseconds after it has begun, or after so many of its requests
  /// were answered.
  private static func round(
    _ name: String,
    _ moment: Moment,
    _ answers: Int,
    _ delay: UInt32,
    at door: Door
  ) throws {
    let pairing = try door.rig.devices.begin(name, .operator)
    #expect(door.rig.devices.finish(pairing))
    let (token, set) = (pairing.token, Self.set(name))
    let many = "[\(Array(repeating: set, count: 50).joined(separator: ","))]"
    let client = try moment == .http ? RawConnection(port: door.server.port) : door.open(token)
    if moment != .http, moment != .upgrade {
      #expect(try client.head().hasPrefix("HTTP/1.1 101 "))
    }
    switch moment {
    case .upgrade: client.send(text(set))
    case .request:
      for _ in 0..<20 { client.send(text(set)) }
      // On a busy machine nothing may be done within the delay.
      for _ in 0..<answers { _ = try client.receiveFrame() }
    case .batch: client.send(text(many))
    case .http:
      client.send(
        """
        POST /api/rpc HTTP/1.1\r\nHost: localhost\r\nConnection: close\r
        Authorization: Bearer \(token)\r\nContent-Length: \(many.utf8.count)\r\n\r\n\(many)
        """
      )
    case .subscription:
      client.send(text(#"{"jsonrpc":"2.0","id":2,"method":"events.subscribe"}"#))
      client.send(text(set))
    }
    usleep(delay)
    door.server.publish(.route("before \(name)", .plugged), to: .subscribers)
    door.rig.revoke(name)
    door.server.publish(.route("after \(name)", .plugged), to: .subscribers)
    // Requests that it still sends are not carried out, whatever the answer.
    if moment != .http { client.send(text(set)) }
    try end(of: client, moment, name)
  }

  /// Reads until the end of the connection, which gives the reason.
  private static func end(of client: RawConnection, _ moment: Moment, _ name: String) throws {
    if moment == .http {
      #expect(try client.rest().hasPrefix("HTTP/1.1 "))
      return
    }
    // A token that is revoked before it is looked at is a wrong one.
    if moment == .upgrade, try !client.head().hasPrefix("HTTP/1.1 101 ") { return }
    var last: (opcode: UInt8, payload: [UInt8]) = (0, [])
    while let frame = try client.receiveFrame() {
      let text = String(decoding: frame.payload, as: UTF8.self)
      #expect(!text.contains("after \(name)"), "it is told of what happens later")
      last = frame
      if frame.opcode == 8 { break }
    }
    #expect(last.opcode == 8 && last.payload.starts(with: [0x03, 0xF0]), "closed with 1008")
    let reason = String(decoding: last.payload.dropFirst(2), as: UTF8.self)
    #expect(reason == "this device was shut out")
  }

  @Test("leaves no WebSocket behind that never opened")
  func leftovers() async throws {
    let door = try Door()
    let pairing = try door.rig.devices.begin("phone", .operator)
    #expect(door.rig.devices.finish(pairing))
    try await blocking {
      for _ in 0..<20 {
        let client = try RawConnection(port: door.server.port)
        let token = "Authorization: Bearer \(pairing.token)\r\n"
        client.send("GET /control HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(token)\r\n")
        #expect(try client.rest().hasPrefix("HTTP/1.1 426"))
      }
    }
    #expect(door.server.pages(of: "phone") == 0)
    await door.server.close()
  }
}
