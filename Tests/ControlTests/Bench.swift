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

  /// A server that waits for its last answers as long as a test may take.
  func server(
    _ commands: CommandTable = .sample,
    readPatience: Duration? = nil
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
