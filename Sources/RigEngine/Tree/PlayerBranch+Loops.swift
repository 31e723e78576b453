// SPDX-License-Identifier: Apache-2.0
// The loop of a player in the tree.

import ControlTree
import Quantities
import RigErrors
import RigModel

extension PlayerBranch {
  /// The values of a player's loop, and what can be done with it.
  var loop: [TreeNode] {
    func act(_ action: PlayerControl.LoopAction) throws(RigError) {
      try players.loop(action, index, of: session)
    }
    func beats(in arguments: [String: String]) throws(RigError) -> Double {
      guard let beats = arguments["beats"].flatMap(Double.init), beats.isFinite,
        abs(beats) <= PlayerLoop.beats.upperBound
      else {
        throw .data("'beats' is a number from -512 to 512.")
      }
      return beats
    }
    func trigger(
      _ word: RigPath.Player,
      _ summary: String,
      _ action: PlayerControl.LoopAction
    ) -> TreeNode {
      self.trigger(word, summary) { () throws(RigError) in try act(action) }
    }
    func end(
      _ word: RigPath.Player,
      _ summary: String,
      _ place: @escaping (PlayerLoop) -> Seconds
    ) -> TreeNode {
      TreeNode(word.path(of: path), .number(NumberRange(0...length, unit: "s")), summary) {
        .number(player?.loop.map { place($0).value } ?? 0)
      }
    }
    return [
      toggle(
        RigPath.Player.loop_active.path(of: path),
        "Whether its loop is played; on goes back to the loop's beginning where it was left.",
        read: { $0.loop?.isOn == true },
        write: { isOn throws(RigError) in try act(.turn(on: isOn)) }
      ),
      TreeNode(
        RigPath.Player.loop_beats.path(of: path),
        .number(NumberRange(0...PlayerLoop.beats.upperBound)),
        "How many beats its loop has, or seconds where its file says no tempo; one that is set is played, 0 ends it.",
        default: .number(0),
        read: {
          guard let player, let loop = player.loop else { return .number(0) }
          return .number(player.beats(in: loop.length, from: loop.start))
        },
        write: { (value: TreeValue) throws(RigError) in try act(.beats(value.number ?? 0)) }
      ),
      end(.loop_in_seconds, "Where its loop begins.", \.start),
      end(.loop_out_seconds, "Where its loop ends.", \.end),
      trigger(.loop_in, "Lets a loop begin where it is.", .begin),
      trigger(.loop_out, "Lets the loop end where it is, and plays it.", .end),
      trigger(.loop_halve, "Makes the loop half as long.", .stretch(0.5)),
      trigger(.loop_double, "Makes the loop twice as long.", .stretch(2)),
      TreeNode(
        trigger: RigPath.Player.beat_jump.path(of: path),
        "Goes so many beats on, or back, with its loop if that is played.",
        taking: [TriggerArgument("beats")],
        .now { arguments throws(RigError) in
          try players.jump(byBeats: try beats(in: arguments), index, of: session)
        }
      ),
      TreeNode(
        trigger: RigPath.Player.beat_loop.path(of: path),
        "Plays a loop of so many beats from where it is; leaves one that is that long already.",
        taking: [TriggerArgument("beats")],
        .now { arguments throws(RigError) in try act(.toggle(beats: try beats(in: arguments))) }
      ),
      TreeNode(
        trigger: RigPath.Player.loop_move.path(of: path),
        "Moves the loop so many beats on, or back; the player comes along once it is over.",
        taking: [TriggerArgument("beats")],
        .now { arguments throws(RigError) in try act(.move(try beats(in: arguments))) }
      ),
    ]
  }
}
