// SPDX-License-Identifier: Apache-2.0
// From a preset's file to an engine that can play it.

import InstalledPlugins
import JACKDriver
import LV2Hosting
import PluginIsolation
import Presets
import Quantities
import RigEngine
import RigErrors
import SoundFiles

/// What rigs are made with: this machine's plugins, and the lanes in which their sound files are read and written.
///
/// > Threading: Control.
struct RigMaker {
  let world: LV2World
  private let options: RunOptions
  private let lanes = FileLanes()

  /// What the rig has in a session of a session manager, if one keeps it.
  var project: ProjectFolder? { options.project }

  /// Looks which plugins there are; bundles that can't be read are told.
  init(_ options: RunOptions, report: (String) -> Void) {
    self.options = options
    world = loadedWorld()
    for problem in world.problems { report("\(problem); its bundle is left out.") }
  }

  /// Reads the preset that the run began with.
  func readFirst() throws(RigError) -> Rig {
    guard let preset = options.preset else {
      throw RigError(.usage, "No preset is named, and no session manager says what to open.")
    }
    let rig = try readPreset(preset, world: world, refusing: options.dangerous)
    return project?.adapt(rig) ?? rig
  }

  /// Reads a preset, and what the plugins in it say of themselves, on the background queue.
  nonisolated(nonsending) func read(_ path: String) async throws(RigError) -> Rig {
    let (world, options, project) = (world, options, project)
    let rig = try await BackgroundQueue.shared.perform { () throws(RigError) in
      let rig = try readPreset(path, world: world, refusing: options.dangerous)
      return project?.adapt(rig) ?? rig
    }
    guard let rig else { throw .unavailable("\(path) can't be read: the disk does not answer.") }
    return rig
  }

  /// Makes the engine of a rig, silent, for a server that has been joined; clients are answered meanwhile.
  nonisolated(nonsending) func engine(
    of rig: Rig,
    on server: AudioServer,
    in initialState: RigInitialState
  ) async throws(RigError) -> Engine {
    let builder = SessionBuilder(
      world: world,
      sampleRate: server.driver.sampleRate,
      blockFrames: server.driver.bufferFrames.value,
      lanes: lanes,
      isolation: server.graphs,
      isOffline: false
    )
    return try await Engine.make(rig, with: builder, in: initialState)
  }
}
