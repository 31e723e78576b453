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
  /// A file that has been opened for a player.
  package struct Track {
    /// The player: its session, and its index among the sources of that.
    package let channel: LiveChannel
    package let index: Int
    fileprivate let node: PlayerNode
    fileprivate let opened: OpenedPlayer
    /// The number of the request among those for the player.
    fileprivate let turn: Int
  }

  let engine: Engine

  package init(engine: Engine) { self.engine = engine }

  /// Opens a file for a player; the disk is waited for beside the control thread.
  ///
  /// - Parameters:
  ///   - file: where it is.
  ///   - session: the name of the session.
  ///   - source: the name of the source; `nil` where the session has one player.
  /// - Returns: the track, to be played by `play`.
  /// - Throws: why the file can't be played there.
  package nonisolated(nonsending) func open(
    _ file: String,
    for session: String,
    source: String?
  ) async throws(RigError) -> Track {
    let (channel, index, player) = try engine.players.find(session, source)
    for word in [RigPath.Player.load, .position_seconds] {
      try engine.context.guards.checkLock(channel.path(of: player.source, word))
    }
    let turn = player.requests + 1
    channel.players[index]?.requests = turn
    let place = PlayerPlace(
      source: channel.current.sources[index],
      channel: channel.name,
      isResident: channel.purpose.isResident
    )
    let builder = engine.plugins.builder
    let opened = try await player.loads.during(turn) { () async throws(RigError) in
      try await BackgroundQueue.shared.onDisk(file) { () throws(RigError) in
        do throws(SoundFileError) { return try builder.open(file, .zero, in: place) } catch {
          throw .data("\(error.description).")
        }
      }
    }
    return Track(
      channel: channel,
      index: index,
      node: player.node,
      opened: opened,
      turn: turn
    )
  }

  /// Gives a player the track that was opened for it, which begins at its beginning.
  ///
  /// Nothing else of its session changes: a player that plays goes on with the new file, with the
  /// fade of a jump between them. It keeps the file until a preset names another one.
  ///
  /// - Throws: what has come in between; the player stays as it is.
  package func play(_ track: Track) throws(RigError) {
    let channel = track.channel
    guard engine.live.has(channel), let player = channel.players[track.index],
      player.node === track.node
    else {
      throw .busy(
        "'\(channel.name)' was made again meanwhile: load \(track.opened.file.track.track.shownPath) again."
      )
    }
    guard player.followed < track.turn else {
      throw .refused("'\(channel.name)' was given another track meanwhile.")
    }
    let name = player.source
    engine.tree.stopFade(of: channel.path(of: name, .position_seconds))
    let file = track.opened.file
    file.loops = player.file.loops
    let waiting = player.file.tracks.order.waiting
    file.tracks.edit { $0.waiting = waiting }
    channel.players[track.index] = player.playing(track.opened, track.turn)
    engine.players.exchange(
      track.index,
      of: channel,
      to: track.opened.ring,
      at: .zero,
      isOnset: true
    )
    if player.isPlaying { engine.controller.setPlaying(player.node, true) }
    for remark in file.remarks {
      engine.context.hooks.complain("\(file.path) \(remark).")
    }
    engine.context.lookAgain()
  }
}

extension LivePlayer {
  /// The same with another file, of which nothing has been played.
  fileprivate func playing(_ opened: OpenedPlayer, _ request: Int) -> LivePlayer {
    var player = self
    (player.file, player.ring, player.followed) = (opened.file, opened.ring, request)
    (player.cuePoint, player.jump, player.hasEnded) = (.zero, nil, false)
    player.setLoop = nil
    player.cueButton.held = nil
    (player.isStarving, player.replacement) = (false, .none)
    return player
  }
}
