// SPDX-License-Identifier: Apache-2.0
// The loudness of a live output, compared with a recording; the meter does not change the sound.

import ControlProtocol
import Foundation
import JACKTestBench
import SoundFiles
import Testing

@Suite("The loudness of an output", .serialized)
struct LiveLoudnessTests {
  private static func preset(_ keys: String) -> String {
    """
    tarmac: 1
    routes:
      main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ]\(keys) }
    sessions:
      deck:
        category: playback
        options: [ mixWithOthers ]
        active: true
        source: { jack: [ "source:out_1", "source:out_2" ] }
        sends: [ { to: main } ]
    """
  }

  @Test("is that of what leaves, follows the fader, is measured anew, and comes and goes")
  func tone() async throws {
    try await RunningTarmac.run(Self.preset(", loudness: on")) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer {
        source.close()
        ears.close()
      }
      let amplitude = pow(10, Float(-20) / 20)
      let tone = (0..<48_000 * 60).map {
        amplitude * Float(sin(2 * .pi * 1_000 * Double($0) / 48_000))
      }
      func waits(for loudness: Double, _ key: String) throws {
        let path = "main.loudness.\(key)"
        try tarmac.wait("\(path) to be \(loudness)") {
          abs((Double(try tarmac.get(path)) ?? 0) - loudness) < 0.15
        }
      }
      #expect(try tarmac.get("main.loudness.integrated_lufs") == "-inf")
      try tarmac.wait("the connections") {
        ears.connections(of: "rig:main_L") == ["ears:in_1"]
          && ears.connections(of: "rig:deck_R") == ["source:out_2"]
      }
      source.play([tone, tone])
      try waits(for: -20, "momentary_lufs")
      try tarmac.set("main.fader_db", "-6")
      try waits(for: -26, "momentary_lufs")
      try waits(for: -26, "short_term_lufs")
      // The highest peak is from before.
      try waits(for: -20, "true_peak_db")
      _ = try tarmac.ask(TreeTriggerRequest(path: "main.loudness.reset"))
      try waits(for: -26, "integrated_lufs")
      try waits(for: -26, "true_peak_db")
      // A recorder measures the same beside it.
      _ = try tarmac.command("record", "start", "main", "\(tarmac.folder.path)/main.wav")
      try tarmac.wait("the recording") { try tarmac.get("main.recording") == "on" }
      _ = try tarmac.ask(TreeTriggerRequest(path: "main.loudness.reset"))
      try waits(for: -26, "integrated_lufs")
      _ = try tarmac.command("record", "stop", "main")
      let peak = try SoundFile.read("\(tarmac.folder.path)/main.wav").channels[0].map(abs).max()
      #expect(abs(20 * log10(peak ?? 0) + 26) < 0.1)
      try tarmac.reload(Self.preset(""))
      #expect(throws: (any Error).self) { try tarmac.get("main.loudness.momentary_lufs") }
      try tarmac.reload(Self.preset(", loudness: on"))
      try waits(for: -26, "integrated_lufs")
    }
  }
}
