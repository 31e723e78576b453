// SPDX-License-Identifier: Apache-2.0
// What a sandboxed plugin can't do, how that is reported, and what it still can.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A sandboxed session", .serialized)
struct SandboxedSessionTests {
  private static let allowed = ["temporary", "read", "thread"]
  private static let tries =
    ["write", "socket", "fork", "execute", "trace", "mode"] + allowed + ["stray"]

  @Test("writes no file of the user's, opens no socket, starts and traces nothing; that is told")
  func refuses() async throws {
    try await Self.run { tarmac in
      func value(_ name: String) throws -> String { try tarmac.get("glass.probe.\(name)") }
      try tarmac.wait("the plugin") { try tarmac.session("glass").plugins[0].runs > 10 }
      try tarmac.wait("its results") { try value("socket") == "\(EPERM)" }
      for name in Self.tries {
        let result = try value(name)
        #expect((result == "0") == Self.allowed.contains(name), "\(name): \(result)")
      }
      let home = tarmac.folder.appending(path: "home")
      let told = ["open \(home.path)/song.txt", "socket", "fork", "execve", "ptrace", "chmod"]
      for what in told {
        let words =
          "The sandbox of session 'glass' has refused this to plugin 'probe' in instantiate(): \(what)."
        try tarmac.wait("\(what) to be told") { try tarmac.log(words) }
      }
      // A thread that the plugin has started belongs to no call.
      let stray = "The sandbox of session 'glass' has refused this to its plugins: bind."
      try tarmac.wait("the stray's call to be told") { try tarmac.log(stray) }
      let status = try #require(try tarmac.session("glass").isolation?.sandbox)
      #expect(status.refusals >= told.count + 1 && status.refusesCalls && status.landlock > 0)
      let song = try String(contentsOf: home.appending(path: "song.txt"), encoding: .utf8)
      #expect(song == "la la")
    }
  }

  @Test("has no thread outside of its sandbox, no terminal, and one socket, which leads to the rig")
  func walls() async throws {
    try await Self.run { tarmac in
      try tarmac.wait("the plugin") { try tarmac.session("glass").plugins[0].runs > 10 }
      let process = try #require(try tarmac.session("glass").isolation?.process)
      let files = FileManager.default
      let folder = "/proc/\(process)"
      for thread in try files.contentsOfDirectory(atPath: folder + "/task") {
        let status = try String(contentsOfFile: "\(folder)/task/\(thread)/status", encoding: .utf8)
        let lines = status.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
        let values = Dictionary(lines.map { ($0[0], $0.last) }) { first, _ in first }
        #expect(values["Seccomp:"] == "2" && values["NoNewPrivs:"] == "1", "\(status)")
        let rights = values["CapEff:"].flatMap { UInt64($0 ?? "", radix: 16) }
        // Thread priorities, and memory that is not swapped out.
        #expect(rights.map { $0 & ~(1 << 23 | 1 << 14) } == 0, "\(status)")
      }
      let stat = try String(contentsOfFile: folder + "/stat", encoding: .utf8)
      let fields = stat.suffix(from: try #require(stat.lastIndex(of: ")"))).split(separator: " ")
      #expect(fields[3] == "\(process)" && fields[4] == "\(process)" && fields[5] == "0", "\(stat)")
      let open = try files.contentsOfDirectory(atPath: folder + "/fd").compactMap {
        try? files.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)")
      }
      #expect(open.count { $0.hasPrefix("socket:") } == 1, "\(open)")
      #expect(!open.contains { $0.hasPrefix("/dev/") && $0 != "/dev/null" }, "\(open)")
    }
  }

  @Test("saves its state where its user wants it, and gets it back")
  func remembers() async throws {
    try await Self.run { tarmac in
      try tarmac.wait("the plugin") { try tarmac.session("glass").plugins[0].runs > 10 }
      try tarmac.set("glass.memory.new", "7")
      try tarmac.wait("glass.memory.value", toBe: "7")
      let folder = tarmac.folder.appending(path: "home/seven").path
      _ = try tarmac.ask(PluginSaveRequest(plugin: "glass.memory", folder: folder))
      #expect(FileManager.default.fileExists(atPath: folder + "/notes/note.txt"))
      try tarmac.set("glass.memory.new", "9")
      try tarmac.wait("glass.memory.value", toBe: "9")
      _ = try tarmac.ask(PluginRestoreRequest(plugin: "glass.memory", folder: folder))
      try tarmac.wait("glass.memory.value", toBe: "7")
      // Overwrites what is there.
      _ = try tarmac.ask(PluginSaveRequest(plugin: "glass.memory", folder: folder))
      let process = try #require(try tarmac.session("glass").isolation?.process)
      kill(pid_t(process), SIGKILL)
      try tarmac.wait("another process") {
        let isolation = try tarmac.session("glass").isolation
        return isolation?.losses == 1 && isolation?.state == "running"
      }
      try tarmac.wait("glass.memory.value", toBe: "7")
    }
  }

  private static let preset = """
    tarmac: 1
    routes: { main: { role: lineOut, ports: [ "ears:in_1" ] } }
    sessions:
      glass:
        category: playback
        active: true
        isolation: sandbox
        source: { jack: [ "source:out_1" ] }
        graph:
          nodes:
            probe: { plugin: "urn:tarmac:fixture:probe" }
            memory: { plugin: "urn:tarmac:fixture:state" }
          connections: [ source -> out ]
        sends: [ { to: main } ]
    """

  private static func run(_ body: (RunningTarmac) async throws -> Void) async throws {
    let shell = try HostileRig.shell.replacing(
      "exec ",
      with: "export HOME=\"$XDG_RUNTIME_DIR/home\"; exec "
    )
    try await RunningTarmac.runByClock(preset, shell: shell, files: files) { tarmac in
      try await body(tarmac)
    }
  }

  /// A home with a song, and the probe's bundle.
  private static func files(in folder: URL) throws {
    let home = folder.appending(path: "home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let song = home.appending(path: "song.txt")
    try "la la".write(to: song, atomically: true, encoding: .utf8)
    try writeProbe(in: folder)
  }

  /// Puts the probe's bundle into a folder.
  static func writeProbe(in folder: URL) throws {
    let ports = tries.enumerated().map { index, name in
      """
      [ a lv2:OutputPort, lv2:ControlPort ; lv2:index \(index) ; lv2:symbol "\(name)" ;
        lv2:name "\(name)" ; lv2:default 0.0 ; lv2:minimum 0.0 ; lv2:maximum 1000.0 ]
      """
    }
    let probe = """
      <urn:tarmac:fixture:probe> a lv2:Plugin ; doap:name "Probe" ;
        doap:license <http://www.apache.org/licenses/LICENSE-2.0> ;
        lv2:requiredFeature urid:map ; lv2:port \(ports.joined(separator: ", ")) .
      """
    try HostileRig.writeBundle(of: ["urn:tarmac:fixture:probe": probe], in: folder)
  }
}
