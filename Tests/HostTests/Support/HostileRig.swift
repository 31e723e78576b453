// SPDX-License-Identifier: Apache-2.0
// Sessions with plugins that misbehave, each in one call, beside one that does nothing wrong.

import Foundation
import JACKTestBench

/// A rig of plugins that misbehave.
struct HostileRig {
  let guests: [HostilePlugin]

  /// Runs `body` with the rig.
  func run(_ body: (_ tarmac: RunningTarmac) async throws -> Void) async throws {
    let preset = HostilePlugin.preset(guests)
    let files: (URL) throws -> Void = { try Self.write(guests, in: $0) }
    try await RunningTarmac.runByClock(preset, shell: Self.shell, files: files, body)
  }

  /// Writes the bundle of such plugins into the folder of a test, where a program started by
  /// `shell` looks.
  static func write(_ guests: [HostilePlugin], in folder: URL) throws {
    try HostileBundle.write(guests, in: folder.appending(path: "lv2"), products: products)
  }

  /// How bash starts a program that finds the plugins in the folder of the test.
  static var shell: String {
    get throws {
      try FragileRig.shell().replacing("LV2_PATH='", with: "LV2_PATH=\"$XDG_RUNTIME_DIR/lv2\":'")
    }
  }

  /// Describes plugins of the fixtures' library, by their URIs, in a bundle.
  static func writeBundle(of plugins: [String: String], in folder: URL) throws {
    try HostileBundle.write(plugins, in: folder.appending(path: "lv2"), products: products)
  }

  private static var products: URL { RunningTarmac.program.deletingLastPathComponent() }
}
