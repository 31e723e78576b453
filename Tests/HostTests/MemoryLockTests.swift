// SPDX-License-Identifier: Apache-2.0
// Memory that holds sound is not swapped out.

import Foundation
import Glibc
import JACKTestBench
import Testing

@Suite("Locked memory", .serialized)
struct MemoryLockTests {
  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      apart:
        category: playback
        active: true
        isolation: process
        source: { jack: [ "nobody:out" ], channels: 1 }
        graph: [ { plugin: "\(amplifier)" } ]
        sends: [ { to: main } ]
    """

  /// Whether this user may lock as much as they like.
  private static let mayLock: Bool = {
    var limits = rlimit()
    let code = unsafe getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limits)
    if code == 0, limits.rlim_cur == .max { return true }
    let capabilities = try? processStatus("CapEff", of: getpid(), radix: 16)
    return (capabilities ?? 0) & 1 << 14 != 0
  }()

  @Test(
    "is the rig's, and that of the processes of isolated graphs",
    .enabled(if: mayLock, "this user may not lock memory: 'tarmac doctor' says what to do")
  )
  func locked() async throws {
    try await RunningTarmac.run(Self.preset) { tarmac, _ in
      let tasks = "/proc/\(tarmac.pid)/task"
      let children = try FileManager.default.contentsOfDirectory(atPath: tasks).map { task in
        (try? String(contentsOfFile: "\(tasks)/\(task)/children", encoding: .utf8)) ?? ""
      }.joined()
      let isolated = children.split(separator: " ").compactMap { pid_t($0) }.filter { child in
        let program = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/\(child)/exe"
        )
        return program?.hasSuffix("/tarmac") == true
      }
      #expect(isolated.count == 1)
      for process in [tarmac.pid] + isolated {
        let locked = try #require(try processStatus("VmLck", of: process))
        let resident = try #require(try processStatus("VmRSS", of: process))
        #expect(locked > resident, "kB locked of process \(process): \(locked) of \(resident)")
      }
    }
  }
}
