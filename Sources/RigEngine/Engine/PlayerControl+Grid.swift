// SPDX-License-Identifier: Apache-2.0
// The beat grids of decks: set by ear, by a foot, or by numbers.

import Quantities
import RigErrors
import RigModel
import SoundFiles
import TrackLibrary

extension PlayerControl {
  /// What can be done with the grid of a track.
  enum GridAction {
    /// Give all of it a tempo; 0 forgets the grid.
    case tempo(Double)
    /// Put a beat where the player is.
    case here
    /// Put a beat at a place.
    case at(Seconds)
    /// Let all beats come later.
    case shift(Seconds)
    /// A foot has tapped: after four taps they are a tempo, and the last one was on a beat.
    case tap(MonotonicTime)
  }

  /// How far one press moves the beats.
  static let gridStep = Seconds(0.01)

  /// Does something with the grid of a player's track.
  ///
  /// - Throws: that nobody knows its tempo, or that it is none.
  func grid(_ action: GridAction, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    try session.checkTrack(of: player.source)
    var grid = player.grid
    let word: RigPath.Player
    switch action {
    case .tempo, .tap: word = .bpm
    case .here, .at, .shift: word = .grid_seconds
    }
    try context.guards.checkLock(session.path(of: player.source, word))
    switch action {
    case .tempo(0): grid = nil
    case .tempo(let bpm):
      // The beat where the player is stays where it is.
      let beat = grid?.section(at: player.position).nearest(to: player.position) ?? .zero
      grid = try tempo(bpm, from: beat)
    case .here: grid = try known(grid, of: player).aligned(to: player.position)
    case .at(let position): grid = try known(grid, of: player).aligned(to: position)
    case .shift(let time): grid = try known(grid, of: player).shifted(by: time)
    case .tap(let now):
      guard let heard = session.players[index]?.beats.taps.tap(at: now) else { return }
      // What is heard is as much faster as the deck plays.
      let rate = Double(player.rate) * player.beats.ratio
      grid = try tempo(heard / rate, from: player.position)
    }
    let changed = grid
    try prepare(index, of: session) { preparation, start in
      preparation.grid = start > .zero ? changed?.shifted(by: start) : changed
    }
    followBeat(index, of: session)
    followSync()
  }

  private func tempo(_ bpm: Double, from beat: Seconds) throws(RigError) -> BeatGrid {
    guard let grid = BeatGrid([.init(at: beat, bpm: bpm)]) else {
      let (low, high) = (BeatGrid.tempos.lowerBound, BeatGrid.tempos.upperBound)
      throw .data("A tempo is \(low.short) to \(high.short) BPM, and 0 forgets it.")
    }
    return grid
  }

  private func known(_ grid: BeatGrid?, of player: LivePlayer) throws(RigError) -> BeatGrid {
    guard let grid else {
      throw .refused("Nobody knows the tempo of '\(player.source)': set its bpm, or tap it.")
    }
    return grid
  }
}
