// SPDX-License-Identifier: Apache-2.0
// The platter of a player in the tree.

import ControlTree
import RigErrors
import RigModel

extension PlayerBranch {
  /// What hands and the motor do to a player's platter.
  var platter: [TreeNode] {
    let place = TreeNode(
      RigPath.Player.platter_seconds.path(of: path),
      .number(NumberRange(PlayerPlatter.places, unit: "s")),
      "How far hands have moved its platter, in seconds of the track; a change moves it on, or back.",
      default: .number(0),
      read: { .number(player?.platter.place ?? 0) },
      write: { (value: TreeValue) throws(RigError) in
        let way = (value.number ?? 0) - (player?.platter.place ?? 0)
        try players.turn(index, of: session, by: way)
      }
    )
    return [
      toggle(
        RigPath.Player.reverse.path(of: path),
        "Whether it plays backwards.",
        read: \.platter.isReversed,
        write: { isOn throws(RigError) in
          try players.turn(index, of: session) { $0.isReversed = isOn }
        }
      ),
      toggle(
        RigPath.Player.scratch.path(of: path),
        "Whether a hand holds its platter: it moves by 'platter_seconds' alone, and is heard.",
        read: \.platter.isHeld,
        write: { isOn throws(RigError) in try players.turn(index, of: session) { $0.isHeld = isOn }
        }
      ),
      place,
    ]
  }
}
