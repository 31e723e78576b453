// SPDX-License-Identifier: Apache-2.0
// Storms of input, one for each door: a batch is sent, then the answers to it are read.

import BadInputs
import ControlProtocol
import Foundation
import JACKTestBench
import OSC
import SeededNumbers

/// A client that sends arbitrary input to a door.
protocol Storm {
  var name: String { get }
  /// Sends some more, and reads the answers until the door has handled all of it.
  mutating func blow(_ numbers: inout SeededNumbers, _ tally: inout Tally) throws
}

extension Storm {
  /// Sends at least so many inputs.
  mutating func blow(_ count: Int, _ numbers: inout SeededNumbers) throws -> Tally {
    var tally = Tally()
    while tally.inputs < count { try blow(&numbers, &tally) }
    return tally
  }
}

/// Lines on the control socket.
struct SocketStorm: Storm {
  let name = "control socket"
  private let client: RawConnection
  private static let group = 48
  private static let mark = #"{"jsonrpc":"2.0","id":"mark","method":"server.info"}"#

  init(_ rig: BadInputRig) throws {
    client = try RawConnection(path: rig.tarmac.folder.appending(path: "tarmac/rig.sock").path)
  }

  mutating func blow(_ numbers: inout SeededNumbers, _ tally: inout Tally) throws {
    var bytes: [UInt8] = []
    for _ in 0..<Self.group { bytes += BadInputRig.lines.line(&numbers) + [10] }
    tally.inputs += Self.group
    client.send(bytes + Array(Self.mark.utf8) + [10])
    while true {
      guard let line = try client.line() else {
        throw RunFailure(description: "the socket was closed")
      }
      if line.isEvent { continue }
      if line.isMark { return }
      tally.hear(line: line)
    }
  }
}

