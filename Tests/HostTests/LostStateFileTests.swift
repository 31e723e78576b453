// SPDX-License-Identifier: Apache-2.0
// A saved state whose files have gone since.

import ControlProtocol
import Foundation
import Testing

@Suite("A state whose file has gone")
struct LostStateFileTests {
  @Test("is refused by name, and reported where the rest of it is wanted all the same")
  func lost() async throws {
    let preset = """
      tarmac: 1
      state: kept
      routes: { main: { role: lineOut, channels: 2 } }
      sessions:
        deck:
          category: playback
          active: true
          graph: [ { plugin: "\(PluginRig.sampler)", id: sampler } ]
          sends: [ { to: main } ]
      """
    let added = """
        low:
          category: playback
          graph: [ { plugin: "\(PluginRig.sampler)", id: sampler, state: one } ]
          sends: [ { to: main } ]
      """
    try await RunningTarmac.runByClock(preset, files: PluginRig.files) { tarmac in
      let sample = tarmac.folder.appending(path: "snare.wav")
      let restore = PluginRestoreRequest(
        plugin: "deck.sampler",
        folder: tarmac.folder.appending(path: "one").path
      )
      try tarmac.set("deck.sampler.sample", "snare.wav")
      try tarmac.wait("the sampler to have the file") {
        _ = try tarmac.ask(PluginSaveRequest(plugin: restore.plugin, folder: restore.folder))
        let link = restore.folder + "/snare.wav"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) != nil
      }
      #expect(try tarmac.ask(StateSaveRequest()).problems == [])
      let bytes = try Data(contentsOf: sample)
      try FileManager.default.removeItem(at: sample)
      try tarmac.set("deck.sampler.gain", "-3")
      try tarmac.wait("deck.sampler.gain", toBe: "-3")

      let absence = "snare.wav was \(sample.path), which is gone"
      try tarmac.expectRefusal(restore, absence)
      #expect(try tarmac.get("deck.sampler.gain") == "-3")
      let report = try tarmac.ask(StateRestoreRequest())
      let kept = tarmac.folder.appending(path: "kept/deck/sampler").path
      #expect(report.problems == ["The state in \(kept) lacks a file: \(absence)."])
      #expect(report.plugins == ["deck.sampler"])

      // A preset that starts with it is heard without the file, and the log has the reason.
      let file = tarmac.folder.appending(path: "rig.yaml")
      try (preset + "\n" + added).write(to: file, atomically: true, encoding: .utf8)
      _ = try tarmac.ask(ReloadRequest())
      try tarmac.wait("the log to have it") {
        try tarmac.log("The state in \(restore.folder) lacks a file: \(absence).")
      }

      try bytes.write(to: sample)
      _ = try tarmac.ask(restore)
      // The plugin is given the link that the state has of it.
      try tarmac.wait("deck.sampler.sample", toBe: restore.folder + "/snare.wav")
    }
  }
}
