// SPDX-License-Identifier: Apache-2.0
// A plugin that speaks with the JACK server: its sandbox keeps it away from the server, and a
// process of its own does not.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A plugin that turns to the JACK server", .serialized)
struct SandboxedServerTests {
  private static let tries = ["connected", "client", "memory", "reached"]

  @Test("reaches none of it from its sandbox, by whatever way, and nothing there changes")
  func sandbox() async throws {
    try await Self.run("sandbox") { stage in
      let before = try stage.server()
      try stage.order(1, with: stage.targets(isShared: true))
      for name in Self.tries { #expect(try stage.result(name) != 0, "\(name)") }
      // Parts that are shared with other servers of this user are spared.
      try stage.order(2, with: stage.targets(isShared: false))
      for name in Self.tries { #expect(try stage.result(name) != 0, "\(name)") }
      #expect(try stage.server() == before)
      #expect(try stage.isHeard())
      let told = "The sandbox of session 'glass' has refused this to its plugins:"
      for what in ["socket", "open /dev/shm/jack", "kill", "process_vm_readv"] {
        try stage.tarmac.wait("\(what) to be told") { try stage.tarmac.log("\(told) \(what)") }
      }
      let late = try Listener("late", on: stage.jack, inputs: 1)
      #expect(late.ports(matching: "^burglar").isEmpty)
      late.close()
    }
  }

  @Test("may be its client from a process without a sandbox, and goes with that")
  func process() async throws {
    try await Self.run("process") { stage in
      let before = try stage.server()
      try stage.order(1, with: stage.targets(isShared: true))
      for name in Self.tries { #expect(try stage.result(name) == 0, "\(name)") }
      #expect(stage.ears.ports(matching: "^burglar:out$").count == 1)
      #expect(try stage.isHeard())
      try stage.tarmac.set("glass.jack.order", "0")
      kill(pid_t(try #require(stage.tarmac.session("glass").isolation?.process)), SIGKILL)
      try stage.tarmac.wait("its client to go") { stage.ears.ports(matching: "^burglar").isEmpty }
      try stage.tarmac.wait("another process") {
        try stage.tarmac.session("glass").isolation?.state == "running"
      }
      #expect(try stage.isHeard())
      #expect(try stage.server().process == before.process)
    }
  }

  /// The parts of a server.
  private struct Server: Equatable {
    var process: Int32
    /// How many files it has open: a connection is one.
    var files: Int
    var registry: Data
    /// Its own sockets, semaphores and memory, by name and size.
    var parts: [String: Int]
    var ports: [String]
  }

  private struct Stage {
    let tarmac: RunningTarmac
    let jack: PrivateServer
    let ears: Listener

    private static let folder = "/dev/shm"
    private static let registry = "\(folder)/jack-shm-registry"

    /// The paths of this server alone.
    private func parts() throws -> [String] {
      let named = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        .filter { $0.contains("jack") && $0.contains(jack.name) }.map { "\(Self.folder)/\($0)" }
      let maps = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(jack.pid)/maps"))
      let lines = String(decoding: try maps.readToEnd() ?? Data(), as: UTF8.self)
      let paths = lines.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      let mapped = paths.map(String.init).filter { path in
        path.hasPrefix("\(Self.folder)/jack-") && path != Self.registry
      }
      return Set(named + mapped).sorted()
    }

    /// The parts for the plugin to look for; `isShared` adds those that all servers of a user have
    /// in common.
    func targets(isShared: Bool) throws -> [String] {
      let parts = try parts()
      #expect(parts.contains { $0.contains(jack.name) } && parts.contains { $0.contains("jack-") })
      return parts + (isShared ? [Self.registry] : [])
    }

    func server() throws -> Server {
      let files = FileManager.default
      let parts = try parts().map { path in
        (path, try files.attributesOfItem(atPath: path)[.size] as? Int ?? -1)
      }
      return Server(
        process: jack.pid,
        files: try files.contentsOfDirectory(atPath: "/proc/\(jack.pid)/fd").count,
        registry: try Data(contentsOf: URL(filePath: Self.registry)),
        parts: Dictionary(uniqueKeysWithValues: parts),
        ports: ears.ports(matching: "").sorted()
      )
    }

    /// Makes the plugin try everything, and waits until it has.
    func order(_ number: Int, with targets: [String]) throws {
      let lines = (["\(jack.name) \(jack.pid)"] + targets).joined(separator: "\n")
      let file = tarmac.folder.appending(path: "lv2/hostile.lv2/targets")
      try lines.write(to: file, atomically: true, encoding: .utf8)
      try tarmac.set("glass.jack.order", "\(number)")
      try tarmac.wait("the plugin to try") { try result("done") == number }
    }

    func result(_ name: String) throws -> Int? {
      Double(try tarmac.get("glass.jack.\(name)")).map(Int.init)
    }

    /// Whether the other session sounds.
    func isHeard() throws -> Bool { try ears.capture(frames: 4_800)[0].allSatisfy { $0 == 0.5 } }
  }

  private static func run(_ isolation: String, _ body: (Stage) throws -> Void) async throws {
    let preset = """
      tarmac: 1
      routes: { one: { role: lineOut, ports: [ "ears:in_1" ] } }
      sessions:
        plain:
          category: playback
          options: [ mixWithOthers ]
          active: true
          source: { jack: [ "source:out_1" ] }
          sends: [ { to: one } ]
        glass:
          category: playback
          options: [ mixWithOthers ]
          active: true
          isolation: \(isolation)
          source: { jack: [ "nobody:out" ] }
          graph:
            nodes: { jack: { plugin: "urn:tarmac:fixture:jack" } }
            connections: [ source -> out ]
          sends: [ { to: one } ]
      """
    let shell = try HostileRig.shell
    try await RunningTarmac.run(preset, shell: shell, files: files) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 1)
      defer {
        source.close()
        ears.close()
      }
      source.play([[Float](repeating: 0.5, count: 48_000 * 300)])
      let stage = Stage(tarmac: tarmac, jack: server, ears: ears)
      try tarmac.wait("the sound") { try stage.isHeard() }
      try tarmac.wait("the plugin") { try tarmac.session("glass").plugins[0].runs > 10 }
      try body(stage)
    }
  }

  private static func files(in folder: URL) throws {
    let range = "lv2:default 0.0 ; lv2:minimum 0.0 ; lv2:maximum 1000.0"
    let names = ["order"] + tries + ["done"]
    let ports = names.enumerated().map { index, name in
      """
      [ a lv2:\(index == 0 ? "Input" : "Output")Port, lv2:ControlPort ; lv2:index \(index) ;
        lv2:symbol "\(name)" ; lv2:name "\(name)" ; \(range) ]
      """
    }
    let plugin = """
      <urn:tarmac:fixture:jack> a lv2:Plugin ; doap:name "Burglar" ;
        doap:license <http://www.apache.org/licenses/LICENSE-2.0> ;
        lv2:requiredFeature urid:map ; lv2:port \(ports.joined(separator: ", ")) .
      """
    try HostileRig.writeBundle(of: ["urn:tarmac:fixture:jack": plugin], in: folder)
  }
}
