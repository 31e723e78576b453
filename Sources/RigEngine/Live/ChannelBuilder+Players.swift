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
      let (file, ring): (SoundFilePlayer, SharedAudioRing)
      if let track = openTrack(in: place) {
        (file, ring) = track
      } else {
        (file, ring) = try open(player.file, player.cuePoint, in: place)
      }
      lastID += 1
      return LivePlayer(
        source: source.name,
        file: file,
        node: PlayerNode(id: lastID, ring: ring),
        isPlaying: player.startsPlaying,
        cuePoint: player.cuePoint
      )
    } catch {
      throw .data(error.description)
    }
  }

  /// Notes tracks for players that are brought up next, but for those whose disks do not answer.
  nonisolated(nonsending) func keep(_ tracks: [String: String]) async {
    for (player, file) in tracks {
      let answer = await BackgroundQueue.shared.performAtOnce(patience: Seconds(2)) {
        SoundFilePlayer.isReachable(file)
      }
      if answer != nil {
        self.tracks[player] = file
      } else {
        problems.append("\(file) is not played any more: its disk does not answer.")
      }
    }
  }

  /// Opens what a player has been given to play; `nil` where that can't be played any more.
  private func openTrack(in place: PlayerPlace) -> (SoundFilePlayer, SharedAudioRing)? {
    guard let track = tracks[place.path] else { return nil }
    do throws(SoundFileError) {
      return try open(track, .zero, in: place)
    } catch {
      problems.append("\(error.description). '\(place.channel)' has its preset's file again.")
      return nil
    }
  }

  /// Opens a file for a player, and reads what begins at a position; waits for the disk.
  ///
  /// > Threading: Any.
  func open(
    _ path: String,
    _ position: Seconds,
    in place: PlayerPlace
  ) throws(SoundFileError) -> (SoundFilePlayer, SharedAudioRing) {
    let channels = place.source.channels
    let file = try SoundFilePlayer(
      file: path,
      filling: channels,
      rate: sampleRate,
      loops: place.loops,
      lanes: lanes,
      residentFrom: place.isResident ? position : nil
    )
    guard file.channels == channels else {
      throw .cannotRead(
        path: path,
        reason: "session '\(place.channel)' expects \(channels) channels and the file has "
          + "\(file.channels); write 'channels: \(file.channels)' beside 'player'"
      )
    }
    return (file, try file.makeRing(at: position))
  }
}

/// Where a file is to be played.
struct PlayerPlace: Sendable {
  let source: Source
  /// The name of the channel.
  let channel: String
  let isResident: Bool
  var loops = false

  /// The path of its player.
  var path: String { RigPath.Branch.sources.path(of: channel, source.name) }
}
