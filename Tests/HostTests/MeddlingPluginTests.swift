// SPDX-License-Identifier: Apache-2.0
// Plugins that change settings of the whole process: its signals, its folder, its files.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig whose plugin changes the process", .serialized)
struct MeddlingPluginTests {
  private static func preset(_ plugin: String) -> String {
    """
    tarmac: 1
    routes: { main: { role: lineOut, channels: 1 } }
    sessions:
      guest:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "nobody:none" ], channels: 1 }
        graph: [ { plugin: "urn:tarmac:fixture:\(plugin)" } ]
        sends: [ { to: main } ]
      glass:
        category: playback
        options: [ mixWithOthers ]
        active: true
        isolation: process
        source: { jack: [ "nobody:none" ], channels: 1 }
        graph: [ { plugin: "\(amplifier)" } ]
        sends: [ { to: main } ]
    """
  }

  /// Runs the rig with a relative path, from its folder.
  private static func run(
    _ plugin: String,
    _ body: (RunningTarmac) async throws -> Void
  ) async throws {
    let shell = try FragileRig.shell().replacing(
      #"exec "$@""#,
      with: #"cd "$XDG_RUNTIME_DIR"; umask 027; exec "$1" "$2" rig.yaml "${@:4}""#
    )
    try await RunningTarmac.runByClock(preset(plugin), shell: shell) { tarmac in
      try await body(tarmac)
    }
  }

  @Test(
    "takes signals all the same, and says whose library wanted them",
    arguments: [SIGTERM, SIGINT]
  )
  func signals(_ number: Int32) async throws {
    try await Self.run("takes-signals") { tarmac in
      let words = "fixtures.so has changed what the rig does about "
      try tarmac.wait("the report") { try tarmac.log(words) }
      let lines = try tarmac.lines(words)
      #expect(lines.count == 1 && lines[0].hasSuffix("; that is put back."), "\(lines)")
      for signal in ["SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD", "SIGPIPE"] {
        #expect(lines.contains { $0.contains(signal) }, "\(signal)")
      }
      kill(tarmac.pid, SIGHUP)
      try tarmac.wait("the reload") { try tarmac.log("Reloaded ") }
      // The plugin's alarm signal has ended no process; the end of a killed child is noticed.
      let child = try tarmac.session("glass").isolation?.process
      kill(pid_t(try #require(child)), SIGKILL)
      try tarmac.wait("another process") {
        let isolation = try tarmac.session("glass").isolation
        return isolation?.state == "running" && isolation?.process != child
      }
      tarmac.end(number)
      #expect(tarmac.exitStatus == 0)
    }
  }

  @Test("keeps its paths, the rights of its files, its server and its log")
  func process() async throws {
    try await Self.run("takes-process") { tarmac in
      try tarmac.wait("the report") { try tarmac.log("(umask); that is put back.") }
      try tarmac.waitForLog("has closed a standard file of the rig; it is open again.")
      _ = try tarmac.ask(ReloadRequest(preset: nil))
      try tarmac.wait("the reload") {
        try tarmac.log("Reloaded \(tarmac.folder.path)/rig.yaml")
      }
      _ = try tarmac.ask(RecordStartRequest(subject: "guest", file: "take.wav"))
      _ = try tarmac.ask(RecordStopRequest(subject: "guest"))
      _ = try tarmac.ask(StateSaveRequest(folder: "states"))
      func mode(_ file: String) throws -> Int {
        let path = tarmac.folder.appending(path: file).path
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
      }
      #expect(try mode("take.wav") == 0o640)
      #expect(try mode("states") == 0o750)
      // A child starts in the folder in which the rig was started.
      let child = try #require(try tarmac.session("glass").isolation?.process)
      let folder = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(child)/cwd")
      #expect(folder == tarmac.folder.path)
      tarmac.end(SIGTERM)
      #expect(tarmac.exitStatus == 0)
    }
  }
}
