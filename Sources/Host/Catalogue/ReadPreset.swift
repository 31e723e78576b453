// SPDX-License-Identifier: Apache-2.0
// Presets, checked against the installed plugins.

import LV2Hosting
import Presets

/// Checks a preset and returns its problems, one line each; none when it is good.
public func checkPreset(file: String) -> [String] {
  do throws(PresetErrors) {
    _ = try PresetReader(catalogue: InstalledPlugins(world: loadedWorld())).read(file: file)
    return []
  } catch {
    return error.description.split(separator: "\n").map(String.init)
  }
}

/// Reads a preset; its problems become one failure with a line for each.
func readPreset(_ file: String, world: LV2World) throws(HostError) -> Rig {
  do throws(PresetErrors) {
    return try PresetReader(catalogue: InstalledPlugins(world: world)).read(file: file)
  } catch {
    throw .data(error.description)
  }
}
