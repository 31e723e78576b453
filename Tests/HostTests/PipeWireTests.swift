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

  /// A tone at an output that plays into a monitor, and a session that hears that; beside them plugins whose latency changes in
  /// each cycle, in the rig and in a process of their own.
  private static func preset(hasLatency: Bool) -> String {
    func latent(_ name: String, _ isolation: String) -> String {
      """
        \(name):
          category: playback
          options: [ mixWithOthers ]
          active: true
          isolation: \(isolation)
          source: { jack: [ "Main (null):monitor_FL" ], channels: 1 }
          graph: [ { plugin: "urn:tarmac:fixture:latent" } ]
          sends: [ { to: phones } ]
      """
    }
    return """
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
      \(hasLatency ? latent("near", "none") + "\n" + latent("far", "process") : "")
      """
  }

  private static func run(
    hasLatency: Bool,
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
        preset(hasLatency: hasLatency),
        on: "pipewire",
        folder: folder,
        shell: FragileRig.shell().replacing("exec", with: "\(variables); exec pw-jack")
      )
      defer { tarmac.end(SIGKILL) }
      try body(tarmac, server)
      // What is left of it must not keep it from ending.
      tarmac.end(SIGTERM)
      #expect(tarmac.exitStatus == 0)
    }
  }

  /// Turns the tone, a quarter of full scale on both of its channels, to a level, and waits until that is what comes back from the server.
  private static func hear(_ level_db: Double, _ tarmac: RunningTarmac) throws {
    try tarmac.set("tone.fader_db", "\(level_db)")
    try tarmac.wait("the tone at \(level_db) dB") {
      let heard = try tarmac.session("ears").levels.first?.rms_db ?? -200
      return abs(heard - level_db + 6.02) < 0.5
    }
  }

  @Test("sounds after each change of the quantum, and ends", arguments: [false, true])
  func quantum(hasLatency: Bool) async throws {
    try await Self.run(hasLatency: hasLatency) { tarmac, server in
      try Self.hear(0, tarmac)
      let lengths = [1024, 2048, 32, 256, 64, 1024, 8192, 128]
      for turn in 0..<Self.number("TARMAC_QUANTA", 12) / 2 {
        try server.setQuantum(lengths[turn % lengths.count])
        try Self.hear(turn % 2 == 0 ? -12 : 0, tarmac)
      }
    }
  }

  @Test("comes back when the server does")
  func restarts() async throws {
    try await Self.run(hasLatency: true) { tarmac, server in
      for turn in 0..<Self.number("TARMAC_RESTARTS", 2) {
        try Self.hear(turn % 2 == 0 ? -12 : 0, tarmac)
        try server.restart()
      }
      try Self.hear(-6, tarmac)
    }
  }
}
