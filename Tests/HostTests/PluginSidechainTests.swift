// SPDX-License-Identifier: Apache-2.0
// Real plugins that another session's sound controls, and the latency that they report, on a live
// rig.

import ControlProtocol
import JACKTestBench
import Testing

@Suite("A plugin's side chain on a live rig", .serialized)
struct PluginSidechainTests {
  private static let joined = "category: playback, options: [ mixWithOthers ]"

  @Test("hears a session before its fader or behind it, and nothing while that is not active")
  func live() async throws {
    let use = "plugin: \"\(SteeredPlugin.all[0].uri)\", set: \(SteeredPlugin.all[0].values)"
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
      sessions:
        before:
          \(Self.joined.replacing(", ", with: "\n    "))
          active: on
          source: { jack: [ "source:out_1" ] }
          graph: [ { \(use), sidechain: voice } ]
          sends: [ { to: main, from: [ 1 ], channels: [ 1 ] } ]
        behind:
          \(Self.joined.replacing(", ", with: "\n    "))
          active: on
          source: { jack: [ "source:out_1" ] }
          graph: [ { \(use), sidechain: { from: voice, tap: post } } ]
          sends: [ { to: main, from: [ 2 ], channels: [ 2 ] } ]
        voice:
          \(Self.joined.replacing(", ", with: "\n    "))
          source: { jack: [ "source:out_2" ] }
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 3)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer {
        source.close()
        ears.close()
      }
      let music = [Float](repeating: 0.5, count: 48_000 * 120)
      source.play([music, music, [Float](repeating: 0, count: music.count)])
      func settles(_ isDown: [Bool], _ what: String) throws {
        try tarmac.wait(what) {
          zip(try ears.capture(frames: 256), isDown).allSatisfy { samples, isDown in
            isDown ? samples[255] > 0 && samples[255] < 0.1 : abs(samples[255] - 0.5) < 1e-3
          }
        }
      }
      // The music alone is far above the threshold.
      try settles([false, false], "the music alone")
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      try settles([true, true], "the voice")
      _ = try tarmac.ask(SetRequest(path: "voice.fader_db", value: "-inf"))
      try settles([true, false], "the fader")
      _ = try tarmac.ask(SetRequest(path: "voice.fader_db", value: "0"))
      try settles([true, true], "the voice again")
      _ = try tarmac.ask(DeactivateRequest(session: "voice"))
      try settles([false, false], "the music alone again")
      // A session that is heard may be rebuilt with other sound while its listeners go on.
      _ = try tarmac.ask(ActivateRequest(session: "voice"))
      try settles([true, true], "the voice once more")
      let runs = try tarmac.session("before").plugins[0].runs
      try tarmac.reload(preset.replacing("source:out_2", with: "source:out_3"))
      try settles([false, false], "another voice, which is silent")
      try tarmac.reload(preset)
      try settles([true, true], "the first voice")
      #expect(try tarmac.session("before").plugins[0].runs > runs)
    }
  }

  @Test("shows how far each plugin delays its output, as it says now")
  func latency() async throws {
    let preset = """
      tarmac: 1
      routes: { main: { role: lineOut, channels: 1 } }
      sessions:
        late:
          category: playback
          active: on
          source: { jack: [ "source:out_1" ] }
          graph: [ { plugin: "http://plugin.org.uk/swh-plugins/artificialLatency", id: wait, set: { delay: 100 } } ]
          sends: [ { to: main } ]
      """
    try await RunningTarmac.runByClock(preset) { tarmac in
      try tarmac.wait("the first latency") {
        try tarmac.session("late").plugins[0].latency_frames == 4_800
      }
      _ = try tarmac.ask(SetRequest(path: "late.wait.delay", value: "10"))
      try tarmac.wait("the next latency") {
        try tarmac.session("late").plugins[0].latency_frames == 480
      }
    }
  }
}
