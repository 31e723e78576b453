// SPDX-License-Identifier: Apache-2.0
// The transport on the beat of the deck that leads.

import Quantities
import RenderCore
import RigModel
import SoundFiles
import TrackLibrary

extension PlayerControl {
  /// Lets the transport go as the deck that leads, or that plays where none does, if it is to.
  func leadTransport() {
    guard let transport = live.rig.transport, transport.source == .leader else {
      if live.sync.clock != nil { follow(nil) }
      return
    }
    let candidates = decks.filter { $0.player.grid != nil }
    let sounding = candidates.filter(\.isSounding)
    guard let player = (sounding.first { leads($0.player) } ?? sounding.first)?.player else {
      // A deck that stops keeps its place; one that has gone has none.
      if let clock = live.sync.clock, !candidates.contains(where: { $0.player.node === clock.node })
      {
        follow(nil)
      }
      return
    }
    guard player.beats.sent != .none, let grid = player.grid else { return }
    let clock = LiveSync.Clock(
      node: player.node,
      firstBeat: firstBeat(of: player, grid, meter: transport.beatsPerBar),
      turn: player.track.turn,
      beats: player.beats.sent
    )
    if !clock.isSame(as: live.sync.clock) { follow(clock) }
  }

  /// How many beats of the clock come before the one from which a deck's are counted at its place.
  ///
  /// The bar in which its track begins is the clock's first; a file that starts again at its end
  /// goes on being counted.
  private func firstBeat(of player: LivePlayer, _ grid: BeatGrid, meter: Int) -> Double {
    let beats = player.beats.sent
    if let last = live.sync.clock, last.node === player.node, last.turn == player.track.turn,
      last.beats.length == beats.length
    {
      return last.firstBeat + ((beats.origin - last.beats.origin) / beats.length).rounded()
    }
    // Both from the grid's first anchor, from where its bars are counted.
    let (start, place) = (grid.beats(at: .zero), grid.section(at: player.position).beat)
    let bar = Double(max(1, meter))
    return grid.beats(at: place) + (-start / bar - 1e-6).rounded(.up) * bar
  }

  private func follow(_ clock: LiveSync.Clock?) {
    live.sync.clock = clock
    controller.lead(by: clock?.node, firstBeat: clock?.firstBeat ?? 0)
    guard clock == nil, live.rig.transport?.source == .leader else { return }
    controller.processor.transport.roll(false)
  }
}
