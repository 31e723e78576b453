// SPDX-License-Identifier: Apache-2.0
// `tarmac simulate`: a scenario without JACK, the same to the byte every time.

import InstalledPlugins
package import LV2Hosting
package import Presets
import RigEngine
package import RigErrors

/// A scenario that has been simulated.
package struct Simulation {
  /// What happened and what was decided.
  package let report: SimulationReport
  package let scenario: Scenario
  package let world: LV2World
  package let steps: [SimulationStep]

  /// Simulates the scenario in `file`.
  ///
  /// - Throws: what is wrong with the scenario, its preset or its files.
  package init(scenario file: String) throws(RigError) {
    world = loadedWorld()
    do throws(PresetErrors) {
      scenario = try ScenarioReader(catalogue: InstalledPlugins(world: world)).read(file: file)
    } catch {
      throw .data(error.description)
    }
    var runner = try SimulationRunner(scenario)
    report = runner.run()
    steps = runner.steps
  }

  /// Renders the sound of the scenario into WAV files, one for each output and one for each
  /// session.
  ///
  /// - Returns: the files written, in the order of the preset.
  package func render(to directory: String) throws(RigError) -> [String] {
    let render = try SimulationRender(scenario, world: world)
    let files = try render.run(steps, to: directory)
    guard render.tower == report.tower else {
      throw RigError(.software, "The renderer has decided otherwise than the log says.")
    }
    return files
  }
}
