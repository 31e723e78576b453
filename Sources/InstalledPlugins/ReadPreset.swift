// SPDX-License-Identifier: Apache-2.0
// Presets, checked against the installed plugins.

package import LV2Hosting
package import Presets
package import RigErrors
package import RigModel

/// What is wrong with a preset.
package struct PresetReport: Hashable, Sendable {
  /// The file, as it was named.
  package var file: String
  /// Mistakes; none when the preset can be used.
  package var problems: [PresetProblem] = []
  /// How many mistakes there are beside these.
  package var omitted = 0
  /// What is allowed, but probably not meant.
  package var warnings: [PresetProblem] = []

  /// The mistakes as compilers print them, a line each.
  package var problemLines: [String] {
    problems.map(\.description) + (omitted > 0 ? ["and \(omitted) more problems"] : [])
  }

  /// The warnings in the same way.
  package var warningLines: [String] { warnings.map(\.description) }
}

/// Checks presets against the installed plugins, which are looked at once.
package func checkPresets(files: [String]) -> [PresetReport] {
  let reader = PresetReader(catalogue: InstalledPlugins(world: loadedWorld()))
  return files.map { file in
    var report = PresetReport(file: file)
    do throws(PresetErrors) {
      report.warnings = try reader.read(file: file).warnings
    } catch {
      (report.problems, report.omitted) = (error.problems, error.omitted)
      report.warnings = error.warnings
    }
    return report
  }
}

/// Reads a preset; its problems become one failure with a line for each.
///
/// Plugins that are `dangerous` are refused with what their checks have found.
package func readPreset(
  _ file: String,
  world: LV2World,
  refusing dangerous: [PluginCopy: String] = [:]
) throws(RigError) -> Rig {
  try readPresetTexts(file, world: world, refusing: dangerous).rig
}

/// The same, with the texts that it was read from; or from those that were `kept` of an earlier
/// reading.
package func readPresetTexts(
  _ file: String,
  world: LV2World,
  refusing dangerous: [PluginCopy: String],
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
