// SPDX-License-Identifier: Apache-2.0
// The cues of a player in the tree.

import ControlTree
import Quantities
import RigErrors
import RigModel
import TrackLibrary

extension PlayerBranch {
  /// The cue button of a player, its memory cues and its hot cues.
  var cues: [TreeNode] {
    [
      toggle(
        RigPath.Player.cue_button.path(of: path),
        "Whether its cue button is held: on presses it, off lets it go.",
        read: { $0.cueButton.down.contains(0) },
        write: { isDown throws(RigError) in
          try players.cueButton(isDown, index, of: session)
        }
      ),
      TreeNode(
        RigPath.Player.cue_mode.path(of: path),
        .choice(CueButton.Mode.names),
        "How its cue button works: as those of that maker, or cue and play.",
        default: .text(CueButton.Mode.pioneer.rawValue),
        read: { .text(player?.cueButton.name ?? "") },
        write: { (value: TreeValue) throws(RigError) in
          session.players[index]?.cueButton.name = value.words
        }
      ),
      trigger(.memory_store, "Keeps the cue point among the memory cues of the track.") {
        () throws(RigError) in try players.storeCue(index, of: session)
      },
      trigger(.memory_delete, "Forgets the memory cue at the cue point.") {
        () throws(RigError) in try players.deleteCue(index, of: session)
      },
      trigger(.memory_next, "Makes the next memory cue the cue point, and waits there.") {
        () throws(RigError) in try players.callCue(isNext: true, index, of: session)
      },
      trigger(.memory_previous, "Makes the memory cue before the cue point, and waits there.") {
        () throws(RigError) in try players.callCue(isNext: false, index, of: session)
      },
      TreeNode(
        trigger: RigPath.Player.hot_cue.path(of: path),
        "Goes to a hot cue, whether it plays or waits.",
        taking: [TriggerArgument("number")],
        .now { arguments throws(RigError) in
          guard let number = arguments["number"].flatMap(Int.init),
            TrackPreparation.hotCueNumbers.contains(number)
          else { throw .data("'number' is a number from 1 to 8.") }
          try players.go(toHotCue: number, index, of: session)
        }
      ),
    ]
      + TrackPreparation.hotCueNumbers.flatMap(hotCue)
  }

  /// One hot cue.
  private func hotCue(_ number: Int) -> [TreeNode] {
    let path = RigPath.Branch.hot_cues.path(of: self.path, String(number))
    func cue() -> CuePoint? { player?.hotCue(number) }
    func text(
      _ word: RigPath.HotCue,
      _ summary: String,
      _ place: WritableKeyPath<CuePoint, String>,
      _ checked: @escaping (String) -> String?
    ) -> TreeNode {
      TreeNode(
        word.path(of: path),
        .text,
        summary,
        read: { .text(cue()?[keyPath: place] ?? "") },
        write: { (value: TreeValue) throws(RigError) in
          guard let text = checked(value.words) else {
            throw .data("'\(value.words)' is no colour: write one as #ff8800.")
          }
          try players.describeHotCue(number, index, of: session) { $0[keyPath: place] = text }
        }
      )
    }
    return [
      toggle(
        RigPath.HotCue.pressed.path(of: path),
        "Whether its button is held: goes there, or sets it; a waiting player plays meanwhile.",
        read: { $0.cueButton.down.contains(number) },
        write: { isDown throws(RigError) in
          try players.hotCue(number, isDown: isDown, index, of: session)
        }
      ),
      TreeNode(
        RigPath.HotCue.set.path(of: path),
        .toggle(),
        "Whether the track has it: on sets it where the player is, off forgets it.",
        read: { .toggle(cue() != nil) },
        write: { (value: TreeValue) throws(RigError) in
          guard (value == .toggle(true)) != (cue() != nil) else { return }
          let place = value == .toggle(true) ? player.map { $0.quantised($0.position) } : nil
          try players.setHotCue(number, to: place, index, of: session)
        }
      ),
      TreeNode(
        RigPath.HotCue.seconds.path(of: path),
        .number(NumberRange(0...length, unit: "s")),
        "Where it is in the track; one that is not set is by that.",
        read: { .number(cue()?.position.value ?? 0) },
        write: { (value: TreeValue) throws(RigError) in
          let place = Seconds(value.number ?? 0)
          try players.setHotCue(number, to: place, index, of: session)
        }
      ),
      text(.name, "Its name.", \.name) { String($0.prefix(TrackPreparation.longestName)) },
      text(.colour, "Its colour, as #ff8800; nothing for none.", \.colour, CuePoint.colour),
    ]
  }
}
