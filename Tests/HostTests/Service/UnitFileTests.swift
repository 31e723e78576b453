// SPDX-License-Identifier: Apache-2.0
// The units of a rig, as systemd reads them.

import ControlProtocol
import Foundation
import Testing

@Suite("A unit for systemd")
struct UnitFileTests {
  private static let units = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../units").standardized
  private static let tool = "/usr/bin/systemd-analyze"
  private static var isHere: Bool { FileManager.default.isExecutableFile(atPath: tool) }

  /// Runs `systemd-analyze` on a unit as it is installed, with a program that is there; returns its
  /// status and its output.
  private func analyze(_ scope: String, _ arguments: [String], _ name: String) throws -> (
    Int32, String
  ) {
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = try String(
      contentsOf: Self.units.appending(path: "\(scope)/tarmac@.service"),
      encoding: .utf8
    ).replacing("@PREFIX@/bin/tarmac", with: RunningTarmac.program.path)
    try text.write(to: folder.appending(path: "tarmac@.service"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: Self.tool)
    process.arguments = arguments + ["./\(name)"]
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
    let output = folder.appending(path: "said")
    try Data().write(to: output)
    process.standardOutput = try FileHandle(forUpdating: output)
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try String(contentsOf: output, encoding: .utf8))
  }

  @Test(
    "is one that systemd has nothing to say against",
    .enabled(if: isHere, "systemd-analyze is not installed"),
    arguments: ["user", "system"]
  )
  func verified(_ scope: String) throws {
    let (status, said) = try analyze(
      scope,
      ["verify", "--man=no", "--\(scope)"],
      "tarmac@hall.service"
    )
    #expect(status == 0)
    #expect(said == "")
  }

  @Test(
    "for jackd and for the network is one, too, where the page of services shows it",
    .enabled(if: isHere, "systemd-analyze is not installed")
  )
  func shown() throws {
    let page = try String(
      contentsOf: Self.units.appending(path: "../docs/running.md"),
      encoding: .utf8
    )
    let blocks = page.matches(of: #/```ini\n((?s:.*?))```/#).map { String($0.1) }
    let jackd = try #require(blocks.first { $0.contains("ExecStart=/usr/bin/jackd -R -d alsa") })
    let master = try #require(blocks.first { $0.contains("jack_load netmanager") })
    let slave = try #require(blocks.first { $0.contains("jackd -R -d net") })
    let folder = URL(filePath: "/tmp/tarmac-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = jackd.split(separator: "\n", omittingEmptySubsequences: false)
    let own = lines.firstIndex { $0.hasPrefix("ExecStart=") }
    var asSlave = lines.map(String.init)
    asSlave[try #require(own)] = slave
    let asMaster = jackd.replacing("LimitRTPRIO", with: "\(master)LimitRTPRIO")
    for unit in [jackd, asMaster, asSlave.joined(separator: "\n")] {
      let file = folder.appending(path: "jackd.service")
      try unit.write(to: file, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(filePath: Self.tool)
      process.arguments = ["verify", "--man=no", "--user", file.path]
      process.environment = ProcessInfo.processInfo.environment
        .merging(["XDG_RUNTIME_DIR": folder.path]) { $1 }
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      let words = String(decoding: said, as: UTF8.self)
      #expect(process.terminationStatus == 0 && words.isEmpty, "\(words)")
    }
  }

  @Test(
    "exposes no more than it has to: 2.0 of 10 for the machine's rigs, 6.5 for a user's, which can't give up more",
    .enabled(if: isHere, "systemd-analyze is not installed"),
    arguments: [("system", 2.0), ("user", 6.5)]
  )
  func exposure(_ scope: String, most: Double) throws {
    let arguments = ["security", "--offline=true", "--threshold=100", "--no-pager"]
    let (_, said) = try analyze(scope, arguments, "tarmac@.service")
    let score = try #require(said.firstMatch(of: #/Overall exposure level for .*: ([\d.]+)/#)).1
    #expect(try #require(Double(score)) <= most, "\(said)")
  }

  @Test(
    "runs the rig as a service that says when it sounds, reloads, and is started anew",
    arguments: ["user", "system"]
  )
  func contents(_ scope: String) throws {
    let text = try String(
      contentsOf: Self.units.appending(path: "\(scope)/tarmac@.service"),
      encoding: .utf8
    )
    for line in [
      "Type=notify", "Restart=on-failure", "WatchdogSec=10",
      "LimitRTPRIO=95", "LimitMEMLOCK=infinity", "NoNewPrivileges=yes",
      "RestartPreventExitStatus=64 65 76 77",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    // A box in a venue plays as much as it can.
    #expect(text.contains("/bin/tarmac run --name %i --start best "))
  }

  @Test(
    "fails a reload of a preset with mistakes, with the mistake, and leaves the rig as it was",
    arguments: ["user", "system"]
  )
  func reload(_ scope: String) async throws {
    let unit = try String(
      contentsOf: Self.units.appending(path: "\(scope)/tarmac@.service"),
      encoding: .utf8
    )
    let match = try #require(unit.firstMatch(of: /\nExecReload=(.*)\n/))
    let line = String(match.1).replacing("%i", with: "rig")
      .replacing("@PREFIX@/bin/tarmac", with: RunningTarmac.program.path)
    let preset = """
      tarmac: 1
      routes: { main: { role: speaker, channels: 1 } }
      sessions: { deck: { category: playback } }

      """
    try await RunningTarmac.runByClock(preset) { tarmac in
      let file = tarmac.folder.appending(path: "rig.yaml")
      func reload(_ text: String) throws -> (Int32, String) {
        try text.write(to: file, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", line]
        process.environment = ProcessInfo.processInfo.environment
          .merging(["XDG_RUNTIME_DIR": tarmac.folder.path]) { $1 }
        let pipe = Pipe()
        process.standardError = pipe
        try process.run()
        let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: said, as: UTF8.self))
      }
      let (status, said) = try reload(preset.replacing("playback", with: "playbck"))
      #expect(status == 65, "\(said)")
      #expect(said.contains("rig.yaml:3:31: "), "\(said)")
      #expect(try tarmac.session("deck").category == "playback")
      #expect(try reload(preset.replacing("playback", with: "ambient")).0 == 0)
      #expect(try tarmac.session("deck").category == "ambient")
    }
  }
}
