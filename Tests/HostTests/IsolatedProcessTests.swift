// SPDX-License-Identifier: Apache-2.0
// What an isolated session's process has of its environment: no sound server, and no way to harm
// the rig.

import ControlProtocol
import Foundation
import JACKTestBench
import SeededNumbers
import Testing

@Suite("The process of an isolated session", .serialized)
struct IsolatedProcessTests {
  private static func preset(_ isolation: String) -> String {
    FragileRig.preset.replacing("isolation: process", with: "isolation: \(isolation)")
  }

  @Test("is no JACK client, and holds nothing of the server's", arguments: ["process", "sandbox"])
  func reaches(isolation: String) async throws {
    let preset = Self.preset(isolation)
    try await RunningTarmac.run(preset, shell: FragileRig.shell()) { tarmac, server in
      let ears = try Listener("ears", on: server, inputs: 3)
      defer { ears.close() }
      try tarmac.wait("the graph to run") { try tarmac.session("glass").plugins[0].runs > 10 }
      let process = try #require(try tarmac.session("glass").isolation?.process)
      #expect(ears.ports(matching: "glass_(send|return)|^rig-").isEmpty)
      let folder = "/proc/\(process)/fd"
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
      }
      // The socket to the rig.
      #expect(files.filter { $0.hasPrefix("socket:") }.count == 1, "\(files)")
      #expect(files.allSatisfy { !$0.contains("/dev/shm") && !$0.contains("jack") }, "\(files)")
      let file = try FileHandle(forReadingFrom: URL(filePath: "/proc/\(process)/maps"))
      let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      let shared = maps.split(separator: "\n").filter {
        $0.contains(" rw-s ") || $0.contains("/dev/shm")
      }
      #expect(shared.count == 2 && shared.allSatisfy { $0.contains("memfd:tarmac-") }, "\(shared)")
    }
  }

  @Test("goes on when the server dies, with what its plugins have come to")
  func survives() async throws {
    try await RunningTarmac.run(FragileRig.preset, shell: FragileRig.shell()) { tarmac, server in
      try tarmac.wait("the graph to run") { try tarmac.session("glass").plugins[0].runs > 10 }
      let before = try #require(try tarmac.session("glass").isolation)
      server.kill()
      try tarmac.wait("the loss to be noticed") {
        try !tarmac.ask(StatusRequest()).server.isConnected
      }
      // While nothing is rendered, plugins still take values.
      _ = try tarmac.ask(SetRequest(path: "glass.memory.new", value: "7"))
      try server.restart(PrivateServer.Settings())
      try tarmac.wait("the return") { try tarmac.ask(StatusRequest()).server.isConnected }
      let runs = try tarmac.session("glass").plugins[0].runs
      try tarmac.wait("the graph to run") { try tarmac.session("glass").plugins[0].runs > runs }
      try tarmac.wait("the value") {
        try tarmac.ask(GetRequest(path: "glass.memory.value")).map(\.value) == ["7"]
      }
      let after = try #require(try tarmac.session("glass").isolation)
      #expect(after.process == before.process && after.losses == 0 && after.state == "running")
    }
  }

  @Test(
    "can write what it likes where it hands its blocks over, again and again: no other session hears of it"
  )
  func scribbles() async throws {
    let guest = HostilePlugin(call: "run", way: "scribble")
    let midi = "isolation: process\n    midi: { input: on, output: on }"
    let preset = HostilePlugin.preset([guest]).replacing("isolation: process", with: midi)
    let files: (URL) throws -> Void = { try HostileRig.write([guest], in: $0) }
    try await RunningTarmac.run(preset, shell: HostileRig.shell, files: files) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 1)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer {
        source.close()
        ears.close()
      }
      try tarmac.wait("all connections") {
        ears.connections(of: ears.input(1)).count == 1
          && ears.connections(of: source.output(1)).count == 1
      }
      try tarmac.wait("the plugin") { try tarmac.session(guest.name).plugins[0].runs > 10 }
      var numbers = SeededNumbers(seed: 24)
      let input = numbers.samples(48_000 * 4)
      let heard = try source.play([input], heardBy: ears, tail: 0) {
        try source.wait(frames: 24_000)
        try tarmac.set("\(guest.name).bad.armed", "1")
        try source.wait(frames: 48_000)
      }
      let first = heard[0].indices.first { heard[0][$0] != input[$0] }
      #expect(first == nil, "the other session differs at frame \(first ?? 0)")
      #expect(heard[1].allSatisfy { $0.isFinite })
      // It was heard, which shows that the rig has read what the plugin wrote.
      #expect(heard[1].contains { $0 != 0 })
      #expect(try tarmac.ask(StatusRequest()).server.isConnected)
    }
  }
}
