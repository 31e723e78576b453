// SPDX-License-Identifier: Apache-2.0
// A state that Tarmac saves of a plugin can be read by another host.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing
import TestPlugins

@Suite("jalv", .serialized)
struct JalvTests {
  private static let program = "/usr/bin/jalv"

  @Test(
    "starts with a state that was saved here, and lists it as a preset when it has a label",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: program),
      "jalv is not installed: apt-get install jalv"
    )
  )
  func reads() async throws {
    try await RunningTarmac.run(PluginRig.preset(), files: PluginRig.files) { tarmac, server in
      let folder = tarmac.folder.appending(path: "own/mine.preset.lv2").path
      try tarmac.set("keys.synth.osc_mix", "0.125")
      try tarmac.wait("keys.synth.osc_mix", toBe: "0.125")
      _ = try tarmac.ask(
        PluginSaveRequest(plugin: "keys.synth", folder: folder, label: "Told to jalv")
      )
      let said = try jalv(["-l", folder], on: server, beside: tarmac.folder)
      #expect(said.contains("osc_mix = 0.125000"), "\(said)")
      #expect(said.contains("(Told to jalv)"), "\(said)")
    }
  }

  /// The whole output of jalv; it lists controls by itself, and presets when it is asked.
  private func jalv(
    _ arguments: [String],
    on server: PrivateServer,
    beside folder: URL
  ) throws -> String {
    let (words, log) = (folder.appending(path: "words"), folder.appending(path: "jalv"))
    try "presets\npresets\nquit\n".write(to: words, atomically: true, encoding: .utf8)
    try Data().write(to: log)
    let process = Process()
    process.executableURL = URL(filePath: JalvTests.program)
    process.arguments = arguments + ["http://drobilla.net/plugins/mda/JX10"]
    let own = server.environment.merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
    process.environment = ProcessInfo.processInfo.environment.merging(own) { $1 }.merging([
      "LV2_PATH": "\(folder.path)/own:\(TestPlugins.path)"
    ]) { $1 }
    process.standardInput = try FileHandle(forReadingFrom: words)
    process.standardOutput = try FileHandle(forWritingTo: log)
    process.standardError = try FileHandle(forWritingTo: log)
    try process.run()
    process.waitUntilExit()
    return try String(contentsOf: log, encoding: .utf8)
  }
}
