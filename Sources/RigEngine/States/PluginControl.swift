// SPDX-License-Identifier: Apache-2.0
// The plugins of a rig: brought up, set, and what they remember.

import LV2Hosting
import RigErrors
import RigFiles
import RigModel

/// The plugins of a rig that is up.
///
/// > Threading: Control.
package final class PluginControl: EnginePart {
  let context: EngineContext
  let builder: ChannelBuilder
  let log: EngineLog
  /// Files of plugins that have moved to another sample rate.
  var movedStates: TemporaryFolder?

  init(_ context: EngineContext, _ builder: ChannelBuilder, _ log: EngineLog) {
    self.context = context
    self.builder = builder
    self.log = log
  }

  deinit { movedStates?.leave() }

  /// Brings a channel of `rig` up, with players that are there already if there are any; nothing
  /// sounds yet.
  func build(
    _ channel: Channel,
    as purpose: LiveChannel.Purpose,
    reusing players: [LivePlayer?]? = nil,
    in rig: Rig
  ) throws(RigError) -> LiveChannel {
    defer { tellProblems() }
    let states = PluginStates.saved(of: rig) { log.add($0) }
    return try builder.build(
      channel,
      as: purpose,
      places: SendPlaces(of: rig),
      voice: rig.voiceProcessing,
      reusing: players,
      states: states
    )
  }

  /// The same, on the background queue: the control thread goes on meanwhile.
  nonisolated(nonsending) func make(
    _ channel: Channel,
    as purpose: LiveChannel.Purpose,
    reusing players: [LivePlayer?]?,
    in rig: Rig
  ) async throws(RigError) -> LiveChannel {
    defer { tellProblems() }
    let builder = builder
    let made = try await BackgroundQueue.shared.perform { () throws(RigError) in
      let states = PluginStates.saved(of: rig) { builder.problems.append($0) }
      return try builder.build(
        channel,
        as: purpose,
        places: SendPlaces(of: rig),
        voice: rig.voiceProcessing,
        reusing: players,
        states: states
      )
    }
    guard let made else {
      let plugins = channel.graph.nodes.map(\.plugin).joined(separator: ", ")
      let what = plugins.isEmpty ? "its files" : "its files or plugins (\(plugins))"
      throw .unavailable("Session '\(channel.name)' can't be brought up: \(what) do not come back.")
    }
    return made
  }

  /// Opens the files that a channel which stays is to play from now on, on the background queue.
  nonisolated(nonsending) func makePlayers(
    of channel: Channel,
    inPlaceOf old: LiveChannel
  ) async throws(RigError) -> [LivePlayer?] {
    let builder = builder
    let kept = (sources: old.preset.sources, players: old.players)
    let purpose = old.purpose
    let made = try await BackgroundQueue.shared.perform { () throws(RigError) in
      try builder.buildPlayers(of: channel, as: purpose, keeping: kept)
    }
    if let made { return made }
    throw .unavailable("Session '\(channel.name)' can't be given its files: they do not come back.")
  }

  private func tellProblems() {
    for problem in builder.problems { log.add(problem) }
    builder.problems = []
  }
}
