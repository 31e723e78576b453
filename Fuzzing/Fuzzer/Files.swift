// SPDX-License-Identifier: Apache-2.0
// Inputs that are read from files: presets, scenarios, and remembered values.

import Foundation
import Glibc
import RigModel

@testable import Host
@testable import LV2Hosting
@testable import OfflineRendering
@testable import PluginChecking
@testable import Presets
@testable import RigEngine

/// A folder in memory for the files of this process.
private let folder = {
  let path = folderOfThisProcess
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  unsafe setenv("XDG_STATE_HOME", path, 1)
  unsafe setenv("XDG_CACHE_HOME", path, 1)
  atexit { try? FileManager.default.removeItem(atPath: folderOfThisProcess) }
  return path
}()

private var folderOfThisProcess: String { "/dev/shm/tarmac-fuzzer-\(getpid())" }

/// Puts an input into a file and returns its path.
private func file(_ name: String, _ bytes: [UInt8]) -> String {
  let path = "\(folder)/\(name)"
  try? Data(bytes).write(to: URL(filePath: path))
  return path
}

/// Files that people write.
enum FileReaders {
  /// Reads a preset.
  @Sendable
  static func preset(_ bytes: [UInt8]) {
    _ = try? PresetReader(catalogue: FewPlugins()).read(file: file("preset.yaml", bytes))
  }

  /// Reads a scenario about a preset that is always the same.
  @Sendable
  static func scenario(_ bytes: [UInt8]) {
    _ = stage
    _ = try? ScenarioReader(catalogue: FewPlugins()).read(file: file("scenario.yaml", bytes))
  }

  /// The preset that scenarios of the corpus name.
  private static let stage = file(
    "rig.yaml",
    Array(
      """
      tarmac: 1
      routes:
        mic: { role: mic, channels: 1 }
        main: { role: lineOut, channels: 2 }
        phones: { role: headphones, channels: 2 }
      sessions:
        music: { category: playback, active: true, source: { jack: [ "a:1" ] }, sends: [ { to: main } ] }
        voice:
          category: playAndRecord
          options: [ duckOthers ]
          source: { route: mic }
          sends: [ { to: currentRoute } ]
      """.utf8
    )
  )
}

/// Files that plugins come with, and states that they save.
enum PluginData {
  /// Reads the input as a saved state.
  @Sendable
  static func state(_ bytes: [UInt8]) {
    _ = file("state.ttl", bytes)
    _ = try? LV2State(in: folder)
  }

  /// Reads the input as the manifest of a bundle, and all its statements through lilv.
  @Sendable
  static func bundle(_ bytes: [UInt8]) {
    try? FileManager.default.createDirectory(
      atPath: "\(folder)/lv2/odd.lv2",
      withIntermediateDirectories: true
    )
    _ = file("lv2/odd.lv2/manifest.ttl", bytes)
    let world = LV2World(path: "\(folder)/lv2", indexFolder: nil)
    world.load()
    for uri in world.uris {
      guard let info = world.plugin(uri, withPresets: true) else { continue }
      for preset in info.presets { _ = try? world.preset(preset.uri, of: uri) }
    }
  }
}

/// Files in which the program remembers something.
enum Stores {
  /// Reads the input as each of the files that outlive a rig.
  @Sendable
  static func read(_ bytes: [UInt8]) {
    let home = "\(folder)/tarmac"
    try? FileManager.default.createDirectory(
      atPath: "\(home)/rig",
      withIntermediateDirectories: true
    )
    _ = file("tarmac/rig/volumes.json", bytes)
    _ = VolumeStore(in: "\(home)/rig") { _ in }.remembered(for: Rig(file: "rig.yaml"))
    _ = file("tarmac/rig/permissions.json", bytes)
    _ = PermissionStore(in: "\(home)/rig") { _ in }.answers
    _ = file("tarmac/checks.json", bytes)
    _ = (CheckStore.dangerous, CheckStore.known)
    _ = file(PluginStates.fileName, bytes)
    _ = try? PluginStates.read(from: folder)
  }
}

extension Stores {
  /// Reads the input as the index of installed plugins.
  @Sendable
  static func readIndex(_ bytes: [UInt8]) {
    _ = PluginIndex(text: String(decoding: bytes, as: UTF8.self)).map(\.text)
  }
}

/// Two plugins, with a control and a preset.
private struct FewPlugins: PluginCatalogue {
  let uris = ["urn:fuzz:one", "urn:fuzz:two"]

  private var gain: PluginDescription.Kind {
    .controlInput(minimum: -60, maximum: 12, isInteger: false, isToggle: false)
  }

  func plugin(_ uri: String) -> PluginDescription? {
    guard uris.contains(uri) else { return nil }
    let channels = uri.hasSuffix("one") ? ["in"] : ["in_1", "in_2"]
    let outputs = channels.map { "out" + $0.dropFirst(2) }
    let ports =
      channels.map { PluginDescription.Port(symbol: $0, kind: .audioInput) }
      + outputs.map { PluginDescription.Port(symbol: $0, kind: .audioOutput) }
      + [PluginDescription.Port(symbol: "gain", kind: gain)]
    return PluginDescription(uri: uri, ports: ports)
  }

  func presets(of uri: String) -> [PluginDescription.Preset] {
    [PluginDescription.Preset(uri: "\(uri)#soft", label: "Soft")]
  }

  func plugin(ofState folder: String) -> StateOwner {
    folder.hasSuffix("kept") ? .plugin(uris[0]) : .nobody
  }
}
