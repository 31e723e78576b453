// SPDX-License-Identifier: Apache-2.0
// The plugins of a rig: brought up, set, and what they remember.

import LV2Hosting
import Presets
import RigErrors

/// The plugins of a rig that is up.
///
/// > Threading: Control.
package final class PluginControl: StagePart {
  let stage: Stage
  let builder: SessionBuilder
  let notices: Notices
  /// Files of plugins that have moved to another sample rate.
  var movedStates: TemporaryFolder?

  init(_ stage: Stage, _ builder: SessionBuilder, _ notices: Notices) {
    self.stage = stage
    self.builder = builder
    self.notices = notices
  }

  /// Brings a session of `rig` up, with players that are there already if there are any; nothing sounds yet.
  func build(
    _ session: Session,
    reusing players: [LivePlayer?]? = nil,
    in rig: Rig
  ) throws(RigError) -> LiveSession {
    defer { tellProblems() }
    let states = savedStates(of: rig)
    return try builder.build(
      session,
      outputs: rig.outputNames,
      voice: rig.voiceProcessing,
      reusing: players,
      states: states
    )
  }

  /// The same, in the workshop: whoever uses this thread goes on meanwhile.
  nonisolated(nonsending) func make(
    _ session: Session,
    reusing players: [LivePlayer?]?,
    in rig: Rig
  ) async throws(RigError) -> LiveSession {
    defer { tellProblems() }
    let builder = builder
    let states = savedStates(of: rig)
    let made = try await Workshop.shared.perform { () throws(RigError) in
      try builder.build(
        session,
        outputs: rig.outputNames,
        voice: rig.voiceProcessing,
        reusing: players,
        states: states
      )
    }
    guard let made else {
      let plugins = session.graph.nodes.map(\.plugin).joined(separator: ", ")
      let what = plugins.isEmpty ? "its files" : "its files or plugins (\(plugins))"
      throw .unavailable("Session '\(session.name)' can't be brought up: \(what) do not come back.")
    }
    return made
  }

  private func tellProblems() {
    for problem in builder.problems { notices.add(problem) }
    builder.problems = []
  }
}
