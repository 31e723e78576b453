// SPDX-License-Identifier: Apache-2.0
// Faults of clients: what a broken program, or a bored one, writes to the socket.

import Foundation
import SeededNumbers

extension Fault {
  static let clients = [
    Fault("client-garbage", .untouched) { stage in
      for _ in 0..<20 {
        let link = try RawClient(stage.socket)
        link.send(garbage(stage))
      }
    },
    Fault("client-half-lines", .untouched) { stage in
      let links = try (0..<50).map { _ in try RawClient(stage.socket) }
      for link in links { link.send(Array(#"{"jsonrpc":"2.0","id":1,"method":"rig.st"#.utf8)) }
      stage.pass(seconds: stage.random(seconds: 0...0.5))
      _ = links
    },
    Fault("client-flood", .untouched) { stage in
      let line = Array(#"{"jsonrpc":"2.0","id":1,"method":"rig.status"}"#.utf8) + [10]
      let links = try (0..<8).map { _ in try RawClient(stage.socket) }
      // Nobody reads the answers.
      for _ in 0..<200 { for link in links { link.send(line) } }
    },
    Fault("client-crowd", .untouched) { stage in
      let links = (0..<300).compactMap { _ in try? RawClient(stage.socket) }
      stage.pass(seconds: 0.05)
      _ = links
    },
  ]

  private static func garbage(_ stage: Stage) -> [UInt8] {
    let depth = stage.random(1...2_000)
    let texts: [[UInt8]] = [
      Array(repeating: UInt8(ascii: "["), count: depth) + [10],
      Array(String(repeating: #"{"a":"#, count: depth).utf8) + [10],
      (0..<4_096).map { _ in UInt8(stage.random(0...255)) } + [10],
      Array(#"{"jsonrpc":"2.0","id":1e999,"method":"rig.status"}"#.utf8) + [10],
      request("parameter.set", #"{"path":"deckA.fader","value":"1e999"}"#),
      request("player.control", #"{"session":"deckA","action":{"seek":{"seconds":-1e300}}}"#),
      Array(repeating: UInt8(ascii: "x"), count: 2_000_000) + [10],
      [0, 0, 0, 10, 0xff, 0xfe, 10],
    ]
    return texts[stage.random(0...texts.count - 1)]
  }

  private static func request(_ method: String, _ parameters: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(parameters)}"#.utf8) + [10]
  }
}

/// A connection that sends arbitrary bytes and never reads.
final class RawClient {
  private let descriptor: Int32

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    // A connect that finds no room in the queue is then refused at once.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let status = unsafe withUnsafePointer(to: &address) { address in
      unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw Complaint("nobody takes the connection") }
  }

  deinit { close(descriptor) }

  /// Sends as much as the other side takes within a second.
  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard errno == EAGAIN, unsafe poll(&entry, 1, 1_000) > 0 else { return }
      }
    }
  }
}
