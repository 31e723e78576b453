// SPDX-License-Identifier: Apache-2.0
// Decks that follow the beat of another one: in its tempo, and on its beat.

import Quantities
import RenderCore
import RigErrors
import RigModel
import SoundFiles

extension PlayerControl {
  /// A deck, wherever it is.
  struct Deck {
    let session: LiveChannel
    let index: Int
    let player: LivePlayer

    var path: String { RigPath.Branch.sources.path(of: session.name, player.source) }
  }

  /// All decks that have a beat.
  private var decks: [Deck] {
    live.channels.flatMap { channel in
      channel.players.enumerated().compactMap { index, player in
        player.flatMap { $0.grid == nil ? nil : Deck(session: channel, index: index, player: $0) }
      }
    }
  }

  /// The deck that leads, if decks follow one.
  var leader: Deck? {
    guard let path = live.sync.leader else { return nil }
    return decks.first { $0.path == path }
  }

  /// The deck that another one follows.
  private func leader(of player: LivePlayer, _ session: LiveChannel) -> Deck? {
    guard player.beats.isSynced, let leader, leader.player.node !== player.node else { return nil }
    return leader
  }

  /// Whether a deck leads others.
  func leads(_ player: LivePlayer) -> Bool { leader?.player.node === player.node }

  // MARK: What users set

