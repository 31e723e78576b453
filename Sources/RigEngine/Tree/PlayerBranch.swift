// SPDX-License-Identifier: Apache-2.0
// A player in the tree: what all groups of its values have in common.

import ControlTree
import RigErrors
import RigModel

/// A player in the tree, and what its values act on.
struct PlayerBranch {
  let players: PlayerControl
  let session: LiveChannel
  let index: Int
  let path: String
  /// How long its track may be, in seconds.
  let length: Double

  /// The player as it is.
  var player: LivePlayer? {
    session.players.indices.contains(index) ? session.players[index] : nil
  }

  /// Something that can be done.
  func trigger(
    _ word: RigPath.Player,
    _ summary: String,
    in scope: ValueScope = .rig,
    _ act: @escaping () throws(RigError) -> Void
  ) -> TreeNode {
    TreeNode(
      trigger: word.path(of: path),
      summary,
      in: scope,
      .now { _ throws(RigError) in try act() }
    )
  }

  /// A switch that is off by itself.
  func toggle(
    _ path: String,
    _ summary: String,
    read: @escaping (LivePlayer) -> Bool,
    write: @escaping (Bool) throws(RigError) -> Void
  ) -> TreeNode {
    TreeNode(
      path,
      .toggle(),
      summary,
      default: .toggle(false),
      read: { .toggle(player.map(read) == true) },
      write: { (value: TreeValue) throws(RigError) in try write(value == .toggle(true)) }
    )
  }
}
