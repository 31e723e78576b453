// SPDX-License-Identifier: Apache-2.0
// The cue button, hot cues and memory cues of decks.

import Quantities
import RenderCore
import RigErrors
import RigModel
import SoundFiles
import TrackLibrary

extension PlayerControl {
  // MARK: The cue button

  /// Presses the cue button of a player, or lets it go.
  func cueButton(_ isDown: Bool, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index], player.cueButton.down.contains(0) != isDown else {
      return
    }
    guard isDown else {
      session.players[index]?.cueButton.down.remove(0)
      return try letGoOfCue(index, of: session)
    }
    try session.checkTrack(of: player.source)
    let name = player.source
    let isAtCue = player.file.isSameFrame(player.position, player.cuePoint)
    let mode = player.cueButton.mode
    var held: CueButton.Held?
    // One that plays only for as long as another button is held waits, too.
    if player.isPlaying, player.cueButton.held != .cue || mode == .cup {
      try goToCue(index, of: session)
      held = mode == .cup ? .start : nil
    } else if mode == .cup {
      if !isAtCue, !player.hasEnded { try setCue(index, of: session) }
      if player.hasEnded { try goToCue(index, of: session) }
      held = .start
    } else if isAtCue || player.hasEnded {
      try perform(.play(source: name), on: session)
      held = .cue
    } else if mode == .pioneer {
      try setCue(index, of: session)
    } else {
      try goToCue(index, of: session)
    }
    session.players[index]?.cueButton.down.insert(0)
    session.players[index]?.cueButton.held = held
  }

  /// Goes to a player's cue point, and waits there.
  func goToCue(_ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    try context.guards.checkLock(session.path(of: player.source, .cue))
    try perform(.cue(source: player.source), on: session)
  }

  private func letGoOfCue(_ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index], let held = player.cueButton.held else { return }
    let gesture: Gesture
    switch held {
    case .cue: gesture = .cue(source: player.source)
    case .start: gesture = .play(source: player.source)
    case .hotCue: return
    }
    session.players[index]?.cueButton.held = nil
    try perform(gesture, on: session)
  }

  /// Makes where a player is its cue point, or the beat that is nearest; one that waits goes there.
  func setCue(_ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    try context.guards.checkLock(session.path(of: player.source, .set_cue))
    try session.checkTrack(of: player.source)
    try checkPlaces(of: player)
    let place = player.quantised(player.position)
    session.players[index]?.cuePoint = place
    guard !player.isPlaying, !player.file.isSameFrame(place, player.position) else { return }
    try perform(.seek(source: player.source, to: place), on: session)
  }

  // MARK: Hot cues

  /// Presses the button of a hot cue, or lets it go: one that is not set is set where the player
  /// is; a player that waits plays from there for as long as the button is held.
  func hotCue(
    _ number: Int,
    isDown: Bool,
    _ index: Int,
    of session: LiveChannel
  ) throws(RigError) {
    guard let player = session.players[index], player.cueButton.down.contains(number) != isDown
    else { return }
    if isDown {
      guard let cue = player.hotCue(number) else {
        try setHotCue(number, to: player.quantised(player.position), index, of: session)
        session.players[index]?.cueButton.down.insert(number)
        return
      }
      let isHeld = player.cueButton.held != nil
      let isPlaying = player.isPlaying
      try go(to: cue, index, of: session)
      if !isPlaying { try perform(.play(source: player.source), on: session) }
      if !isPlaying || isHeld { session.players[index]?.cueButton.held = .hotCue(number) }
      session.players[index]?.cueButton.down.insert(number)
    } else {
      session.players[index]?.cueButton.down.remove(number)
      guard player.cueButton.held == .hotCue(number) else { return }
      session.players[index]?.cueButton.held = nil
      try perform(.pause(source: player.source), on: session)
      guard let cue = player.hotCue(number) else { return }
      try perform(.seek(source: player.source, to: cue.position), on: session)
    }
  }

  /// Goes to a hot cue, whether the player plays or waits.
  func go(toHotCue number: Int, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    try session.checkTrack(of: player.source)
    guard let cue = player.hotCue(number) else {
      throw .refused("'\(player.source)' has no hot cue \(number) in this track.")
    }
    try go(to: cue, index, of: session)
  }

  private func go(to cue: CuePoint, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    guard let length = cue.length, length <= longestLoop(of: player)
    else {
      return try perform(.seek(source: player.source, to: cue.position), on: session)
    }
    var loop = PlayerLoop(start: cue.position, length: length, turn: player.track.turn)
    loop.isOn = true
    try context.guards.checkLock(session.path(of: player.source, .loop_active))
    try check(loop, of: player)
    let beats = player.beats(in: length, from: cue.position)
    let path = session.path(of: player.source, .loop_beats)
    try context.guards.check(beats, path, unit: nil)
    try set(loop, index, of: session) { () throws(RigError) in
      try perform(.seek(source: player.source, to: cue.position), on: session)
    }
  }

  /// Sets a hot cue at a place of the track, or forgets it.
  func setHotCue(
    _ number: Int,
    to position: Seconds?,
    _ index: Int,
    of session: LiveChannel
  ) throws(RigError) {
    guard let player = session.players[index] else { return }
    let path = RigPath.Branch.hot_cues.path(
      of: RigPath.Branch.sources.path(of: session.name, player.source),
      String(number)
    )
    for word in RigPath.HotCue.allCases where word != .pressed {
      try context.guards.checkLock(word.path(of: path))
    }
    if player.hotCue(number) == nil, player.preparation.hotCues[number] != nil {
      throw .refused("Hot cue \(number) is in another part of the file of '\(player.source)'.")
    }
    if let position, position > player.track.duration {
      let end = player.track.duration.value.short
      throw .data("The track of '\(player.source)' ends at \(end) s.")
    }
    try prepare(index, of: session) { preparation, start in
      guard let position else {
        preparation.hotCues[number] = nil
        return
      }
      var cue = preparation.hotCues[number] ?? CuePoint(at: .zero)
      cue.position = Seconds(position.value + start.value)
      preparation.hotCues[number] = cue
    }
  }

  /// Names a hot cue, or gives it a colour.
  func describeHotCue(
    _ number: Int,
    _ index: Int,
    of session: LiveChannel,
    _ body: (inout CuePoint) throws(RigError) -> Void
  ) throws(RigError) {
    guard let player = session.players[index] else { return }
    guard player.hotCue(number) != nil, var cue = player.preparation.hotCues[number] else {
      throw .refused("'\(player.source)' has no hot cue \(number) in this track: set it first.")
    }
    try body(&cue)
    let described = cue
    try prepare(index, of: session) { preparation, _ in preparation.hotCues[number] = described }
  }

  // MARK: Memory cues

  /// Keeps the cue point among the memory cues of the track.
  func storeCue(_ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    let point = player.cuePoint
    guard !player.memoryCues.contains(where: { player.file.isSameFrame($0.position, point) })
    else { return }
    guard player.memoryCues.count < TrackPreparation.mostMemoryCues else {
      throw .refused("A track has at most \(TrackPreparation.mostMemoryCues) memory cues.")
    }
    try prepare(index, of: session) { preparation, start in
      preparation.memoryCues.append(CuePoint(at: Seconds(point.value + start.value)))
      preparation.memoryCues.sort { $0.position < $1.position }
    }
  }

  /// Forgets the memory cue at the cue point.
  func deleteCue(_ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    let point = player.cuePoint
    guard player.memoryCues.contains(where: { player.file.isSameFrame($0.position, point) }) else {
      throw .refused("'\(player.source)' has no memory cue at its cue point.")
    }
    let file = player.file
    try prepare(index, of: session) { preparation, start in
      preparation.memoryCues.removeAll {
        file.isSameFrame(Seconds($0.position.value - start.value), point)
      }
    }
  }

  /// Makes the next memory cue, or the one before, the cue point, and waits there.
  func callCue(isNext: Bool, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    try session.checkTrack(of: player.source)
    let (here, file) = (player.position, player.file)
    let places = player.memoryCues.map(\.position).filter { !file.isSameFrame($0, here) }
    let found = isNext ? places.first { $0 > here } : places.last { $0 < here }
    guard let found else {
      let way = isNext ? "behind" : "before"
      throw .refused("'\(player.source)' has no memory cue \(way) where it is.")
    }
    try context.guards.checkLock(session.path(of: player.source, .set_cue))
    session.players[index]?.cuePoint = found
    do throws(RigError) {
      try goToCue(index, of: session)
    } catch {
      session.players[index]?.cuePoint = player.cuePoint
      throw error
    }
  }

  // MARK: What is prepared

  /// Changes what is prepared of the track that a player plays; places are those of its file, in
  /// which the track begins at the second argument.
  func prepare(
    _ index: Int,
    of session: LiveChannel,
    _ body: @escaping @Sendable (inout TrackPreparation, Seconds) -> Void
  ) throws(RigError) {
    guard let player = session.players[index] else { return }
    try session.checkTrack(of: player.source)
    try checkPlaces(of: player)
    let start = player.track.start
    player.file.library?.change(player.track.track.path) { body(&$0, start) }
  }

  private func checkPlaces(of player: LivePlayer) throws(RigError) {
    guard player.file.stream != nil else { return }
    throw .refused("'\(player.source)' plays a stream, which has no places to go to.")
  }
}

extension LivePlayer {
  /// A hot cue of the track that is heard, in the track's own time, if it is in there.
  func hotCue(_ number: Int) -> CuePoint? {
    preparation.hotCues[number].flatMap(placed)
  }

  /// Its memory cues, in the same way.
  var memoryCues: [CuePoint] { preparation.memoryCues.compactMap(placed) }

  /// A cue of the file as one of the track.
  private func placed(_ cue: CuePoint) -> CuePoint? {
    var cue = cue
    cue.position = Seconds(cue.position.value - track.start.value)
    return (0...track.duration.value).contains(cue.position.value) ? cue : nil
  }
}
