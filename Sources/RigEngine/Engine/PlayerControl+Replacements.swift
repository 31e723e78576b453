// SPDX-License-Identifier: Apache-2.0
// Files that have been written again under their names: a reload plays them in their new form.

import Quantities
package import RigErrors
import RigModel
import SoundFiles

extension PlayerControl {
  /// How long a disk may take to say which file has a name; of one that takes longer nothing is
  /// known.
  private static var patience: Seconds { Seconds(2) }

  /// Asks the disks which players play what is not the file of that name any more; others go on
  /// meanwhile.
  ///
  /// - Throws: why a file that has another one's name can't be played.
  package nonisolated(nonsending) func lookForReplacements() async throws(RigError) {
    for channel in live.channels {
      for index in channel.players.indices {
        guard let file = channel.players[index]?.file else { continue }
        let isLoaded = channel.preset.sources[index].file != file.path
        let found = try await BackgroundQueue.shared.performAtOnce(patience: Self.patience) {
          () throws(RigError) in
          do throws(SoundFileError) { return try file.replacement() } catch {
            // No preset is to blame for a track that was loaded: it goes on as it is.
            if isLoaded { return SoundFilePlayer.Replacement.none }
            throw .data(error.description)
          }
        }
        guard channel.players[index]?.file === file else { continue }
        channel.players[index]?.replacement = found ?? .none
      }
    }
  }

  /// Lets players whose files have been written again begin again; one that plays goes over to the
  /// new form.
  package func goOverToReplacements() {
    for channel in live.channels {
      for index in channel.players.indices where channel.players[index]?.replacement == .fitting {
        channel.players[index]?.replacement = .none
        do throws(RigError) {
          try jump(index, of: channel, to: nil)
        } catch {
          hooks.complain("\(error.message).")
        }
      }
    }
  }
}

extension LiveChannel {
  /// Whether a file that one of its players plays has other channels by now, so that the player has
  /// no room for it.
  var hasOutgrownPlayers: Bool {
    players.contains { $0?.replacement == .otherChannels }
  }
}
