// SPDX-License-Identifier: Apache-2.0
// Faults of the machine: its disk, its clock, its limits.

import ControlProtocol
import Foundation

extension Fault {
  static let machine = [
    Fault("disk-full", .untouched) { try write($0) { $0.setDiskError(ENOSPC) } },
    Fault("disk-read-only", .untouched) { try write($0) { $0.setDiskError(EROFS) } },
    Fault("disk-broken", .untouched) { try write($0) { $0.setDiskError(EIO) } },
    Fault("disk-slow", .untouched) { try write($0) { $0.setDiskDelay(milliseconds: 20) } },
    Fault("clock-jump", .untouched) { stage in
      let days = stage.random(-3_650...3_650)
      try write(stage) { $0.setClock(offBySeconds: days * 86_400) }
    },
    Fault("few-descriptors", .untouched) { try limitDescriptors($0) },
    Fault("little-memory", .untouched) { try limitMemory($0) },
  ]

  /// Lets the rig write everything while the machine has a fault.
  private static func write(_ stage: Stage, _ fall: (MachineFaults) -> Void) throws {
    fall(stage.machine)
    defer { stage.machine.heal() }
    for _ in 0..<3 { try Gesture.write(stage) }
    stage.pass(seconds: stage.random(seconds: 0.1...1))
    for _ in 0..<3 { try Gesture.write(stage) }
  }

  /// Takes from the rig the descriptors beyond those that it has open.
  private static func limitDescriptors(_ stage: Stage) throws {
    // Lowering the hard limit would be permanent. The rig raises the soft one as soon as it looks.
    try prlimit(stage, "--nofile=\(stage.rig.holdings.descriptors):")
    defer { try? prlimit(stage, "--nofile=4096:") }
    for _ in 0..<5 {
      // It may have no room for a connection; then there is no answer.
      _ = try? stage.ask(ReloadRequest(), seconds: 2)
      _ = try? stage.ask(StateSaveRequest(), seconds: 2)
    }
    guard stage.rig.isRunning else { throw Complaint("the rig has ended: \(stage.rig.lastWords)") }
  }

  /// Leaves the rig some address space beyond what it has: for threads and answers, not always for
  /// a reload.
  ///
  /// With none at all Swift would end the program, as it does any.
  private static func limitMemory(_ stage: Stage) throws {
    let bytes = stage.rig.holdings.addressKilobytes * 1_024 + stage.random(40...100) << 20
    try prlimit(stage, "--as=\(bytes):")
    defer { try? prlimit(stage, "--as=unlimited:") }
    for preset in ["small.yaml", StageRig.file, "small.yaml", StageRig.file] {
      // The rig refuses what it has no memory for.
      let path = stage.folder.appending(path: preset).path
      _ = try? stage.ask(ReloadRequest(preset: path), seconds: 10)
      for _ in 0..<3 { try Gesture.write(stage) }
    }
    guard stage.rig.isRunning else { throw Complaint("the rig has ended: \(stage.rig.lastWords)") }
  }

  private static func prlimit(_ stage: Stage, _ limit: String) throws {
    let process = try Process.run(
      URL(filePath: "/usr/bin/prlimit"),
      arguments: ["--pid", "\(stage.rig.pid)", limit]
    )
    process.waitUntilExit()
  }
}
