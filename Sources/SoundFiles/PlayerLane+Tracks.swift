// SPDX-License-Identifier: Apache-2.0
// The way of a player's lane from track to track, and what becomes of their files.

internal import Synchronization

extension PlayerLane {
  /// The order before some steps and after them.
  typealias TrackWay = (before: TrackOrder, after: TrackOrder)

  /// Takes steps back, but not what clients have edited meanwhile.
  func goBack(_ way: TrackWay) {
    plan.tracks.edit { $0.undo(to: way.before, since: way.after) }
  }

  /// Has the stream at the track that some steps lead to from the one that is heard, which it may
  /// have gone beyond already.
  func go(
    _ steps: [TrackStep],
    _ stream: inout PlayerStream,
    while isWanted: () -> Bool
  ) throws(SoundFileError) -> TrackWay {
    let tracks = plan.tracks
    // What a list is by now counts where it begins again.
    if steps.contains(.first) { opener.readListAgain() }
    var turn = heard.turn
    tracks.edit { $0.rewind(to: turn) }
    var way: TrackWay = (tracks.order, tracks.order)
    for step in steps {
      var reached: TrackOrder.Turn?
      switch step {
      case .next: reached = tracks.advance(.skip)
      case .previous: reached = tracks.edit { $0.mostHistory > 0 ? $0.goBack() : nil }
      case .first: reached = tracks.edit { $0.restart() }
      case .eject: reached = tracks.edit { $0.eject() }
      case .track(let track): reached = tracks.edit { $0.play(track) }
      }
      way.after = tracks.order
      guard let reached else {
        goBack(way)
        let path = decoded.withLock { $0.track.path }
        throw .noTrack(list: tracks.list ?? path, step: step)
      }
      turn = reached.number
    }
    guard turn != stream.turn else { return way }
    do throws(SoundFileError) {
      let goesOn = steps.last == .next || steps.last == .first
      try open(&stream) { goesOn && isWanted() }
    } catch {
      way.after = tracks.order
      goBack(way)
      throw error
    }
    way.after = tracks.order
    if tracks.isEjected { leaveAlone(way.before) }
    return way
  }

  /// Lets go of the disk of a player that was emptied: what was opened ahead is closed, and nothing
  /// beside it is measured.
  private func leaveAlone(_ former: TrackOrder) {
    opener.look()
    plan.lanes?.wake(opener)
    if let track = former.present?.track { plan.lanes?.scanner?.leaveAlone(track) }
  }

  /// Opens the track that has its turn; while it may `goOn`, another one where that can't be
  /// played.
  func open(
    _ stream: inout PlayerStream,
    goOn: () -> Bool
  ) throws(SoundFileError) {
    var misses = 0
    while let turn = plan.tracks.order.present {
      do {
        let source = try TrackOpener.open(turn.track, plan)
        plan.report(source, of: turn.track)
        plan.news.noteRenewal()
        // What was filled until now has come to its end.
        filled.withLock { $0 = nil }
        return try stream.play(source, turn)
      } catch {
        misses += 1
        guard goOn(), misses <= plan.tracks.order.patience,
          plan.tracks.advance(.skip, from: false) != nil
        else { throw error }
        plan.news.add("\(error.description). It is left out.")
      }
    }
  }

  /// Goes over to the file that has the name by now, if that is not the one that plays.
  func renew(_ stream: inout PlayerStream) throws(SoundFileError) {
    guard memory == nil else { return }
    switch stream.change() {
    case .none: plan.news.noteRenewal()
    case .deleted: plan.news.noteDeletion(of: stream.path)
    case .replaced(let other):
      do throws(SoundFileError) {
        try stream.renew()
      } catch {
        // Of one that was written over nothing is left.
        if other.isForm(of: stream.shape.identity) { throw error }
        plan.news.add("\(error.description). It is played as it was before.")
        return
      }
      plan.news.noteRenewal()
      told.store(0, ordering: .relaxed)
    }
  }

  /// Looks what has become of the file; what plays from memory is read again.
  func look() {
    let present = decoded.withLock { $0 }
    guard !present.track.isNone else { return }
    let path = present.track.path
    switch FileChange(of: path, since: memory?.present.shape.identity ?? present.shape.identity) {
    case .none: plan.news.noteRenewal()
    case .deleted: plan.news.noteDeletion(of: path)
    case .replaced:
      guard let memory else { return plan.news.noteReplacement(of: path) }
      do throws(SoundFileError) {
        let reader = try SoundFileReader(successorOf: path, channels: plan.width)
        try plan.attend(reader)
        try memory.renew(reader)
        plan.news.noteReplacement(of: path)
        plan.news.noteRenewal()
      } catch {
        plan.news.add("\(error.description). It is played as it was before.")
      }
    }
  }

  /// Takes note of what the stream decodes, and reports what was found wrong with it since the last
  /// time.
  func follow(_ stream: borrowing PlayerStream) {
    let track = stream.track
    let isSame = decoded.withLock { decoded in
      defer { decoded = track }
      return decoded.turn == track.turn
    }
    let remarks = stream.remarks
    let before = told.exchange(remarks.count, ordering: .relaxed)
    guard isSame else { return }
    for remark in remarks.dropFirst(before) { plan.news.add("\(track.track.shownPath) \(remark).") }
  }
}
