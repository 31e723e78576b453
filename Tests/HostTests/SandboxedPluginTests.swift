// SPDX-License-Identifier: Apache-2.0
// Every installed plugin runs in a sandbox, and lacks nothing there.

import ControlProtocol
import Foundation
import Glibc
import JACKTestBench
import LV2Hosting
import Quantities
import Testing

@Suite("Installed plugins in sandboxes", .serialized)
struct SandboxedPluginTests {
  /// How often each plugin runs at least: long enough that refusals in its first blocks are
  /// reported.
  private static let enoughRuns = 20

  /// Where blop's oscillators look for tables that others have made; without them they make their
  /// own.
  private static let tables = "open /dev/shm/blo-"

  @Test("each is made and runs, none is lost, and none is refused anything")
  func all() async throws {
    let uris = try await Self.runnablePlugins()
    #expect(uris.count >= 200, "the test set is not installed")
    // A few processes with many plugins each, one after the other, so that the machine can keep up.
    let shares = stride(from: 0, to: uris.count, by: 32).map { start in
      Share(name: "s\(start)", uris: Array(uris[start..<min(start + 32, uris.count)]))
    }
    let settings = PrivateServer.Settings(periodFrames: 1024)
    try await RunningTarmac.run(Self.preset(shares), settings: settings) { tarmac, _ in
      for share in shares { try Self.run(share, in: tarmac) }
      for share in shares { try Self.check(share, in: tarmac) }
      let refused = try tarmac.lines("has refused this").filter { !$0.contains(Self.tables) }
      #expect(refused.isEmpty, "\(refused)")
    }
  }

  /// Plugins that share a process.
  private struct Share {
    var name: String
    var uris: [String]
  }

  /// Runs a session until each of its plugins has been called.
  private static func run(_ share: Share, in tarmac: RunningTarmac) throws {
    _ = try tarmac.ask(ActivateRequest(session: share.name))
    try tarmac.wait("all plugins of \(share.name) to run") {
      let session = try tarmac.session(share.name)
      let losses = session.isolation?.losses ?? 0
      return losses > 0 || session.plugins.allSatisfy { $0.runs > enoughRuns }
    }
    _ = try tarmac.ask(DeactivateRequest(session: share.name))
  }

  /// Expects that nothing is wrong with a session whose plugins have run.
  private static func check(_ share: Share, in tarmac: RunningTarmac) throws {
    let session = try tarmac.session(share.name)
    let isolation = try #require(session.isolation)
    #expect(isolation.losses == 0, "\(isolation.lastLoss ?? "")")
    #expect(session.plugins.map(\.uri) == share.uris)
    let sandbox = try #require(isolation.sandbox)
    #expect(sandbox.landlock > 0 && sandbox.refusesCalls)
    let isWell = sandbox.refusals == 0 || sandbox.lastRefusal?.contains(Self.tables) == true
    #expect(isWell, "\(sandbox)")
  }

  private static func preset(_ shares: [Share]) -> String {
    let sessions = shares.map { share in
      let nodes = share.uris.enumerated().map { "        p\($0): { plugin: \"\($1)\" }" }
      return """
          \(share.name):
            category: playback
            options: [ mixWithOthers ]
            isolation: sandbox
            source: { jack: [ "nobody:out" ] }
            graph:
              nodes:
        \(nodes.joined(separator: "\n"))
              connections: [ source -> out ]
            sends: [ { to: main } ]
        """
    }
    return """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "nobody:in" ] } }
      sessions:
      \(sessions.joined(separator: "\n"))
      """
  }

  /// The installed plugins, without those that the host reports it can't make.
  ///
  /// They are made in a process of its own, which one of them may crash.
  private static func runnablePlugins() async throws -> [String] {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "tarmac-plugins-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    await #expect(processExitsWith: .success) { [file = file as String] in
      let world = LV2World(indexFolder: nil)
      world.load()
      let made = world.uris.filter { uri in
        do throws(HostingError) {
          _ = try world.instantiate(
            uri,
            sampleRate: SampleRate(hertz: 48_000),
            maximumBlock: FrameCount(1024)
          )
          return true
        } catch {
          print("left out: \(error)")
          return false
        }
      }
      try made.joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
      // Not by exit(): plugins leave threads behind, which would meet the libraries' destructors.
      _exit(EXIT_SUCCESS)
    }
    return try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
