// SPDX-License-Identifier: Apache-2.0
// A rig that may take no more memory, as `ulimit -v` or a machine that is full has it.

import ControlClient
import ControlProtocol
import Foundation
import Testing

@Suite("A rig that is short of memory", .serialized)
struct MemoryShortageTests {
  @Test("refuses to load something new, says why, goes on, and loads it once there is room")
  func shortage() async throws {
    let small = "tarmac: 1\nroutes: { main: { role: lineOut, channels: 2 } }\n"
    let large = """
      \(small)sessions:
        one: { category: playback, source: { jack: [ "x:y" ] }, sends: [ { to: main } ] }
      """
    try await RunningTarmac.run(small) { tarmac, _ in
      let file = tarmac.folder.appending(path: "large.yaml")
      try large.write(to: file, atomically: true, encoding: .utf8)
      // Room for threads, and for less than the rig wants to see.
      try Self.limit(tarmac, toMore: 48 << 20)
      let error = #expect(throws: ControlClientError.self) {
        try tarmac.ask(ReloadRequest(preset: file.path))
      }
      guard case .refused(let refusal) = error else { throw try #require(error) }
      #expect(refusal.message.contains("MB of memory left for the rig"))
      #expect(try tarmac.ask(SessionListRequest()).isEmpty)
      try Self.limit(tarmac, toMore: nil)
      _ = try tarmac.ask(ReloadRequest(preset: file.path))
      #expect(try tarmac.ask(SessionListRequest()).count == 1)
    }
  }

  /// Allows a rig so many more bytes of addresses than it has; as many as it likes when `nil`.
  private static func limit(_ tarmac: RunningTarmac, toMore bytes: Int?) throws {
    let words = try String(contentsOfFile: "/proc/\(tarmac.pid)/statm", encoding: .utf8)
    let pages = try #require(words.split(separator: " ").first.flatMap { Int($0) })
    let limit = bytes.map { "\(pages * Int(getpagesize()) + $0)" } ?? "unlimited"
    let arguments = ["--pid", "\(tarmac.pid)", "--as=\(limit):"]
    let process = try Process.run(URL(filePath: "/usr/bin/prlimit"), arguments: arguments)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }
}