  /// Lets a deck follow the beat of the one that leads, or the others follow it, or neither.
  ///
  /// - Throws: that nobody knows its tempo.
  func sync(_ isSynced: Bool, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index], player.beats.isSynced != isSynced else { return }
    if isSynced {
      try checkBeat(of: player)
    } else {
      letGo(index, of: session)
      if leads(player) { (live.sync.leader, live.sync.isChosen) = (nil, false) }
    }
    session.players[index]?.beats.isSynced = isSynced
    followSync()
  }

  /// Lets a deck lead, or another one, as it comes.
  func lead(_ leads: Bool, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    let path = RigPath.Branch.sources.path(of: session.name, player.source)
    if leads {
      try checkBeat(of: player)
      session.players[index]?.beats.isSynced = true
      pass(to: Deck(session: session, index: index, player: player))
      live.sync.isChosen = true
    } else if live.sync.leader == path {
      live.sync.isChosen = false
    }
    followSync()
  }

  private func checkBeat(of player: LivePlayer) throws(RigError) {
    guard player.grid == nil else { return }
    throw .refused("Nobody knows the tempo of '\(player.source)': set its bpm, or tap it.")
  }

  /// A deck that follows no more plays as fast as it did.
  private func letGo(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], leader(of: player, session) != nil else { return }
    let percent = percent(of: player, session)
    session.players[index]?.pitch.percent = percent
    session.players[index]?.beats.ratio = 1
    session.players[index]?.beats.follows = nil
    controller.stopFollowing(player.node)
  }

  // MARK: Tempo

  /// How much faster than its track a deck plays, in percent; one that follows as much as the
  /// leader wants.
  func percent(of player: LivePlayer, _ session: LiveChannel) -> Double {
    guard let leader = leader(of: player, session), let way = way(of: player, after: leader) else {
      return player.pitch.percent
    }
    return ((1 + leader.player.pitch.percent / 100) * way.ratio - 1) * 100
  }

  /// The pitch that the leader needs for one that follows it to have another one.
  func leaderPercent(for percent: Double, of player: LivePlayer, _ leader: Deck) -> Double {
    guard let way = way(of: player, after: leader) else { return percent }
    return ((1 + percent / 100) / way.ratio - 1) * 100
  }

  /// How a deck follows a leader: `multiple` of its beats in the time of one, which is `ratio`
  /// times as fast as the leader's file; `nil` where that is too far away.
  private func way(of player: LivePlayer, after leader: Deck) -> (multiple: Double, ratio: Double)?
  {
    guard let own = player.bpm, let led = leader.player.bpm else { return nil }
    let ways = [0.5, 1, 2].map { (multiple: $0, ratio: led * $0 / own) }
    let nearest = ways.min { max($0.ratio, 1 / $0.ratio) < max($1.ratio, 1 / $1.ratio) }
    return nearest.flatMap { 0.5...2 ~= $0.ratio ? $0 : nil }
  }

  /// How fast the renderer lets a deck play, beside its ratio.
  func rate(of player: LivePlayer, _ session: LiveChannel) -> Float {
    if player.track.track.isStream { return 1 }
    guard let leader = leader(of: player, session), way(of: player, after: leader) != nil else {
      return player.pitch.rate
    }
    return leader.player.pitch.nudged(by: player.pitch.nudge).rate
  }

  // MARK: The beat

  /// Chooses the deck that leads, and lets all others follow; for whenever any of them has changed.
  func followSync() {
    chooseLeader()
    controller.together {
      for deck in decks where deck.player.beats.isSynced { follow(deck) }
    }
    followPitches()
  }

  private func chooseLeader() {
    let synced = decks.filter(\.player.beats.isSynced)
    guard !synced.isEmpty else {
      (live.sync.leader, live.sync.isChosen) = (nil, false)
      return
    }
    if let leader, live.sync.isChosen || leader.player.isSounding { return }
    live.sync.isChosen = false
    let others = decks.filter { !$0.player.beats.isSynced }
    // One that stands still leads only if none plays.
    let next =
      synced.first(where: \.player.isSounding) ?? others.first(where: \.player.isSounding)
      ?? leader ?? synced.first
    if let next { pass(to: next) }
  }

  /// Lets a deck lead from now on, in the tempo that there is.
  private func pass(to deck: Deck) {
    guard live.sync.leader != deck.path else { return }
    letGo(deck.index, of: deck.session)
    live.sync.leader = deck.path
  }

  /// Lets a deck follow the leader as it is now; one that begins to comes onto its beat.
  private func follow(_ deck: Deck) {
    let player = deck.player
    guard let leader = leader(of: player, deck.session) else { return }
    guard let way = way(of: player, after: leader) else {
      return letGo(deck.index, of: deck.session)
    }
    let former = player.beats.follows
    if way.ratio != player.beats.ratio {
      deck.session.players[deck.index]?.beats.ratio = way.ratio
      resend(deck.index, of: deck.session)
    }
    guard former !== leader.player.node else { return }
    // What followed another one is in time already.
    join(deck.index, of: deck.session, leader, way.multiple, comesOnBeat: former == nil)
  }

  /// How much faster than the leader's rate a player plays with the track that its ring is of.
  func ratio(_ index: Int, of session: LiveChannel) -> Double {
    guard let player = session.players[index], let leader = leader(of: player, session),
      let way = way(of: player, after: leader)
    else { return 1 }
    session.players[index]?.beats.ratio = way.ratio
    return way.ratio
  }

  /// Brings a deck onto the beat of the one that leads, if it follows one that plays.
  ///
  /// - Returns: whether it did.
  @discardableResult
  func joinBeat(_ index: Int, of session: LiveChannel) -> Bool {
    guard let player = session.players[index], let leader = leader(of: player, session),
      leader.player.isSounding, let way = way(of: player, after: leader)
    else { return false }
    join(index, of: session, leader, way.multiple, comesOnBeat: true)
    return true
  }

  private func join(
    _ index: Int,
    of session: LiveChannel,
    _ leader: Deck,
    _ multiple: Double,
    comesOnBeat: Bool
  ) {
    guard let player = session.players[index] else { return }
    session.players[index]?.rate = leader.player.rate
    session.players[index]?.beats.follows = leader.player.node
    let node = leader.player.node
    controller.follow(node, by: player.node, multiple: multiple, comesOnBeat: comesOnBeat)
  }

  // MARK: What the renderer knows

  /// Lets the renderer know where the beats of all decks are, where that has changed: in lists
  /// tracks change by themselves, and in a track the tempo may.
  func followBeats() {
    for channel in live.channels {
      for index in channel.players.indices { followBeat(index, of: channel) }
    }
    followSync()
  }

  /// The same for one deck.
  func followBeat(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], player.jump == nil else { return }
    let beats = player.beats(in: player.ring, near: player.position, at: sampleRate)
    guard beats != player.beats.sent else { return }
    session.players[index]?.beats.sent = beats
    resend(index, of: session)
  }

  private func resend(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index] else { return }
    controller.setBeats(of: player.node, to: player.beats.sent, ratio: player.beats.ratio)
  }
}

extension LivePlayer {
  /// Whether its beat goes on.
  fileprivate var isSounding: Bool { isPlaying && !hasEnded && !isEmpty }
}
