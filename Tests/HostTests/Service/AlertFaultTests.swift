// SPDX-License-Identifier: Apache-2.0
// Alerts about problems below a rig: its server loses cycles, its disk runs full.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig with alerts of its machine", .serialized)
struct AlertFaultTests {
  /// A disk of 8 MB at `takes`, which only the program has and which goes with it.
  private static let disk =
    "mount -t tmpfs -o size=8m tmpfs \"$XDG_RUNTIME_DIR/takes\" && exec \"$@\""

  /// A name space in which the program may mount.
  private static let ownMounts =
    getuid() == 0 ? ["unshare", "--mount"] : ["unshare", "--user", "--map-root-user", "--mount"]

  private static let shell =
    "exec \(ownMounts.joined(separator: " ")) bash -c '\(disk)' bash \"$@\""

  /// Whether this machine lets its users mount disks of their own.
  private static let mayMount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ownMounts + ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", "/mnt"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(
    "tells once that the disk of its recordings is nearly full, and once that there is room again",
    .enabled(if: mayMount, "this user may not mount, not even in a name space of their own")
  )
  func disk() async throws {
    let preset = """
      tarmac: 1
      routes: { hall: { role: lineOut, channels: 1 } }
      rig: { recordings_folder: takes }
      alerts: { disk_below_mb: 4, xruns: off }
      """
    try await RunningTarmac.runByClock(preset, shell: Self.shell) { folder in
      let takes = folder.appending(path: "takes")
      try FileManager.default.createDirectory(at: takes, withIntermediateDirectories: false)
    } _: { tarmac in
      let diary = try EventDiary(of: tarmac)
      defer { diary.close() }
      // The disk as the program sees it.
      let takes = "\(tarmac.folder.path)/takes"
      let filling = "/proc/\(tarmac.pid)/root\(takes)/filling"
      #expect(try tarmac.get("rig.alerts.disk") == "")
      try Data(count: 5_000_000).write(to: URL(filePath: filling))
      try tarmac.wait("the alert") { try tarmac.get("rig.alerts.disk").hasPrefix(takes) }
      try tarmac.wait("the line") {
        try tarmac.log("Alert: The disk of \(takes)") && tarmac.log("3 MB are left for recordings.")
      }
      try FileManager.default.removeItem(atPath: filling)
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.disk") == "" }
      try tarmac.wait("both events") { diary.alerts(.disk).count == 2 }
      #expect(diary.alerts(.disk).map { $0.prefix(7) } == ["raised ", "cleared"])
    }
  }

  @Test("tells once that its server loses too many cycles, and once that it is well")
  func xruns() async throws {
    let preset = """
      tarmac: 1
      routes: { hall: { role: lineOut, channels: 1 } }
      alerts: { xruns: { count: 3, within_seconds: 1 }, disk_below_mb: off }
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let diary = try EventDiary(of: tarmac)
      defer { diary.close() }
      try tarmac.wait("the alert") {
        // A server that stands still for some cycles has lost them.
        kill(server.pid, SIGSTOP)
        usleep(40_000)
        kill(server.pid, SIGCONT)
        usleep(20_000)
        return try tarmac.get("rig.alerts.xruns") == "jack"
      }
      try tarmac.wait("the line") {
        try !tarmac.lines("Alert: JACK has lost").filter { $0.contains("cycles within 1 s.") }
          .isEmpty
      }
      try tarmac.wait("the end") { try tarmac.get("rig.alerts.xruns") == "" }
      try tarmac.wait("both events") { diary.alerts(.xruns).count >= 2 }
      #expect(diary.alerts(.xruns).prefix(2) == ["raised jack", "cleared jack"])
    }
  }
}
