// SPDX-License-Identifier: Apache-2.0
// Where players go in their files, and how they come to their ends; nobody waits for a disk here.

import ControlTower
import Dispatch
import Quantities
import RenderCore
package import RigErrors
import RigModel
import SoundFiles
import Synchronization

extension PlayerControl {
  /// Refuses a position outside of a player's file.
  func check(_ index: Int, of session: LiveChannel, _ position: Seconds?) throws(RigError) {
    guard let position, let file = session.players[index]?.file else { return }
    do throws(SoundFileError) {
      try file.check(position)
    } catch {
      throw .data(error.description)
    }
  }

  /// Has a player go on at another position, or at its cue point, once the disk has given what
  /// begins there.
  ///
  /// - Throws: why it can't, if that is known already.
  func jump(_ index: Int, of session: LiveChannel, to position: Seconds?) throws(RigError) {
    guard let player = session.players[index] else { return }
    // A list that is over begins again, or goes on with what has come to its end.
    if position == nil, player.hasEnded, player.file.tracks.list != nil {
      return try go(player.file.goesOnLate ? .next : .first, index, of: session)
    }
    do throws(SoundFileError) {
      let target = position ?? (player.file.stream == nil ? player.cuePoint : .zero)
      // One that keeps the beat may begin up to half a beat before, or behind.
      let beat = player.keptBeat(at: target) ?? .zero
      let synced = player.beats.isSynced ? PlayerBeats.longest : .zero
      let lead = Seconds(min(target.value, beat.value / 2))
      // What begins there is of the file that has the name by now.
      let request = try player.file.requestRing(
        at: Seconds(target.value - lead.value),
        renews: player.isOnset(target),
        ahead: Seconds(max(lead.value + beat.value, synced.value)),
        past: RingPast(kept: player.wantedPast.kept)
      )
      session.players[index]?.jump = request
      session.players[index]?.target = beat > .zero ? target : nil
      session.players[index]?.hasEnded = false
      if let failure = land(index, of: session) { throw failure }
    } catch {
      throw .data(error.description)
    }
    session.players[index]?.jump?.whenSettled(hooks.ringCame)
  }

  /// Has a player go on with another track, once the disk has given its first moments.
  ///
  /// - Throws: why it can't, if that is known already.
  func go(_ step: TrackStep, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    let request = player.file.requestRing(step)
    session.players[index]?.jump = request
    session.players[index]?.hasEnded = false
    if let failure = land(index, of: session) { throw .data("\(failure.description).") }
    request.whenSettled(hooks.ringCame)
  }

  /// Plays a sound that no session owns from a position, or has it ready there.
  func restart(_ index: Int, of bus: LiveChannel, at position: Seconds, plays: Bool) {
    guard let player = bus.players[index] else { return }
    bus.players[index]?.isPlaying = plays
    if !plays { controller.setPlaying(player.node, false) }
    do throws(RigError) {
      try jump(index, of: bus, to: position)
    } catch {
      hooks.complain("\(error.message).")
    }
  }

  /// Waits for a player's jump, if there is one, but not for a disk that takes its time: then it
  /// comes when it comes.
  ///
  /// - Throws: why the file can't be read there.
  package nonisolated(nonsending) func awaitLanding(
    of index: Int,
    of session: LiveChannel
  ) async throws(RigError) {
    guard let jump = session.players[index]?.jump else { return }
    await jump.settled(within: HostTimes.diskPatience)
    land()
    if case .failed(let failure) = jump.outcome { throw .data(failure.description) }
  }

  /// Hands the renderer what players have asked their disks for, where it has come.
  package func land() {
    for channel in live.channels {
      for index in channel.players.indices {
        landGrowth(index, of: channel)
        land(index, of: channel)
      }
    }
  }

  /// The same for one player; returns why it can't go on there, if it can't.
  @discardableResult
  func land(_ index: Int, of session: LiveChannel) -> SoundFileError? {
    guard let player = session.players[index], let jump = player.jump, let outcome = jump.outcome
    else { return nil }
    session.players[index]?.jump = nil
    switch outcome {
    case .ring(let ring):
      session.players[index]?.ring = ring
      exchange(
        index,
        of: session,
        to: ring,
        at: player.target ?? jump.position,
        isOnset: player.target == nil && player.isOnset(jump.position),
        keepsBeat: player.target != nil
      )
      loopAfterJump(index, of: session)
      // The old ring may have come to its end meanwhile, which is not to be the end of the new one.
      if player.isPlaying { controller.setPlaying(player.node, true) }
      if player.beats.isSynced { followSync() }
      if !jump.steps.isEmpty { release(index, of: session) }
      // Another track has other places to go to.
      if !jump.steps.isEmpty, player.file.tracks.list == nil { context.lookAgain() }
    case .failed(let failure) where !jump.steps.isEmpty:
      // The track that is heard goes on; a jump before this one may have left its ring.
      if player.ring.hasEnded {
        end(index, of: session)
      } else if !player.file.isFilling(player.ring) {
        try? self.jump(index, of: session, to: player.file.position(of: player.ring))
      }
      return failure
    case .failed(let failure):
      controller.setPlaying(player.node, false)
      end(index, of: session)
      return failure
    case .superseded: break
    }
    return nil
  }

