// SPDX-License-Identifier: Apache-2.0
// The players of a channel whose preset has changed: which of them stay, and which stay paused.

import RigErrors
import RigModel
import SoundFiles

extension LiveChannel {
  /// Whether its players can go on as those of another preset, in the same places.
  func keepsPlayers(as other: Channel) -> Bool {
    preset.sources.elementsEqual(other.sources) {
      $0.keepsPlayer(of: $1, isResident: purpose.isResident)
    }
  }

  /// What becomes of players that were made for `other`, at the moment when they take the places of
  /// this channel's.
  ///
  /// One whose source is the same goes on as it is, unless its file has other channels by now. One
  /// that was paused by hand, or because its output went, waits in its new file, too, unless the
  /// preset says something else of it than before.
  func taking(_ made: [LivePlayer?], for other: Channel) -> [LivePlayer?] {
    var players = made
    for edit in other.sources.players(since: preset.sources) {
      guard let old = self.players[edit.place], players[edit.index] != nil else { continue }
      let isSame = preset.sources[edit.place] == other.sources[edit.index]
      if isSame && old.replacement != .otherChannels || players[edit.index]?.node === old.node {
        players[edit.index] = old
      } else if edit.before.startsPlaying, edit.now.startsPlaying, !old.isPlaying, !old.hasEnded {
        players[edit.index]?.isPlaying = false
      }
    }
    return players
  }

  /// Refuses cue points of another preset that lie outside of the files of players that go on.
  func checkCuePoints(of other: Channel) throws(RigError) {
    for edit in other.sources.players(since: preset.sources) {
      guard let player = players[edit.place], player.replacement == .none,
        player.track.track.path == edit.now.file, edit.before.file == edit.now.file,
        edit.before.cuePoint != edit.now.cuePoint
      else { continue }
      do throws(SoundFileError) {
        try player.file.check(edit.now.cuePoint)
      } catch {
        throw .data(error.description)
      }
    }
  }
}

/// A player that two presets have under one name.
struct PlayerEdit {
  /// Where it was among the sources, and where it is.
  let place: Int
  let index: Int
  /// What the presets say of it.
  let before: Player
  let now: Player
}

extension [Source] {
  /// The players that were there before, among other sources, by their names.
  func players(since sources: [Source]) -> [PlayerEdit] {
    enumerated().compactMap { index, source in
      guard let place = sources.firstIndex(where: { $0.name == source.name }),
        case .player(let before) = sources[place].kind, case .player(let now) = source.kind
      else { return nil }
      return PlayerEdit(place: place, index: index, before: before, now: now)
    }
  }
}

extension Source {
  /// The file of a player.
  var file: String? {
    if case .player(let player) = kind { player.file } else { nil }
  }

  /// Whether the player of another source can go on as this one's; what is kept in memory begins at
  /// its cue point.
  func keepsPlayer(of other: Source, isResident: Bool) -> Bool {
    isResident ? self == other : withoutManner == other.withoutManner
  }

  /// The source without what may change while it sounds: how its player plays, what its ports are
  /// connected to, whether it is silent beside others.
  private var withoutManner: Source {
    var bare = self
    bare.isSecondary = false
    switch kind {
    case .player(let player):
      var other = Player(file: player.file)
      other.playlist = player.playlist.map { _ in Playlist() }
      bare.kind = .player(other)
    case .jack: bare.kind = .jack([])
    case .route, .silent, .session, .insert: break
    }
    return bare
  }

  /// The same without what its player plays.
  var withoutFile: Source {
    var bare = withoutManner
    if case .player = kind { bare.kind = .player(Player(file: "")) }
    return bare
  }
}
