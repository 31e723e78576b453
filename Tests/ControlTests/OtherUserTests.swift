// SPDX-License-Identifier: Apache-2.0
// The socket is its user's alone, whatever the folders around it allow.

import ControlProtocol
import ControlServer
import Foundation
import Glibc
import Patience
import RawSocket
import Testing

@Suite("Another user")
struct OtherUserTests {
  /// Tries to connect; ends with the number of the system's error.
  private static let knock =
    "import socket,sys\n"
    + "try: socket.socket(socket.AF_UNIX).connect(sys.argv[1])\n"
    + "except OSError as error: sys.exit(error.errno)\n"

  private static func knock(at path: String, as user: String?) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let become = user.map {
      ["setpriv", "--reuid", $0, "--regid", $0, "--clear-groups", "--inh-caps=-all"]
    }
    process.arguments = (become ?? []) + ["/usr/bin/python3", "-c", knock, path]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test(
    "is refused by the socket itself, and by the folder; its own user gets in",
    .enabled(if: getuid() == 0, "only root can become somebody else")
  )
  func refused() async throws {
    let bench = try Bench()
    let server = bench.server()
    try server.start()
    defer { server.stop() }
    try await blocking {
      #expect(bench.mode(bench.path.path) == 0o600)
      #expect(bench.mode("\(bench.folder)/run") == 0o700)
      #expect(try Self.knock(at: bench.path.path, as: nil) == 0)
      #expect(try Self.knock(at: bench.path.path, as: "65534") == EACCES)
      // Open folders admit no other user: the socket has a mode of its own.
      for folder in [bench.folder, "\(bench.folder)/run"] {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder)
      }
      #expect(try Self.knock(at: bench.path.path, as: "65534") == EACCES)
      #expect(try Self.knock(at: bench.path.path, as: nil) == 0)
      // A client that has sent nothing is dropped; others are served.
      let client = try RawClient(bench.path)
      client.write(UnixSocketServerTests.info + "\n")
      #expect(try client.line()?.contains("0.1.0") == true)
    }
  }
}
