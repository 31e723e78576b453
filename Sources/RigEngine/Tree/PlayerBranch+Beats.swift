// SPDX-License-Identifier: Apache-2.0
// The beat of a player in the tree: its grid, and sync.

import ControlTree
import Quantities
import RigErrors
import RigModel
import TrackLibrary

extension PlayerBranch {
  /// The values of a player's beat, and what can be done with it.
  var beats: [TreeNode] {
    func act(_ action: PlayerControl.GridAction) throws(RigError) {
      try players.grid(action, index, of: session)
    }
    func trigger(
      _ word: RigPath.Player,
      _ summary: String,
      _ action: @escaping @autoclosure () -> PlayerControl.GridAction
    ) -> TreeNode {
      self.trigger(word, summary) { () throws(RigError) in try act(action()) }
    }
    let step = Int(clamping: (PlayerControl.gridStep.value * 1_000).rounded())
    return [
      TreeNode(
        RigPath.Player.bpm.path(of: path),
        .number(NumberRange(0...BeatGrid.tempos.upperBound, unit: "BPM")),
        "The tempo of its track where it is, of its grid or else its file; 0 where nobody knows it.",
        default: .number(0),
        read: { .number(player?.bpm ?? 0) },
        write: { (value: TreeValue) throws(RigError) in try act(.tempo(value.number ?? 0)) }
      ),
      TreeNode(
        RigPath.Player.tempo_bpm.path(of: path),
        .meter(unit: "BPM"),
        "The tempo that is heard; 0 where nobody knows it.",
        read: {
          .number(
            player.flatMap { player in
              player.bpm.map { $0 * (1 + players.percent(of: player) / 100) }
            } ?? 0
          )
        }
      ),
      TreeNode(
        RigPath.Player.beat.path(of: path),
        .meter(unit: nil),
        "How many beats of its grid it has behind it; 0 where nobody knows its tempo.",
        read: { .number(player.flatMap { $0.grid?.beats(at: $0.position) } ?? 0) }
      ),
      TreeNode(
        RigPath.Player.grid_seconds.path(of: path),
        .number(NumberRange(0...length, unit: "s")),
        "Where a beat of its track is, the first one; one that is set moves all beats there.",
        default: .number(0),
        read: { .number(player?.firstBeat?.value ?? 0) },
        write: { (value: TreeValue) throws(RigError) in
          try act(.at(Seconds(value.number ?? 0)))
        }
      ),
      trigger(.tap, "Taps the beat: from four taps on they are the tempo.", .tap(.now)),
      trigger(.grid_here, "Puts a beat where it is; all others move along.", .here),
      trigger(
        .grid_earlier,
        "Lets all beats come \(step) ms earlier.",
        .shift(Seconds(-PlayerControl.gridStep.value))
      ),
      trigger(
        .grid_later,
        "Lets all beats come \(step) ms later.",
        .shift(PlayerControl.gridStep)
      ),
      toggle(
        RigPath.Player.quantise.path(of: path),
        "Whether cues and loops are set on beats, and jumps keep the beat.",
        read: \.beats.isQuantised,
        write: { isOn throws(RigError) in
          session.players[index]?.beats.isQuantised = isOn
        }
      ),
      toggle(
        RigPath.Player.sync.path(of: path),
        "Whether it follows the beat of the deck that leads.",
        read: \.beats.isSynced,
        write: { isOn throws(RigError) in try players.sync(isOn, index, of: session) }
      ),
      toggle(
        RigPath.Player.sync_leader.path(of: path),
        "Whether it leads the beat of all that follow; off lets another one lead when it stops.",
        read: { players.leads($0) },
        write: { isOn throws(RigError) in try players.lead(isOn, index, of: session) }
      ),
    ]
  }
}

extension LivePlayer {
  /// The first beat of the track that is in it.
  fileprivate var firstBeat: Seconds? {
    guard let section = grid?.section(at: .zero) else { return nil }
    let beats = (section.beat.value / section.length.value).rounded(.down)
    return Seconds(max(0, section.beat.value - beats * section.length.value))
  }
}
