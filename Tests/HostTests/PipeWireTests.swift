// SPDX-License-Identifier: Apache-2.0
// A rig on PipeWire, whose cycles become longer and shorter, and whose server is started again.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("A rig on PipeWire", .serialized, .enabled(if: PipeWireServer.isInstalled))
struct PipeWireTests {
  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  /// A session whose plugin is between the server's sound and the output.
  struct Guest: Hashable, CustomStringConvertible, Sendable {
    /// Whether its plugin's latency changes three times a second.
    var hasLatency: Bool
    var isolation: String

    var description: String { "\(hasLatency ? "latent" : "plain"), isolation: \(isolation)" }

    static let all = [false, true].flatMap { hasLatency in
      ["none", "process"].map { Guest(hasLatency: hasLatency, isolation: $0) }
    }

    /// The session as a preset has it.
    var session: String {
      let plugin = hasLatency ? "urn:tarmac:fixture:latent" : amplifier
      return """
          guest_\(isolation):
            category: playback
            options: [ mixWithOthers ]
            active: true
            isolation: \(isolation)
            source: { jack: [ "Main (null):monitor_FL" ], channels: 1 }
            graph: [ { plugin: "\(plugin)" } ]
            sends: [ { to: phones } ]
        """
    }
  }

  /// A tone at an output that plays into a monitor, and a session that hears that, beside others.
  private static func preset(_ guests: [Guest]) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "Main (null):playback_FL" ] }
      phones: { role: headphones, ports: [ "Phones (null):playback_FL" ] }
    sessions:
      tone:
        category: multiRoute
        options: [ mixWithOthers ]
        active: true
        source: { player: tone.wav, loop: on }
        sends: [ { to: main } ]
      ears:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "Main (null):monitor_FL" ], channels: 1 }
        sends: [ { to: phones, level_db: -inf } ]
    \(guests.map(\.session).joined(separator: "\n"))
    """
  }

  private static func run(
    _ guests: [Guest],
    _ body: (RunningTarmac, PipeWireServer) throws -> Void
  ) async throws {
    let folder = URL(filePath: "/tmp/tarmac-pw-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try folder.write([Float](repeating: 0.25, count: 48_000), as: "tone.wav")
    try await PipeWireServer.run(in: folder.path + "/pw") { server in
      let variables = server.environment.map { "export \($0.key)='\($0.value)'" }
        .joined(separator: "; ")
      let tarmac = try RunningTarmac(
        preset(guests),
        on: "pipewire",
        folder: folder,
        shell: FragileRig.shell().replacing("exec", with: "\(variables); exec pw-jack")
      )
      defer { tarmac.end(SIGKILL) }
      try body(tarmac, server)
      // Clients that are left over must not keep it from ending.
      tarmac.end(SIGTERM)
      #expect(tarmac.exitStatus == 0)
    }
  }

  /// Sets the tone, a quarter of full scale on both of its channels, to a level, and waits until
  /// the server returns that level.
  private static func hear(_ level_db: Double, _ tarmac: RunningTarmac) throws {
    try tarmac.set("tone.fader_db", "\(level_db)")
    try tarmac.wait("the tone at \(level_db) dB") {
      let heard = try tarmac.session("ears").levels.first?.rms_db ?? -200
      return abs(heard - level_db + 6.02) < 0.5
    }
  }

  @Test("sounds after each change of the quantum, and ends", arguments: Guest.all)
  func quantum(_ guest: Guest) async throws {
    try await Self.run([guest]) { tarmac, server in
      try Self.hear(0, tarmac)
      let lengths = [1024, 2048, 32, 256, 64, 1024, 8192, 128]
      for turn in 0..<Self.number("TARMAC_QUANTA", 6) {
        try server.setQuantum(lengths[turn % lengths.count])
        try Self.hear(turn % 2 == 0 ? -12 : 0, tarmac)
      }
      let session = try tarmac.session("guest_\(guest.isolation)")
      #expect(session.plugins[0].runs > 0 && session.isolation?.losses ?? 0 == 0)
    }
  }

  @Test("comes back when the server does")
  func restarts() async throws {
    try await Self.run(Guest.all.filter(\.hasLatency)) { tarmac, server in
      for turn in 0..<Self.number("TARMAC_RESTARTS", 2) {
        try Self.hear(turn % 2 == 0 ? -12 : 0, tarmac)
        try server.restart()
      }
      try Self.hear(-6, tarmac)
    }
  }
}
