// SPDX-License-Identifier: Apache-2.0
// Presets of plugins and states of whole rigs: applied, saved, moved, restored.

import ControlProtocol
import Foundation
import JACKTestBench
import Testing

@Suite("What plugins remember", .serialized)
struct PluginStateTests {
  private static func run(
    _ preset: String = PluginRig.preset(),
    _ body: (RunningTarmac) async throws -> Void
  ) async throws {
    try await RunningTarmac.runByClock(preset, files: PluginRig.files, body)
  }

  @Test("is one of their presets when it is applied, by its name or its URI")
  func presets() async throws {
    try await PluginStateTests.run { tarmac in
      let presets = try tarmac.ask(PluginPresetsRequest(plugin: "keys.synth"))
      #expect(presets.count == 52)
      let pad = try #require(presets.first { $0.label == "Echo Pad [SA]" })
      let before = try tarmac.get("keys.synth.osc_mix")
      for name in [pad.label, pad.label.lowercased(), pad.uri] {
        let reply = try tarmac.ask(PluginApplyRequest(plugin: "keys.synth", preset: name))
        #expect(reply == pad)
        try tarmac.wait("keys.synth.osc_mix", toBe: "0.88")
        _ = try tarmac.ask(PluginApplyRequest(plugin: "keys.synth", preset: "Fretless Bass"))
        try tarmac.wait("keys.synth.osc_mix", toBe: before)
      }
      try tarmac.expectRefusal(
        PluginApplyRequest(plugin: "keys.synth", preset: "Fretles Bass"),
        "did you mean 'Fretless Bass'?"
      )
      try tarmac.expectRefusal(PluginApplyRequest(plugin: "keys.comp", preset: "A"), "has none")
      try tarmac.expectRefusal(PluginPresetsRequest(plugin: "keys.sinth"), "'keys.synth'?")
    }
  }

