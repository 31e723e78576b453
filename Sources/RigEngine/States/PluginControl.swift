// SPDX-License-Identifier: Apache-2.0
// The plugins of a rig: brought up, set, and what they remember.

import LV2Hosting
import Presets
import RigErrors
import RigFiles

/// The plugins of a rig that is up.
///
/// > Threading: Control.
package final class PluginControl: EnginePart {
  let context: EngineContext
  let builder: SessionBuilder
  let log: EngineLog
  /// Files of plugins that have moved to another sample rate.
  var movedStates: TemporaryFolder?

  init(_ context: EngineContext, _ builder: SessionBuilder, _ log: EngineLog) {
    self.context = context
    self.builder = builder
    self.log = log
  }

  deinit { movedStates?.leave() }

  /// Brings a session of `rig` up, with players that are there already if there are any; nothing
  /// sounds yet.
  func build(
    _ session: Session,
    reusing players: [LivePlayer?]? = nil,
    isResident: Bool = false,
    in rig: Rig
  ) throws(RigError) -> LiveSession {
    defer { tellProblems() }
    let states = PluginStates.saved(of: rig) { log.add($0) }
    return try builder.build(
      session,
      outputs: rig.outputNames,
      voice: rig.voiceProcessing,
      reusing: players,
      states: states,
      isResident: isResident
    )
  }

  /// The same, on the background queue: the control thread goes on meanwhile.
  nonisolated(nonsending) func make(
    _ session: Session,
    reusing players: [LivePlayer?]?,
    isResident: Bool = false,
    in rig: Rig
  ) async throws(RigError) -> LiveSession {
    defer { tellProblems() }
    let builder = builder
    let made = try await BackgroundQueue.shared.perform { () throws(RigError) in
      let states = PluginStates.saved(of: rig) { builder.problems.append($0) }
      return try builder.build(
        session,
        outputs: rig.outputNames,
        voice: rig.voiceProcessing,
        reusing: players,
        states: states,
        isResident: isResident
      )
    }
    guard let made else {
      let plugins = session.graph.nodes.map(\.plugin).joined(separator: ", ")
      let what = plugins.isEmpty ? "its files" : "its files or plugins (\(plugins))"
      throw .unavailable("Session '\(session.name)' can't be brought up: \(what) do not come back.")
    }
    return made
  }

  /// Opens the files that a session which stays is to play from now on, on the background queue.
  nonisolated(nonsending) func makePlayers(
    of session: Session,
    inPlaceOf old: LiveSession,
    isResident: Bool
  ) async throws(RigError) -> [LivePlayer?] {
    let builder = builder
    let kept = (sources: old.preset.sources, players: old.players)
    let made = try await BackgroundQueue.shared.perform { () throws(RigError) in
      try builder.buildPlayers(of: session, keeping: kept, isResident: isResident)
    }
    if let made { return made }
    throw .unavailable("Session '\(session.name)' can't be given its files: they do not come back.")
  }

  private func tellProblems() {
    for problem in builder.problems { log.add(problem) }
    builder.problems = []
  }
}
