// SPDX-License-Identifier: Apache-2.0
// The players of a session whose preset has changed: which of them stay, and which stay paused.

import Presets
import SoundFiles

extension LiveSession {
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
      if preset.sources[place] == source, old.replacement != .otherChannels {
        players[index] = old
      } else if before.startsPlaying, after.startsPlaying, !old.isPlaying, !old.hasEnded {
        players[index]?.isPlaying = false
      }
    }
    return players
  }
}

extension Source {
  /// The source without what its player plays, and how.
  var withoutFile: Source {
    var bare = self
    if case .player = kind { bare.kind = .player(Player(file: "")) }
    return bare
  }
}
