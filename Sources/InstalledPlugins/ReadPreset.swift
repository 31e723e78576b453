// SPDX-License-Identifier: Apache-2.0
// Presets, checked against the installed plugins.

package import LV2Hosting
package import Presets
package import RigErrors

/// What is wrong with a preset, one line each.
public struct PresetReport: Hashable, Sendable {
  /// Mistakes; none when the preset can be used.
  public var problems: [String]
  /// What is allowed, but probably not meant.
  public var warnings: [String]
}

/// Checks a preset against the installed plugins.
public func checkPreset(file: String) -> PresetReport {
  do throws(PresetErrors) {
    let reader = PresetReader(catalogue: InstalledPlugins(world: loadedWorld()))
    let warnings = try reader.read(file: file).warnings
    return PresetReport(problems: [], warnings: warnings.map(\.description))
  } catch {
    return PresetReport(
      problems: error.description.split(separator: "\n").map(String.init),
      warnings: error.warnings.map(\.description)
    )
  }
}

/// Reads a preset; its problems become one failure with a line for each.
///
/// Plugins that are `dangerous` are refused with what their checks have found.
package func readPreset(
  _ file: String,
  world: LV2World,
  refusing dangerous: [String: String] = [:]
) throws(RigError) -> Rig {
  try readPresetTexts(file, world: world, refusing: dangerous).rig
}

/// The same, with the texts that it was read from; or from those that were `kept` of an earlier reading.
package func readPresetTexts(
  _ file: String,
  world: LV2World,
  refusing dangerous: [String: String],
  leavingOut: LeavingOut = .nothing,
  kept: PresetTexts? = nil
) throws(RigError) -> (rig: Rig, texts: PresetTexts) {
  let catalogue = InstalledPlugins(world: world, dangerous: dangerous)
  do throws(PresetErrors) {
    return try PresetReader(catalogue: catalogue)
      .readTexts(of: file, leavingOut: leavingOut, kept: kept)
  } catch {
    throw .data(error.description)
  }
}
