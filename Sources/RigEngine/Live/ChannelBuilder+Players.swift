// SPDX-License-Identifier: Apache-2.0
// Brings players up: opens their files.

import Quantities
import RenderCore
import RigErrors
import RigModel
import SoundFiles

extension ChannelBuilder {
  /// Opens the files of a channel's players, but for those of sources that `old` has as well.
  func buildPlayers(
    of channel: Channel,
    as purpose: LiveChannel.Purpose,
    keeping old: (sources: [Source], players: [LivePlayer?])?
  ) throws(RigError) -> [LivePlayer?] {
    var players: [LivePlayer?] = []
    for source in channel.sources {
      let place = old?.sources.firstIndex {
        $0.keepsPlayer(of: source, isResident: purpose.isResident)
      }
      if let old, let index = place {
        players.append(old.players[index])
      } else if case .player(let player) = source.kind {
        players.append(try build(player, source, channel, isResident: purpose.isResident))
      } else {
        players.append(nil)
      }
    }
    return players
  }

  private func build(
    _ player: Player,
    _ source: Source,
    _ channel: Channel,
    isResident: Bool
  ) throws(RigError) -> LivePlayer {
    var place = PlayerPlace(source: source, channel: channel.name, isResident: isResident)
    place.loops = player.loops
    do throws(SoundFileError) {
      let kept = tracks[place.path]
      let opened = try opened(player, in: place)
      lastID += 1
      return LivePlayer(
        source: source.name,
        opened,
        node: PlayerNode(id: lastID, ring: opened.ring.audio),
        isPlaying: kept?.isPlaying ?? player.startsPlaying,
        cuePoint: player.cuePoint
      )
    } catch {
      throw .data(error.description)
    }
  }

  /// Notes tracks for players that are brought up next, but for those whose disks do not answer.
  nonisolated(nonsending) func keep(_ tracks: [String: KeptTrack]) async {
    for (player, track) in tracks {
      let path = track.path
      let answer = await BackgroundQueue.shared.performAtOnce(patience: Seconds(2)) {
        SoundFilePlayer.isThere(path)
      }
      if answer != nil {
        self.tracks[player] = track
      } else {
        problems.append("\(path) is not played any more: its disk does not answer.")
      }
    }
  }

  /// Opens what a player has been given to play; `nil` where that can't be played any more.
  private func openTrack(_ player: Player, in place: PlayerPlace) -> OpenedPlayer? {
    guard let track = tracks[place.path] else { return nil }
    var place = place
    place.isRemembered = track.position != nil
    do throws(SoundFileError) {
      switch track.content {
      case .file(let file):
        let opened = try open(file, track.position ?? .zero, in: place)
        opened.file.tracks.edit { $0.waiting = track.waiting }
        return opened
      case .list(let list, let order):
        guard let playlist = player.playlist else { return nil }
        return try open(TrackQueue(order, of: list, crossing: playlist.crossing), in: place)
      case .place(let list, let memory):
        guard let playlist = player.playlist else { return nil }
        var order = playlist.order(of: try TrackList(path: list).tracks)
        order.resume(memory)
        let queue = TrackQueue(order, of: list, crossing: playlist.crossing)
        return try open(queue, at: track.position, of: memory.track, in: place)
      }
    } catch {
      problems.append("\(error.description). '\(place.channel)' has its preset's file again.")
      return nil
    }
  }

  /// Opens what a player goes on with, or else what its preset has it play.
  private func opened(
    _ player: Player,
    in place: PlayerPlace
  ) throws(SoundFileError) -> OpenedPlayer {
    if let track = openTrack(player, in: place) { return track }
    return try open(player, in: place)
  }

  /// Opens what a preset has a player play.
  private func open(
    _ player: Player,
    in place: PlayerPlace
  ) throws(SoundFileError) -> OpenedPlayer {
    guard let playlist = player.playlist else {
      return try open(player.file, player.cuePoint, in: place)
    }
    let order = playlist.order(of: try TrackList(path: player.file).tracks)
    return try open(TrackQueue(order, of: player.file, crossing: playlist.crossing), in: place)
  }

  /// Opens a list for a player, and reads what begins with its first track, or at a position if it
  /// is that track; waits for the disk.
  private func open(
    _ tracks: TrackQueue,
    at position: Seconds? = nil,
    of track: Track? = nil,
    in place: PlayerPlace
  ) throws(SoundFileError) -> OpenedPlayer {
    let file = try SoundFilePlayer(
      list: tracks,
      filling: place.source.channels,
      rate: sampleRate,
      leveller: leveller(in: place),
      lanes: lanes,
      streamBuffer: place.player?.streamBuffer
    )
    let isThere = file.track.track == track
    let start = isThere ? min(position ?? .zero, file.duration) : .zero
    return OpenedPlayer(file: file, ring: try file.makeRing(at: start))
  }

  /// Opens a file for a player, and reads what begins at a position; waits for the disk.
  ///
  /// > Threading: Any.
  func open(
    _ path: String,
    _ position: Seconds,
    in place: PlayerPlace
  ) throws(SoundFileError) -> OpenedPlayer {
    let channels = place.source.channels
    let file = try SoundFilePlayer(
      file: path,
      filling: channels,
      rate: sampleRate,
      loops: place.loops,
      leveller: leveller(in: place),
      lanes: lanes,
      streamBuffer: place.player?.streamBuffer,
      residentFrom: place.isResident ? position : nil
    )
    guard file.channels == channels else {
      throw .cannotRead(
        path: path,
        reason: "session '\(place.channel)' expects \(channels) channels and the file has "
          + "\(file.channels); write 'channels: \(file.channels)' beside 'player'"
      )
    }
    // The file may be shorter by now than it was when somebody was there.
    let start = place.isRemembered ? min(position, file.duration) : position
    return OpenedPlayer(file: file, ring: try file.makeRing(at: start))
  }

  /// What makes a player's tracks as loud as its preset says.
  private func leveller(in place: PlayerPlace) -> TrackLeveller {
    guard let player = place.player, !place.isResident else { return .none }
    return TrackLeveller(player.loudness.map(TrackLevel.init), lanes: lanes)
  }
}

/// Where a file is to be played.
struct PlayerPlace: Sendable {
  let source: Source
  /// The name of the channel.
  let channel: String
  let isResident: Bool
  var loops = false
  /// Whether it is known from another run.
  var isRemembered = false

  /// What the preset says of the player.
  var player: Player? { if case .player(let player) = source.kind { player } else { nil } }

  /// The path of its player.
  var path: String { RigPath.Branch.sources.path(of: channel, source.name) }
}
