// SPDX-License-Identifier: Apache-2.0
// Tracks that are loaded into decks: other files than their presets name.

import Quantities
import RenderCore
package import RigErrors
import RigModel
import SoundFiles

/// Loads tracks into the decks of an engine.
///
/// > Threading: Control.
package struct TrackLoader {
  let engine: Engine

  package init(engine: Engine) { self.engine = engine }

  /// Gives a player another file, which begins at its beginning.
  ///
  /// Nothing else of its session changes: a player that plays goes on with the new file, with the
  /// fade of a jump between them. It keeps the file until a preset names another one. The disk is
  /// waited for beside the control thread; until it has answered the old file goes on.
  ///
  /// - Parameters:
  ///   - file: where it is.
  ///   - session: the name of the session.
  ///   - source: the name of the source; `nil` where the session has one player.
  /// - Returns: its session, and its index among the sources of that.
  /// - Throws: why the file can't be played there; the player stays as it was.
  @discardableResult
  package nonisolated(nonsending) func load(
    _ file: String,
    into session: String,
    source: String?
  ) async throws(RigError) -> (LiveChannel, Int) {
    let (channel, index) = try engine.players.find(session, source)
    guard let player = channel.players[index] else { return (channel, index) }
    for word in [RigPath.Player.load, .position_seconds] {
      try engine.context.guards.checkLock(channel.path(of: player.source, word))
    }
    channel.players[index]?.loads += 1
    var place = PlayerPlace(
      source: channel.current.sources[index],
      channel: channel.name,
      isResident: channel.purpose.isResident
    )
    place.loops = player.file.loops
    let builder = engine.plugins.builder
    let (opened, ring) = try await BackgroundQueue.shared.onDisk(file) {
      [place] () throws(RigError) in
      do throws(SoundFileError) { return try builder.open(file, .zero, in: place) } catch {
        throw .data("\(error.description).")
      }
    }
    // A reload, or another track, may have come in between.
    guard engine.live.has(channel), let now = channel.players[index], now.node === player.node,
      now.loads == player.loads + 1
    else {
      throw .refused("'\(session)' was given something else while \(file) was opened.")
    }
    channel.players[index] = now.playing(opened)
    engine.controller.exchangeRing(of: now.node, with: ring, isOnset: true)
    if now.isPlaying { engine.controller.setPlaying(now.node, true) }
    for remark in opened.remarks { engine.context.hooks.complain("\(file) \(remark).") }
    engine.context.lookAgain()
    return (channel, index)
  }
}

extension LiveRig {
  /// What players play that was loaded into them, by the paths of the players.
  package var tracks: [String: String] {
    var tracks: [String: String] = [:]
    for channel in channels {
      for (source, player) in zip(channel.preset.sources, channel.players) {
        guard case .player(let preset) = source.kind, let file = player?.file.path,
          file != preset.file
        else { continue }
        tracks[RigPath.Branch.sources.path(of: channel.name, source.name)] = file
      }
    }
    return tracks
  }
}

extension LivePlayer {
  /// The same with another file, of which nothing has been played.
  fileprivate func playing(_ file: SoundFilePlayer) -> LivePlayer {
    var player = self
    player.file = file
    (player.cuePoint, player.jump, player.hasEnded) = (.zero, nil, false)
    (player.isStarving, player.replacement) = (false, .none)
    return player
  }
}
