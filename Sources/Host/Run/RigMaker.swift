// SPDX-License-Identifier: Apache-2.0
// From a preset's file to an engine that can play it.

import AudioBackend
import InstalledPlugins
import LV2Hosting
import PluginIsolation
import Presets
import Quantities
import RigEngine
import RigErrors
import RigModel
import SoundFiles
import TrackLibrary

/// What rigs are made with: this machine's plugins, and the lanes in which their sound files are
/// read and written.
///
/// > Threading: Control.
struct RigMaker {
  let world: LV2World
  private let options: RunOptions
  private let lanes = FileLanes(library: TrackLibrary(in: TrackLibrary.usualFolder))
  private let lastGood: LastGoodPreset

  /// The rig's folder in a session of a session manager, if one keeps the rig.
  var project: ProjectFolder? { options.project }

  /// Finds the plugins that there are; bundles that can't be read are reported.
  init(_ options: RunOptions, report: @escaping @Sendable (String) -> Void) {
    self.options = options
    let folder = options.project?.path ?? StateFile.folder(of: options.name)
    lastGood = LastGoodPreset(in: folder, report: report)
    world = loadedWorld()
    for problem in world.problems { report("\(problem); its bundle is left out.") }
  }

  /// Reads the preset that the run began with.
  func readFirst() throws(RigError) -> Rig {
    guard let preset = options.preset else {
      throw RigError(.usage, "No preset is named, and no session manager says what to open.")
    }
    let (leavingOut, dangerous) = (options.start.leavingOut, options.dangerous)
    var found: (rig: Rig, texts: PresetTexts)
    do throws(RigError) {
      found = try readPresetTexts(
        preset,
        world: world,
        refusing: dangerous,
        leavingOut: leavingOut
      )
    } catch {
      found = try readLastGood(preset, after: error)
    }
    if let start = options.start { found.rig.start = start }
    lastGood.note(found.texts, of: preset)
    return project?.adapt(found.rig) ?? found.rig
  }

  /// Reads the preset as it was when it last came up, if the preset is no good now and the rig
  /// starts as best it can.
  private func readLastGood(
    _ preset: String,
    after problem: RigError
  ) throws(RigError) -> (rig: Rig, texts: PresetTexts) {
    guard let (texts, start) = lastGood.texts(of: preset), (options.start ?? start) == .best,
      var found = try? readPresetTexts(
        preset,
        world: world,
        refusing: options.dangerous,
        leavingOut: .whatIsMissing,
        kept: texts
      )
    else { throw problem }
    found.rig.start = .best
    found.rig.leaveOut(.preset, of: nil, because: problem.firstLine)
    return found
  }

  /// Keeps the preset of a rig that has come up, for a start at which it can't be read; only the
  /// preset that the run began with is kept.
  func noteUp(_ rig: Rig) {
    if rig.file == options.preset { lastGood.keep(rig.file, start: rig.start) }
  }

  /// Reads a preset, and what the plugins in it say of themselves, on the background queue.
  ///
  /// Only what was missing `before` may be missing.
  nonisolated(nonsending) func read(
    _ path: String,
    after before: [Absence]
  ) async throws(RigError) -> Rig {
    let (world, options, project) = (world, options, project)
    let found = try await BackgroundQueue.shared.perform { () throws(RigError) in
      world.refresh()
      var found = try readPresetTexts(
        path,
        world: world,
        refusing: options.dangerous,
        leavingOut: .known(before)
      )
      if let project { found.rig = project.adapt(found.rig) }
      return found
    }
    guard let found else {
      throw .unavailable("\(path) can't be read: the disk does not answer.")
    }
    var rig = found.rig
    if let start = options.start { rig.start = start }
    lastGood.note(found.texts, of: path)
    return rig
  }

  /// Makes the engine of a rig, silent, for a server that has been joined; clients are answered
  /// meanwhile.
  nonisolated(nonsending) func engine(
    of rig: Rig,
    on server: AudioServer,
    in initialState: RigInitialState
  ) async throws(RigError) -> Engine {
    let builder = ChannelBuilder(
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

extension StartMode? {
  /// What a start may leave out.
  fileprivate var leavingOut: LeavingOut {
    switch self {
    case .strict: .nothing
    case .best: .whatIsMissing
    case nil: .asPresetSays
    }
  }
}

extension RigError {
  /// The same error with its first line alone: a preset has a line for each mistake.
  fileprivate var firstLine: RigError {
    let lines = message.split(separator: "\n")
    return RigError(kind, String(lines.first ?? ""))
  }
}
