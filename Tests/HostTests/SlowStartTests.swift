// SPDX-License-Identifier: Apache-2.0
// A start that has to wait reports what it waits for.

import Foundation
import Testing

@Suite("A start that is held up", .serialized)
struct SlowStartTests {
  @Test("says what it waits for, and goes on when that is over")
  func heldUp() async throws {
    let preset = "tarmac: 1\nroutes: { main: { role: lineOut, channels: 2 } }\n"
    try await RunningTarmac.runByClock(preset, files: holdSocketFolder) { tarmac in
      let wait = "Still making the socket, which another start may hold up, for "
      let hasSaid = try tarmac.log(wait)
      #expect(hasSaid)
    }
  }

  /// Holds the folder of the socket as another start would, until the rig has reported that it
  /// waits.
  private func holdSocketFolder(_ folder: URL) throws {
    let target = folder.appending(path: "tarmac")
    try FileManager.default.createDirectory(
      at: target,
      withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o700]
    )
    let descriptor = unsafe open(target.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
    let log = folder.appending(path: "log")
    Thread.detachNewThread {
      // However late a busy machine starts the rig; the folder goes when the test ends.
      while FileManager.default.fileExists(atPath: target.path) {
        let said = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        if said.contains("Still") { break }
        usleep(10_000)
      }
      close(descriptor)
    }
  }
}
