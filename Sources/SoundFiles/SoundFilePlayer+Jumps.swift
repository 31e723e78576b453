// SPDX-License-Identifier: Apache-2.0
// Jumps of a player: to a position, or to another track.

package import Quantities
internal import Synchronization

extension SoundFilePlayer {
  /// Asks for a ring that plays from `position`, to start with, to seek or to cue; waits for no
  /// disk.
  ///
  /// A jump that still waits is superseded. What is kept in memory has come when this returns. One
  /// that `renews` is of the file that has the name by now, should that have changed; what is kept
  /// in memory has been read again already. Up to `ahead` of what comes first may be left out, and
  /// `past` is there before it.
  ///
  /// - Throws: that the position is outside the file.
  package func requestRing(
    at position: Seconds,
    renews: Bool = false,
    ahead: Seconds = .zero,
    past: RingPast = RingPast()
  ) throws(SoundFileError) -> RingRequest {
    try check(position)
    let request = RingRequest(
      at: position,
      renews: renews,
      ahead: ahead,
      past: past,
      turn: track.turn
    )
    guard let lanes else {
      let lane = present
      request.settle(
        outcome { () throws(SoundFileError) in try lane.makeRing(at: position, renews: renews) }
      )
      return request
    }
    if let fresh = try residentLane(from: position) {
      request.settle(
        outcome { () throws(SoundFileError) in try fresh.makeRing(at: position, renews: false) }
      )
      let former = lane.withLock { lane in
        defer { lane = fresh }
        return lane
      }
      former.leave()
      fresh.enter()
    } else {
      present.ask(for: request)
      lanes.wake(present)
    }
    return request
  }

  /// Asks for a ring that plays another track from its beginning; waits for no disk.
  ///
  /// Steps that still wait are gone before this one.
  package func requestRing(_ step: TrackStep) -> RingRequest {
    let lane = present
    let request = RingRequest(at: .zero, renews: false, steps: [step], turn: lane.heard.turn)
    guard let lanes else {
      request.settle(
        outcome { () throws(SoundFileError) in
          try lane.makeRing(at: .zero, renews: false, steps: [step])
        }
      )
      return request
    }
    lane.ask(for: request)
    lanes.wake(lane)
    return request
  }

  /// Another lane, where what follows for a while is in memory.
  private func residentLane(from position: Seconds) throws(SoundFileError) -> PlayerLane? {
    guard let memory else { return nil }
    let sound = memory.present
    let frame = position.frames(at: sound.rate).value
    let start = loops ? frame % sound.shape.frames : frame
    guard sound.holds(Seconds(2), from: start) else { return nil }
    guard let turn = tracks.order.present else { return nil }
    return try PlayerLane(PlayerSource(sound), turn, plan, memory: memory)
  }

  private func outcome(
    _ body: () throws(SoundFileError) -> PlayerRing
  ) -> RingRequest.Outcome {
    do throws(SoundFileError) {
      return .ring(try body())
    } catch {
      return .failed(error)
    }
  }
}
