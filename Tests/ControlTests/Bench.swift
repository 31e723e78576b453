// SPDX-License-Identifier: Apache-2.0
// A server on a real socket in a folder of its own, and a client that can misbehave.

import ControlProtocol
import ControlServer
import Foundation
import Glibc
import Patience
import Synchronization
import Testing

/// A folder that goes away with the test.
final class Bench: Sendable {
  let folder: String
  let path: ControlSocketPath
  /// What the server reported.
  let reports = Mutex<[String]>([])

  init() throws {
    var template = Array("/tmp/control-XXXXXX".utf8CString)
    let made = unsafe mkdtemp(&template)
    folder = try #require(unsafe made.map { unsafe String(cString: $0) })
    path = try ControlSocketPath(path: "\(folder)/run/rig.sock")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A server whose last answers have all the time that a test has.
  func server(
    _ commands: CommandTable = .sample,
    readPatience: Duration = .seconds(30)
  ) -> UnixSocketServer {
    UnixSocketServer(
      path: path,
      commands: commands,
      lastAnswerSeconds: patience,
      patience: readPatience
    ) { report in
      self.reports.withLock { $0.append(report) }
    }
  }

  func mode(_ path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }
}

extension CommandTable {
  /// A reply, an empty reply, a reply of any length, and a refusal.
  static var sample: CommandTable {
    var table = CommandTable()
    table.on(ServerInfoRequest.self) { _ in .sample }
    table.on(StopRequest.self) { _ in Done() }
    table.on(GetRequest.self) { request in
      // The path says how long the answer has to be.
      [
        ParameterStatus(
          path: "x",
          value: "",
          allowed: String(repeating: "é", count: Int(request.path ?? "") ?? 0)
        )
      ]
    }
    table.on(ActivateRequest.self) { request throws(ControlError) in
      throw ControlError(code: .refused, message: "No: \(request.session)", rule: "INT-07")
    }
    return table
  }
}

extension ServerInfoRequest.Reply {
  static let sample = Self(
    version: "0.1.0",
    protocolVersion: controlProtocolVersion,
    pid: 42,
    name: "rig",
    preset: "/a/b.yaml"
  )
}

/// A client that sends bytes as they are.
struct RawClient: ~Copyable {
  private let descriptor: Int32
  private var lines = LineBuffer()

  init(_ path: ControlSocketPath) throws {
    // A program that another test starts meanwhile would keep the connection open.
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let code = unsafe path.withAddress { unsafe connect(descriptor, $0, $1) }
    self.descriptor = descriptor
    try #require(code == 0, "cannot connect: \(errno)")
  }

  deinit {
    close(descriptor)
  }

  func write(_ text: String) {
    _ = write(Array(text.utf8))
  }

  /// Sends bytes and returns how many of them were taken.
  func write(_ bytes: [UInt8], flags: Int = MSG_NOSIGNAL) -> Int {
    unsafe send(descriptor, bytes, bytes.count, Int32(flags))
  }

  func endWriting() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// The next line; `nil` when the server closed the connection.
  mutating func readLine(within seconds: Double = patience) throws -> String? {
    let end = Date(timeIntervalSinceNow: seconds)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if case .complete(let line) = lines.next() { return String(decoding: line, as: UTF8.self) }
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = unsafe poll(&polled, 1, 100)
      try #require(ready > 0 || Date() < end, "no answer in time")
      guard ready > 0 else { continue }
      let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      lines.append(chunk[..<count])
    }
  }
}
