// SPDX-License-Identifier: Apache-2.0
// The players of a session whose preset has changed: which of them stay, and which stay paused.

import Presets
import SoundFiles

extension LiveSession {
  /// Whether its players can go on as those of another preset, in the same places.
  func keepsPlayers(as other: Session, isResident: Bool) -> Bool {
    preset.sources.elementsEqual(other.sources) { $0.keepsPlayer(of: $1, isResident: isResident) }
  }

  /// What becomes of players that were made for `other`, at the moment when they take the places of this session's.
  ///
  /// One whose source is the same goes on as it is, unless its file has other channels by now. One that was paused by hand, or
  /// because its output went, waits in its new file, too, unless the preset says something else of it than before.
  func taking(_ made: [LivePlayer?], for other: Session) -> [LivePlayer?] {
    var players = made
    for (index, source) in other.sources.enumerated() {
      guard let place = preset.sources.firstIndex(where: { $0.name == source.name }),
        let old = self.players[place], players[index] != nil,
        case .player(let before) = preset.sources[place].kind,
        case .player(let after) = source.kind
      else { continue }
      let isSame = preset.sources[place] == source && old.replacement != .otherChannels
      if isSame || players[index]?.node === old.node {
        players[index] = old
      } else if before.startsPlaying, after.startsPlaying, !old.isPlaying, !old.hasEnded {
        players[index]?.isPlaying = false
      }
    }
    return players
  }
}

extension Source {
  /// Whether the player of another source can go on as this one's; what is kept in memory begins at its cue point.
  func keepsPlayer(of other: Source, isResident: Bool) -> Bool {
    isResident ? self == other : withoutManner == other.withoutManner
  }

  /// The source without how its player plays.
  private var withoutManner: Source {
    var bare = self
    if case .player(let player) = kind { bare.kind = .player(Player(file: player.file)) }
    return bare
  }

  /// The source without what its player plays, and how.
  var withoutFile: Source {
    var bare = self
    if case .player = kind { bare.kind = .player(Player(file: "")) }
    return bare
  }
}