extension [UInt8] {
  fileprivate var isEvent: Bool { contains(text: #""method":"event""#) }
  fileprivate var isMark: Bool { contains(text: #""id":"mark""#) }

  private func contains(text: String) -> Bool {
    // Keys are in alphabetical order, so that the searched text is at an end or near the beginning.
    let data = Data(prefix(400) + suffix(100))
    return data.range(of: Data(text.utf8)) != nil
  }
}

/// Requests over HTTP, several on a connection, and a broken one at its end.
struct HTTPStorm: Storm {
  let name = "HTTP"
  private let port: Int
  private let requests: RequestInputs
  private static let group = 24

  init(_ rig: BadInputRig) {
    (port, requests) = (rig.webPort, rig.requests())
  }

  mutating func blow(_ numbers: inout SeededNumbers, _ tally: inout Tally) throws {
    let client = try RawConnection(port: port)
    let sound = (1..<Self.group).map { _ in requests.sound(&numbers) }
    client.send(sound.flatMap(\.bytes))
    for request in sound {
      guard try hear(client, isHead: request.isHead, &tally) else {
        throw RunFailure(description: "after \(tally) the connection was closed")
      }
      tally.inputs += 1
    }
    client.send(requests.broken(&numbers))
    tally.inputs += 1
    // Half a request is not answered.
    guard client.hasMore(milliseconds: 5) else { return client.abort() }
    client.finish()
    // For an invalid length, libmicrohttpd 0.9.75 sends the head of its answer twice: it is not
    // taken apart.
    let last = Data(try client.rest().utf8)
    guard last.starts(with: Data("HTTP/1.1 4".utf8)) else { return }
    let body = last.range(of: Data("\r\n\r\n".utf8)).map { last[$0.upperBound...] } ?? Data()
    tally.hear(status: 400, body: Array(body), isHead: false)
  }

  /// Reads an answer; returns `false` at the end.
  private func hear(_ client: RawConnection, isHead: Bool, _ tally: inout Tally) throws -> Bool {
    let head = try client.head()
    guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      guard head.isEmpty else {
        throw RunFailure(description: "after \(tally) this is no answer: \(head)")
      }
      return false
    }
    guard status >= 200 else { return try hear(client, isHead: isHead, &tally) }
    let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
    let length = field?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    let body = isHead ? [] : try client.receive(exactly: length)
    tally.hear(status: status, body: body, isHead: isHead)
    return true
  }
}

/// Frames on WebSockets; each second one of them ends with a broken one.
struct FrameStorm: Storm {
  let name = "WebSocket"
  private let rig: BadInputRig
  private let frames = FrameInputs(BadInputRig.lines)
  private static let group = 24
  private static let mark = Array(#"{"jsonrpc":"2.0","id":"mark","method":"web.self"}"#.utf8)

  init(_ rig: BadInputRig) { self.rig = rig }

  mutating func blow(_ numbers: inout SeededNumbers, _ tally: inout Tally) throws {
    let client = try RawConnection(port: rig.webPort)
    let head = try client.upgrade("/control", "Authorization: Bearer \(rig.token)")
    guard head.hasPrefix("HTTP/1.1 101") else { throw RunFailure(description: head) }
    for _ in 0..<4 {
      let sound = (0..<Self.group).flatMap { _ in frames.sound(&numbers) }
      client.send(sound + WebSocketFrame.bytes(1, Self.mark))
      tally.inputs += Self.group
      guard try hear(client, &tally) else { throw RunFailure(description: "it was closed early") }
    }
    client.send(frames.broken(&numbers))
    client.finish()
    tally.inputs += 1
    _ = try hear(client, &tally)
  }

  /// Reads frames up to the mark; returns `false` at the end.
  private func hear(_ client: RawConnection, _ tally: inout Tally) throws -> Bool {
    while let (opcode, payload) = try client.receiveFrame() {
      switch opcode {
      case 1 where payload.isMark: return true
      case 1 where !payload.isEvent: tally.hear(line: payload)
      case 8: tally.hear(goodbye: payload)
      default: break
      }
    }
    return false
  }
}

/// OSC packets in datagrams and, every other time, over TCP.
struct OSCStorm: Storm {
  let name = "OSC"
  private let datagrams: RawDatagrams
  private let stream: RawConnection
  private var splitter = OSCSplitter()
  private var turn: Int32 = 0
  private static let group = 64

  init(_ rig: BadInputRig) throws {
    datagrams = try RawDatagrams(port: rig.oscPort)
    stream = try RawConnection(port: rig.oscPort)
  }

  mutating func blow(_ numbers: inout SeededNumbers, _ tally: inout Tally) throws {
    turn += 1
    let packets = (0..<Self.group).map { _ in BadInputRig.packet(&numbers) }
    tally.inputs += Self.group
    let mark = OSCMessage("/tarmac/ping", [.int32(turn)]).bytes
    let pong = OSCPacket.message(
      OSCMessage("/reply", [.string("/tarmac/ping"), .int32(turn)])
    )
    if turn % 2 == 0 {
      for packet in packets { datagrams.send(packet) }
      try hearDatagrams(mark, pong, &tally)
    } else {
      let frames = packets.filter { !$0.isEmpty } + [mark]
      stream.send(frames.flatMap(OSCFraming.length.frame))
      while try !hearStream(pong, &tally) {}
    }
  }

  private func hearDatagrams(_ mark: [UInt8], _ pong: OSCPacket, _ tally: inout Tally) throws {
    // A datagram is lost where there is no room for it.
    for _ in 0..<60 {
      datagrams.send(mark)
      while let bytes = datagrams.receive(milliseconds: 2_000) {
        let packet = try OSCPacket(bytes)
        if packet == pong { return }
        tally.hear(packet)
      }
    }
    throw RunFailure(description: "the OSC door does not answer any more")
  }

  private mutating func hearStream(_ pong: OSCPacket, _ tally: inout Tally) throws -> Bool {
    let bytes = try stream.receive()
    guard !bytes.isEmpty else { throw RunFailure(description: "the OSC stream was closed") }
    var isOver = false
    for bytes in try splitter.take(bytes) {
      let packet = try OSCPacket(bytes)
      if packet == pong { isOver = true } else { tally.hear(packet) }
    }
    return isOver
  }
}

/// MIDI messages, many in each cycle; a controller hears no refusals, the log does.
struct MIDIStorm: Storm {
  let name = "MIDI"
  private let controller: Musician
  private static let cycles = 8
  private static let each = 192

  init(_ rig: BadInputRig) { controller = rig.controller }

  mutating func blow(_ numbers: inout SeededNumbers, _ tally: inout Tally) throws {
    let count = Self.cycles * Self.each
    controller.send(
      (0..<count).map { index in
        let frame = UInt32(index / Self.each * 256 + index % Self.each)
        return TimedMIDI(frame, MIDIInputs.message(&numbers))
      }
    )
    tally.inputs += count
    while !controller.isDone { usleep(1_000) }
    _ = controller.takeHeard()
  }
}