  @Test("is a preset of its own when it is saved with a label, and never over something else")
  func saving() async throws {
    try await PluginStateTests.run { tarmac in
      let folder = tarmac.folder.appending(path: "own/mine.preset.lv2").path
      try tarmac.set("keys.synth.osc_mix", "0.125")
      try tarmac.wait("keys.synth.osc_mix", toBe: "0.125")
      for _ in 0..<2 {
        let request = PluginSaveRequest(plugin: "keys.synth", folder: folder, label: "Mine")
        _ = try tarmac.ask(request)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(files == ["manifest.ttl", "state.ttl", "tarmac-files.json"])
      try tarmac.set("keys.synth.osc_mix", "1")
      try tarmac.wait("keys.synth.osc_mix", toBe: "1")
      let mine = try tarmac.ask(PluginApplyRequest(plugin: "keys.synth", preset: "Mine"))
      #expect(mine.label == "Mine")
      try tarmac.wait("keys.synth.osc_mix", toBe: "0.125")
      try tarmac.set("keys.synth.osc_mix", "1")
      _ = try tarmac.ask(PluginRestoreRequest(plugin: "keys.synth", folder: folder))
      try tarmac.wait("keys.synth.osc_mix", toBe: "0.125")
      try tarmac.expectRefusal(
        PluginSaveRequest(plugin: "keys.synth", folder: tarmac.folder.path),
        "something else"
      )
      // A relative folder starts at the preset's.
      _ = try tarmac.ask(PluginSaveRequest(plugin: "keys.synth", folder: "mine"))
      let own = tarmac.folder.appending(path: "mine/state.ttl").path
      #expect(FileManager.default.fileExists(atPath: own))
      try tarmac.expectRefusal(
        PluginRestoreRequest(plugin: "keys.comp", folder: folder),
        "keys.comp"
      )
    }
  }

  /// A second run of the preset, from where the first one's folder has been moved to.
  private func rerun(
    _ preset: String,
    movedFrom tarmac: RunningTarmac,
    _ body: (RunningTarmac) throws -> Void
  ) throws {
    tarmac.end()
    let moved = URL(filePath: tarmac.folder.path + "-moved")
    try FileManager.default.moveItem(at: tarmac.folder, to: moved)
    defer { try? FileManager.default.removeItem(at: moved) }
    let second = try tarmac.again(preset, in: moved)
    defer { second.end() }
    try body(second)
  }

  @Test(
    "is kept for the whole rig, moves with its folder, and gives way to what the preset says anew"
  )
  func wholeRig() async throws {
    try await PluginStateTests.run { tarmac in
      try tarmac.set("keys.params.float", "0.75")
      try tarmac.set("keys.params.string", "kept")
      try tarmac.set("keys.sampler.sample", "snare.wav")
      try tarmac.set("keys.comp.ratio", "4")
      // This one has never run: the message waits for it.
      try tarmac.set("quiet.sampler.gain", "-3")
      _ = try tarmac.ask(PluginApplyRequest(plugin: "keys.synth", preset: "Echo Pad [SA]"))
      let snare = tarmac.folder.appending(path: "snare.wav").path
      for (path, value) in [
        ("keys.params.float", "0.75"), ("keys.sampler.sample", snare), ("keys.comp.ratio", "4"),
        ("keys.synth.osc_mix", "0.88"),
      ] { try tarmac.wait(path, toBe: value) }
      // The sampler has loaded the file when it names it in its state.
      let folder = tarmac.folder.appending(path: "kept").path
      let state = folder + "/keys/sampler/state.ttl"
      try tarmac.wait("the sampler to have the file") {
        let report = try tarmac.ask(StateSaveRequest())
        #expect(report.problems == [] && report.plugins.count == 7 && report.folder == folder)
        return try String(contentsOfFile: state, encoding: .utf8).contains("<snare.wav>")
      }
      let changed = PluginRig.preset(parameters: "{ float: 0.25, int: 9 }")
      try rerun(changed, movedFrom: tarmac) { tarmac in
        #expect(try tarmac.get("keys.params.float") == "0.75")
        #expect(try tarmac.get("keys.params.string") == "kept")
        #expect(try tarmac.get("keys.params.int") == "9")
        #expect(try tarmac.get("keys.comp.ratio") == "4")
        #expect(try tarmac.get("keys.synth.osc_mix") == "0.88")
        #expect(try tarmac.get("quiet.sampler.gain") == "-3")
        // The folder has moved: the preset's own sample has another path, which counts as a new
        // value of the preset.
        let kick = tarmac.folder.appending(path: "kick.wav").path
        try tarmac.wait("keys.sampler.sample", toBe: kick)
      }
    }
  }

  @Test("stands in a folder that a preset names, with copies of its files, and moves with it")
  func stateOfAPlugin() async throws {
    try await PluginStateTests.run { tarmac in
      try tarmac.set("quiet.sampler.sample", "snare.wav")
      try tarmac.set("quiet.sampler.gain", "-9")
      try tarmac.set("keys.sampler.sample", "snare.wav")
      try tarmac.set("keys.sampler.gain", "-9")
      let folder = tarmac.folder.appending(path: "states/sampler").path
      try tarmac.wait("the sampler to have the file") {
        let request = PluginSaveRequest(plugin: "keys.sampler", folder: folder, copies: true)
        _ = try tarmac.ask(request)
        return FileManager.default.fileExists(atPath: folder + "/snare.wav")
      }
      let link = try? FileManager.default.destinationOfSymbolicLink(atPath: folder + "/snare.wav")
      #expect(link == nil)
      try FileManager.default.removeItem(atPath: tarmac.folder.path + "/snare.wav")
      let preset = """
        tarmac: 1
        sessions:
          keys:
            category: playback
            graph:
              - { plugin: "\(PluginRig.sampler)", id: sampler, state: states/sampler }
          low:
            category: playback
            graph:
              - { plugin: "\(PluginRig.sampler)", id: sampler, state: states/sampler, set: { gain: -12 } }
        """
      try rerun(preset, movedFrom: tarmac) { tarmac throws in
        let sample = tarmac.folder.appending(path: "states/sampler/snare.wav").path
        #expect(try tarmac.get("keys.sampler.sample") == sample)
        #expect(try tarmac.get("keys.sampler.gain") == "-9")
        #expect(try tarmac.get("low.sampler.sample") == sample)
        #expect(try tarmac.get("low.sampler.gain") == "-12")
      }
    }
  }

  /// Lets the server go, and come back at another sample rate.
  private func changeRate(of server: PrivateServer, under tarmac: RunningTarmac) throws {
    try tarmac.replace(server, by: PrivateServer.Settings(sampleRate: 44_100))
    try tarmac.wait("the new rate") {
      try tarmac.ask(StatusRequest()).server.sampleRate_hz == 44_100
    }
  }

  @Test("goes along to a server with another rate")
  func otherRate() async throws {
    try await RunningTarmac.run(PluginRig.preset(), files: PluginRig.files) { tarmac, server in
      try tarmac.set("keys.params.string", "kept")
      try tarmac.set("keys.sampler.sample", "snare.wav")
      try tarmac.set("keys.comp.ratio", "4")
      try tarmac.set("quiet.sampler.gain", "-3")
      try tarmac.wait("keys.comp.ratio", toBe: "4")
      _ = try tarmac.ask(PluginApplyRequest(plugin: "keys.synth", preset: "Echo Pad [SA]"))
      try changeRate(of: server, under: tarmac)
      let snare = tarmac.folder.appending(path: "snare.wav").path
      for (path, value) in [
        ("keys.params.string", "kept"), ("keys.sampler.sample", snare), ("keys.comp.ratio", "4"),
        ("keys.synth.osc_mix", "0.88"), ("quiet.sampler.gain", "-3"), ("keys.params.int", "7"),
      ] { try tarmac.wait(path, toBe: value) }
    }
  }

  @Test("goes along there on outputs and buses, too")
  func otherRateOfOutputsAndBuses() async throws {
    let preset = """
      tarmac: 1
      routes:
        main:
          role: lineOut
          ports: [ "ears:in_1", "ears:in_2" ]
          graph:
            nodes: { params: { plugin: "\(PluginRig.parameters)" } }
            connections: [ source -> out ]
      buses:
        fx:
          graph:
            nodes: { params: { plugin: "\(PluginRig.parameters)" } }
            connections: [ source -> out ]
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      for path in ["main.params.string", "fx.params.string"] {
        try tarmac.set(path, "kept")
        try tarmac.wait(path, toBe: "kept")
      }
      try changeRate(of: server, under: tarmac)
      for path in ["main.params.string", "fx.params.string"] {
        try tarmac.wait(path, toBe: "kept")
      }
    }
  }

  @Test("that is damaged is told, and the rig goes on without it")
  func damaged() async throws {
    try await PluginStateTests.run { tarmac in
      try tarmac.set("keys.comp.ratio", "4")
      try tarmac.wait("keys.comp.ratio", toBe: "4")
      _ = try tarmac.ask(StateSaveRequest())
      let folder = tarmac.folder.appending(path: "kept")
      let comp = folder.appending(path: "keys/comp")
      try "<> a".write(to: comp.appending(path: "state.ttl"), atomically: true, encoding: .utf8)
      try rerun(PluginRig.preset(), movedFrom: tarmac) { tarmac in
        try tarmac.waitForLog("'keys.comp' has not got its state")
        #expect(try tarmac.get("keys.comp.ratio") == "1")
        #expect(try tarmac.get("keys.params.int") == "7")
        try tarmac.expectRefusal(StateRestoreRequest(folder: "/nowhere"), "no states in /nowhere")
      }
    }
  }

  @Test("is what a restored rig sounds like")
  func sound() async throws {
    let preset = """
      tarmac: 1
      state: kept
      routes: { main: { role: lineOut, ports: [ "ears:in_1", "ears:in_2" ] } }
      sessions:
        deck:
          category: playback
          active: true
          source: { jack: [ "source:out_1", "source:out_2" ] }
          graph: [ { plugin: "\(amplifier)", id: amp, set: { gain: 0 } } ]
          sends: [ { to: main } ]
      """
    try await RunningTarmac.run(preset) { tarmac, server in
      let source = try Listener("source", on: server, outputs: 2)
      let ears = try Listener("ears", on: server, inputs: 2)
      defer {
        source.close()
        ears.close()
      }
      let ones = [Float](repeating: 1, count: 48_000 * 60)
      source.play([ones, ones])
      func settles(_ factor: Float) throws {
        try tarmac.wait("both sides at \(factor)") {
          try ears.capture(frames: 256).allSatisfy { $0.allSatisfy { abs($0 - factor) < 1e-4 } }
        }
      }
      try settles(1)
      // A mono plugin in a stereo chain is two, and both are kept.
      try tarmac.set("deck.amp.gain", "-20")
      try settles(0.1)
      #expect(try tarmac.ask(StateSaveRequest()).plugins == ["deck.amp", "deck.amp.2"])
      try tarmac.set("deck.amp.gain", "0")
      try settles(1)
      #expect(try tarmac.ask(StateRestoreRequest()).plugins == ["deck.amp", "deck.amp.2"])
      try settles(0.1)
    }
  }
}
