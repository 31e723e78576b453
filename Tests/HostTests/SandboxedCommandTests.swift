// SPDX-License-Identifier: Apache-2.0
// Commands that run code of plugins do so in a sandbox, unless an option says not to.

import Foundation
import JACKTestBench
import Testing
import TestPlugins

@Suite("A command that runs plugins", .serialized)
struct SandboxedCommandTests {
  private static let uri = "urn:tarmac:fixture:probe"

  @Test(
    "keeps them from the user's files, and does its work all the same",
    arguments: [
      ["plugins", "check", "fixture:probe", "--json"],
      ["render", "rig.yaml", "--seconds", "1", "--out", "heard"],
      ["simulate", "story.yaml", "--render", "heard"],
    ]
  )
  func keeps(_ words: [String]) throws {
    let home = try Home()
    let (status, output) = try home.run(words)
    #expect(try home.song == "la la 644")
    if words[0] == "plugins" {
      let check = try JSONDecoder().decode(Checks.self, from: output).plugins[0]
      #expect(check.verdict == "good")
      for what in ["socket", "fork", "execve", "ptrace", "chmod", "bind", "open \(home.file)"] {
        #expect(check.refused?.contains(what) == true, "\(what) in \(check.refused ?? [])")
      }
    } else {
      #expect(status == 0)
      #expect(home.has("heard/main.wav"))
    }
  }

  @Test("says what is wrong with a preset as ever, and leaves no folder behind")
  func wrong() throws {
    let home = try Home()
    let (status, output) = try home.run(
      ["render", "wrong.yaml", "--seconds", "1", "--out", "heard"],
      errors: true
    )
    #expect(status == 65)
    #expect(String(decoding: output, as: UTF8.self).contains("wrong.yaml:"))
    #expect(!home.has("heard"))
  }

  private struct Checks: Decodable {
    var plugins: [Check]

    struct Check: Decodable {
      var verdict: String
      var refused: [String]?
    }
  }

  /// The home of a user who has a song, and plugins that would write to it.
  private final class Home {
    private let folder = FileManager.default.temporaryDirectory
      .appending(path: "tarmac-home-\(UUID().uuidString)")
    var file: String { folder.appending(path: "song.txt").path }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(
        at: folder.appending(path: "run"),
        withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700]
      )
      try write("la la", to: "song.txt")
      unsafe chmod(file, 0o644)
      try write(
        """
        tarmac: 1
        routes: { main: { role: lineOut, channels: 1 } }
        sessions:
          glass:
            category: playback
            active: on
            source: { jack: [ "system:capture_1" ] }
            graph: { nodes: { probe: { plugin: "\(SandboxedCommandTests.uri)" } }, connections: [ source -> out ] }
            sends: [ { to: main } ]
        """,
        to: "rig.yaml"
      )
      try write(
        """
        tarmac-scenario: 1
        title: A session sounds
        preset: rig.yaml
        events: [ { at: 0, activate: glass }, { at: 1, deactivate: glass } ]
        """,
        to: "story.yaml"
      )
      try write("tarmac: 1\nroutes: 7\n", to: "wrong.yaml")
      try SandboxedSessionTests.writeProbe(in: folder)
    }

    deinit {
      try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ text: String, to name: String) throws {
      try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    func has(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: folder.appending(path: name).path)
    }

    /// The song's words, and its mode.
    var song: String {
      get throws {
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        return try String(contentsOfFile: file, encoding: .utf8) + " "
          + String(mode ?? 0, radix: 8)
      }
    }

    /// Runs `tarmac` in its folder; returns what it writes to its output, or to its error.
    func run(_ words: [String], errors: Bool = false) throws -> (status: Int32, output: Data) {
      let process = Process()
      process.executableURL = RunningTarmac.program
      process.arguments = words
      process.currentDirectoryURL = folder
      process.environment = ProcessInfo.processInfo.environment.merging([
        "HOME": folder.path, "LV2_PATH": "\(folder.path)/lv2:\(TestPlugins.specifications)",
        "XDG_RUNTIME_DIR": folder.appending(path: "run").path, "XDG_CACHE_HOME": folder.path,
      ]) { $1 }
      let pipe = Pipe()
      if errors { process.standardError = pipe } else { process.standardOutput = pipe }
      try process.run()
      let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, said)
    }
  }
}