  /// Lets the renderer go on with another ring of a player, at a place in its track or as near to
  /// that as the beat wants that is heard.
  func exchange(
    _ index: Int,
    of session: LiveChannel,
    to ring: PlayerRing,
    at position: Seconds,
    isOnset: Bool,
    keepsBeat: Bool = false
  ) {
    guard let player = session.players[index] else { return }
    let beats = player.beats(in: ring, near: position, at: sampleRate)
    session.players[index]?.beats.sent = beats
    if player.beats.turn != ring.track.turn || !player.isPlaying {
      session.players[index]?.beats.isOnBeat = false
    }
    if !player.isPlaying { session.players[index]?.beats.heldAt = 0 }
    let keepsTime = keepsTime(player)
    session.players[index]?.beats.keepsTime = keepsTime
    session.players[index]?.beats.turn = ring.track.turn
    let ratio = ratio(index, of: session)
    controller.exchangeRing(
      of: player.node,
      with: ring.audio,
      isOnset: isOnset,
      beats: beats,
      ratio: ratio,
      keepsTime: keepsTime,
      aim: keepsBeat ? max(0, ring.place(of: position, turn: ring.track.turn) ?? 0) : 0,
      keepsBeat: keepsBeat
    )
  }

  /// Notes that a player has played its last frame, unless it was sent somewhere else since.
  package func noteEnd(ofPlayer id: UInt32, jumps: Int) {
    for channel in live.channels {
      for index in channel.players.indices {
        guard let player = channel.players[index], player.node.id == id,
          player.node.jumps == jumps, player.jump == nil
        else { continue }
        if player.file.goesOnLate, (try? goOn(index, of: channel)) != nil { continue }
        end(index, of: channel)
      }
    }
  }

  /// Goes on after an end behind which something has come too late to be joined.
  private func goOn(_ index: Int, of channel: LiveChannel) throws(RigError) {
    guard let tracks = channel.players[index]?.file.tracks else { return }
    if tracks.list == nil, tracks.order.waiting.isEmpty {
      try jump(index, of: channel, to: .zero)
    } else {
      try go(.next, index, of: channel)
    }
  }

  /// Nothing more is heard of a player, until it is sent somewhere else.
  private func end(_ index: Int, of session: LiveChannel) {
    session.players[index]?.isPlaying = false
    session.players[index]?.beats.isOnBeat = false
    // Nothing has no end.
    let isEmpty = session.players[index]?.isEmpty == true
    session.players[index]?.hasEnded = !isEmpty
    let isQuiet = session.players.allSatisfy { $0?.isPlaying == false }
    guard isQuiet, let known = live.session(session.name), known === session else { return }
    // A session that is about to play something else has not stopped.
    let isPaused = towerControl.tower.session(session.id)?.isPaused ?? true
    if session.gate.isSounding, !isPaused, session.hasOtherSound { return }
    report(session)
  }
}

extension RingRequest {
  /// Returns once something has become of it, or the time is over.
  fileprivate nonisolated(nonsending) func settled(within time: Seconds) async {
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      let once = OnceOnly(continuation)
      whenSettled { once.go() }
      let end = DispatchTime.now() + .nanoseconds(Int(clamping: time.nanoseconds))
      DispatchQueue.global().asyncAfter(deadline: end) { once.go() }
    }
  }
}

/// Resumes a task that waits for the first of several things.
private final class OnceOnly: Sendable {
  private let waiting: Mutex<CheckedContinuation<Void, Never>?>

  init(_ continuation: CheckedContinuation<Void, Never>) { waiting = Mutex(continuation) }

  func go() {
    let first = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    first?.resume()
  }
}

extension TrackStep {
  /// The word of the tree for it, which an operator may lock.
  var word: RigPath.Player {
    switch self {
    case .next, .first: .next
    case .previous: .previous
    case .eject: .eject
    case .track: .load
    }
  }
}
