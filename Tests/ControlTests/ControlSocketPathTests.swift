// SPDX-License-Identifier: Apache-2.0
// Where host and clients meet: the path of the socket.

import ControlProtocol
import Glibc
import Testing

@Suite("Control socket path")
struct ControlSocketPathTests {
  @Test("a name stands for a socket in the user's runtime folder")
  func names() throws {
    let environment = ["XDG_RUNTIME_DIR": "/run/user/7", "TARMAC_SOCKET": "/x/y"]
    #expect(
      try ControlSocketPath(name: "rig", environment: environment, user: 7).path
        == "/run/user/7/tarmac/rig.sock"
    )
    #expect(try ControlSocketPath(environment: environment, user: 7).path == "/x/y")
    #expect(try ControlSocketPath(environment: [:], user: 7).path == "/tmp/tarmac-7/tarmac.sock")
    #expect(
      try ControlSocketPath(name: "a", environment: ["XDG_RUNTIME_DIR": ""], user: 7).folder
        == "/tmp/tarmac-7"
    )
  }

  @Test(
    "a name that would lead elsewhere is refused",
    arguments: ["", ".", "..", ".a", "a/b", "a\0b"]
  )
  func badNames(_ name: String) {
    #expect(throws: ControlPathError.badName(name)) {
      try ControlSocketPath(name: name, environment: [:], user: 7)
    }
  }

  @Test("a path may have 107 bytes; one more is an error that says so")
  func length() throws {
    let longest = "/" + String(repeating: "x", count: 106)
    #expect(try ControlSocketPath(path: longest).path == longest)
    let error = #expect(throws: ControlPathError.self) {
      try ControlSocketPath(path: longest + "x")
    }
    #expect(error?.description.contains("has 108 bytes and the system takes 107") == true)
  }

  @Test("a folder in /tmp that is open to others is refused")
  func unsafeFolder() throws {
    // A user that does not exist, so that no real user's folder is touched.
    let path = try ControlSocketPath(name: "a", environment: [:], user: .max - UInt32(getpid()))
    // A run that was killed may have left it.
    _ = unsafe rmdir(path.folder)
    try #require(unsafe mkdir(path.folder, 0o700) == 0)
    defer { _ = unsafe rmdir(path.folder) }
    #expect(throws: Never.self) { try path.checkFolder() }
    try #require(unsafe chmod(path.folder, 0o755) == 0)
    #expect(throws: ControlPathError.unsafeFolder(path.folder)) { try path.checkFolder() }
  }
}
