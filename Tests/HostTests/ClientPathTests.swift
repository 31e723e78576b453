// SPDX-License-Identifier: Apache-2.0
// Where paths of clients may lead, and where the preset lets them lead.

import ControlProtocol
import Foundation
import Testing

@Suite("Paths of clients", .serialized)
struct ClientPathTests {
  private static func preset(_ rig: String = "") -> String {
    """
    tarmac: 1
    \(rig)
    routes: { main: { role: lineOut, channels: 2 } }
    sessions:
      deck:
        category: playback
        source: { jack: [ "nobody:out_1" ] }
        graph: [ { plugin: "\(amplifier)", id: amp } ]
        sends: [ { to: main } ]
    """
  }

  @Test("a relative path starts at the folder of the preset, wherever the rig was started")
  func relative() async throws {
    try await RunningTarmac.runByClock(Self.preset(), shell: "cd /tmp; exec \"$@\"") { tarmac in
      let take = try tarmac.ask(RecordStartRequest(subject: "main", file: "take.wav"))
      #expect(take.file == tarmac.folder.appending(path: "take.wav").path)
      _ = try tarmac.ask(RecordStopRequest(subject: "main"))
      _ = try tarmac.ask(PluginSaveRequest(plugin: "deck.amp", folder: "kept"))
      #expect(Self.exists("kept/state.ttl", tarmac))
      _ = try tarmac.ask(PluginRestoreRequest(plugin: "deck.amp", folder: "kept"))
      #expect(
        try tarmac.ask(StateSaveRequest(folder: "all")).folder
          == tarmac.folder.appending(path: "all").path
      )
      _ = try tarmac.ask(StateRestoreRequest(folder: "all"))
      _ = try tarmac.ask(ReloadRequest(preset: "rig.yaml"))
    }
  }

  @Test("a path that is empty, too long or can't be seen is refused, and nothing is written")
  func controlCharacters() async throws {
    try await RunningTarmac.runByClock(Self.preset()) { tarmac in
      let before = Self.names(tarmac)
      let names = ["a\u{1B}]0;x\u{7}", "a\nb", "a\u{0}", "a\u{85}", "a\u{202E}"].map { $0 + ".wav" }
      let folder = tarmac.folder.path + "/"
      let long = String(repeating: "a/", count: 2_100) + ".wav"
      for path in [""] + names + names.map({ folder + $0 }) {
        try tarmac.expectRefusal(RecordStartRequest(subject: "main", file: path), "path")
        try tarmac.expectRefusal(PluginSaveRequest(plugin: "deck.amp", folder: path), "path")
        try tarmac.expectRefusal(PluginRestoreRequest(plugin: "deck.amp", folder: path), "path")
        try tarmac.expectRefusal(StateSaveRequest(folder: path), "path")
        try tarmac.expectRefusal(StateRestoreRequest(folder: path), "path")
        try tarmac.expectRefusal(ReloadRequest(preset: path), "path")
      }
      let bound = "4095"
      try tarmac.expectRefusal(RecordStartRequest(subject: "main", file: long), bound)
      try tarmac.expectRefusal(PluginSaveRequest(plugin: "deck.amp", folder: long), bound)
      try tarmac.expectRefusal(PluginRestoreRequest(plugin: "deck.amp", folder: long), bound)
      try tarmac.expectRefusal(StateSaveRequest(folder: long), bound)
      try tarmac.expectRefusal(StateRestoreRequest(folder: long), bound)
      try tarmac.expectRefusal(ReloadRequest(preset: long), bound)
      #expect(Self.names(tarmac) == before)
    }
  }

  @Test("a preset keeps the recordings of clients in one folder, which no link leads out of")
  func confined() async throws {
    try await RunningTarmac.runByClock(
      Self.preset("rig: { recordings_folder: takes }"),
      files: { folder in
        let files = FileManager.default
        for name in ["takes/inner", "elsewhere"] {
          try files.createDirectory(
            at: folder.appending(path: name),
            withIntermediateDirectories: true
          )
        }
        try files.createSymbolicLink(
          atPath: folder.appending(path: "takes/out").path,
          withDestinationPath: "../elsewhere"
        )
        try files.createSymbolicLink(
          atPath: folder.appending(path: "takes/link.wav").path,
          withDestinationPath: "../elsewhere/link.wav"
        )
      },
      { tarmac in
        for name in [
          "../rig.wav", "inner/../../rig.wav", "out/rig.wav", "\(tarmac.folder.path)/rig.wav",
          "\(tarmac.folder.path)/takes/../elsewhere/rig.wav",
        ] {
          try tarmac.expectRefusal(RecordStartRequest(subject: "main", file: name), "takes")
        }
        #expect(throws: (any Error).self) {
          try tarmac.ask(RecordStartRequest(subject: "main", file: "link.wav"))
        }
        #expect(!Self.exists("elsewhere/rig.wav", tarmac))
        #expect(!Self.exists("elsewhere/link.wav", tarmac))
        for name in ["one.wav", "inner/two.flac", "\(tarmac.folder.path)/takes/three.wav"] {
          _ = try tarmac.ask(RecordStartRequest(subject: "main", file: name))
          _ = try tarmac.ask(RecordStopRequest(subject: "main"))
        }
        for name in ["one.wav", "inner/two.flac", "three.wav"] {
          #expect(Self.exists("takes/\(name)", tarmac))
        }
      }
    )
  }

  private static func exists(_ name: String, _ tarmac: RunningTarmac) -> Bool {
    FileManager.default.fileExists(atPath: tarmac.folder.appending(path: name).path)
  }

  /// The files that the rig does not write by itself.
  private static func names(_ tarmac: RunningTarmac) -> Set<String> {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: tarmac.folder.path)) ?? []
    return Set(names.filter { !$0.hasPrefix("state") })
  }
}
