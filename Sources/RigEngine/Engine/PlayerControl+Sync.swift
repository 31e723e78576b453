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

  /// The decks of all sessions.
  var decks: [Deck] {
    live.sessions.flatMap { channel in
      channel.players.enumerated().compactMap { index, player in
        player.map { Deck(session: channel, index: index, player: $0) }
      }
    }
  }

  /// The deck that leads, if decks follow one.
  var leader: Deck? {
    guard let path = live.sync.leader else { return nil }
    return decks.first { $0.path == path && $0.player.grid != nil }
  }

  /// The deck that another one follows, and how.
  private func lead(of player: LivePlayer) -> (deck: Deck, way: Way)? {
    guard player.beats.isSynced, let leader, leader.player.node !== player.node,
      let way = way(of: player, after: leader.player)
    else { return nil }
    return (leader, way)
  }

  /// Whether a deck leads others.
  func leads(_ player: LivePlayer) -> Bool { leader?.player.node === player.node }

  // MARK: What users set

  /// Lets a deck follow the beat of the one that leads, or the others follow it, or neither.
  ///
  /// - Throws: that nobody knows its tempo.
  func sync(_ isSynced: Bool, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index], player.beats.isSynced != isSynced else { return }
    if isSynced { try checkBeat(of: player) } else { letGo(index, of: session) }
    session.players[index]?.beats.isSynced = isSynced
    session.players[index]?.beats.isOnBeat = false
    if !isSynced, leads(player) { (live.sync.leader, live.sync.isChosen) = (nil, false) }
    followSync()
  }

  /// Lets a deck lead, or another one, as it comes.
  func lead(_ leads: Bool, _ index: Int, of session: LiveChannel) throws(RigError) {
    guard let player = session.players[index] else { return }
    let deck = Deck(session: session, index: index, player: player)
    if leads {
      try checkBeat(of: player)
      if let leader, leader.path != deck.path {
        let path = leader.session.path(of: leader.player.source, .sync_leader)
        try context.guards.checkLock(path)
      }
      session.players[index]?.beats.isSynced = true
      pass(to: deck)
      live.sync.isChosen = true
    } else if live.sync.leader == deck.path {
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
    guard let player = session.players[index],
      player.beats.follows != nil || player.beats.ratio != 1
    else { return }
    let rate = Double(player.rate) * player.beats.ratio / (1 + player.pitch.nudge / 100)
    let percents = PlayerPitch.percents
    // Where the leader is still there its nudge is known, which is no pitch.
    let percent = lead(of: player) == nil ? (rate - 1) * 100 : self.percent(of: player)
    session.players[index]?.pitch.percent = min(
      max(percent, percents.lowerBound),
      percents.upperBound
    )
    session.players[index]?.beats.ratio = 1
    session.players[index]?.beats.follows = nil
    // What the renderer had under way is over: it is to hear of the rate again.
    session.players[index]?.rate = .nan
    controller.stopFollowing(player.node)
  }

  // MARK: Tempo

  /// How a deck follows a leader: `multiple` of its beats in the time of one, which is `ratio`
  /// times as fast as the leader's file.
  private struct Way {
    let multiple: Double
    let ratio: Double
  }

  /// `nil` where their tempos are too far from each other, or nobody knows one.
  private func way(of player: LivePlayer, after leader: LivePlayer) -> Way? {
    guard let own = player.bpm, let led = leader.bpm else { return nil }
    let ways = [0.5, 1, 2].map { Way(multiple: $0, ratio: led * $0 / own) }
    let nearest = ways.min { max($0.ratio, 1 / $0.ratio) < max($1.ratio, 1 / $1.ratio) }
    guard let nearest, 0.5...2 ~= nearest.ratio,
      PlayerNode.rates.contains(Float(Double(leader.pitch.rate) * nearest.ratio))
    else { return nil }
    return nearest
  }

  /// How much faster than its track a deck plays, in percent; one that follows as much as the
  /// leader wants.
  func percent(of player: LivePlayer) -> Double {
    guard let lead = lead(of: player) else { return player.pitch.percent }
    return ((1 + lead.deck.player.pitch.percent / 100) * lead.way.ratio - 1) * 100
  }

  /// The leader of a deck, and the pitch that it needs for the deck to have another one.
  func leaderPitch(for percent: Double, of player: LivePlayer) -> (leader: Deck, percent: Double)? {
    lead(of: player).map { ($0.deck, ((1 + percent / 100) / $0.way.ratio - 1) * 100) }
  }

  /// How fast the renderer lets a deck play, beside its ratio.
  func rate(of player: LivePlayer) -> Float {
    if player.track.track.isStream { return 1 }
    guard let lead = lead(of: player) else { return player.pitch.rate }
    return lead.deck.player.pitch.nudged(by: player.pitch.nudge).rate
  }

  /// How much faster than that it plays with the track that its ring is of.
  func ratio(_ index: Int, of session: LiveChannel) -> Double {
    let ratio = session.players[index].flatMap { lead(of: $0) }?.way.ratio ?? 1
    session.players[index]?.beats.ratio = ratio
    return ratio
  }

  // MARK: The beat

  /// Chooses the deck that leads, and lets all others follow; for whenever any of them has changed.
  func followSync() {
    // Most rigs have no deck in sync, at any tick.
    guard live.sync.leader != nil || decks.contains(where: \.player.beats.isInSync) else {
      return followPitches()
    }
    controller.together {
      chooseLeader()
      for deck in decks where deck.player.beats.isSynced { follow(deck) }
      for deck in decks where deck.player.beats.keepsTime != keepsTime(deck.player) {
        resend(deck.index, of: deck.session)
      }
      // The leader first: what it comes on is what others come on.
      for deck in decks where leads(deck.player) { comeOnBeat(deck.index, of: deck.session) }
      for deck in decks where !leads(deck.player) { comeOnBeat(deck.index, of: deck.session) }
      followPitches()
    }
  }

  private func chooseLeader() {
    let synced = decks.filter { $0.player.beats.isSynced && $0.player.grid != nil }
    guard !synced.isEmpty else {
      (live.sync.leader, live.sync.isChosen) = (nil, false)
      return
    }
    if let leader, live.sync.isChosen || leader.isSounding { return }
    live.sync.isChosen = false
    let others = decks.filter { !$0.player.beats.isSynced && $0.player.grid != nil }
    // One that stands still leads only if none plays.
    let next =
      synced.first(where: \.isSounding) ?? others.first(where: \.isSounding) ?? leader
      ?? synced.first
    if let next { pass(to: next) }
  }

  /// Lets a deck lead from now on, in the tempo that there is; where it was in time with others it
  /// is so still, otherwise they have to come on its beat.
  private func pass(to deck: Deck) {
    guard live.sync.leader != deck.path else { return }
    letGo(deck.index, of: deck.session)
    live.sync.leader = deck.path
    guard deck.isSounding, !deck.player.beats.isOnBeat else { return }
    for other in decks { other.session.players[other.index]?.beats.isOnBeat = false }
    leadBeat(deck)
  }

  /// Lets the renderer know how a deck follows the leader as it is now.
  private func follow(_ deck: Deck) {
    let (player, index, session) = (deck.player, deck.index, deck.session)
    guard let lead = lead(of: player) else {
      if !leads(player) { session.players[index]?.beats.isOnBeat = false }
      return letGo(index, of: session)
    }
    let (ratio, leader) = (lead.way.ratio, lead.deck.player)
    if ratio != player.beats.ratio {
      session.players[index]?.beats.ratio = ratio
      resend(index, of: session)
    }
    guard player.beats.follows !== leader.node else { return }
    session.players[index]?.beats.follows = leader.node
    session.players[index]?.rate = leader.rate
    let multiple = lead.way.multiple
    controller.follow(leader.node, by: player.node, multiple: multiple, comesOnBeat: false)
  }

  /// Brings a synced deck that plays onto the beat that others play, unless it is there already.
  ///
  /// - Returns: whether it goes elsewhere for that.
  @discardableResult
  func comeOnBeat(_ index: Int, of session: LiveChannel) -> Bool {
    guard let player = session.players[index] else { return false }
    let deck = Deck(session: session, index: index, player: player)
    guard deck.isSounding, player.beats.isSynced || leads(player) else {
      session.players[index]?.beats.isOnBeat = false
      return false
    }
    guard !player.beats.isOnBeat, player.jump == nil else { return false }
    let partner: (Deck, Double)?
    if leads(player) {
      let others = decks.filter { $0.player.beats.isOnBeat && $0.isSounding }
      partner =
        others.lazy.compactMap { other in
          self.way(of: other.player, after: player).map { (other, 1 / $0.multiple) }
        }.first
    } else {
      partner = lead(of: player).flatMap { lead in
        lead.deck.isSounding && lead.deck.player.beats.isOnBeat
          ? (lead.deck, lead.way.multiple) : nil
      }
    }
    guard let (other, multiple) = partner else {
      if leads(player) { leadBeat(deck) }
      return false
    }
    guard player.hasBeatAhead, other.player.isMoving else { return false }
    // What begins is looked at again once it moves: nobody knows in which cycle that is.
    session.players[index]?.beats.isOnBeat = player.isMoving
    session.players[index]?.rate = other.player.rate
    controller.follow(other.player.node, by: player.node, multiple: multiple, comesOnBeat: true)
    return true
  }

  /// What a deck plays is the beat from now on.
  private func leadBeat(_ deck: Deck) {
    deck.session.players[deck.index]?.beats.isOnBeat = true
    resend(deck.index, of: deck.session, isFresh: true)
  }

  // MARK: What the renderer knows

  /// Lets the renderer know where the beats of all decks are, where that has changed: in lists
  /// tracks change by themselves, and in a track the tempo may.
  func followBeats() {
    // Beats and what the transport makes of them are one decision.
    controller.together {
      for channel in live.channels {
        for index in channel.players.indices { followBeat(index, of: channel) }
      }
      followSync()
      leadTransport()
    }
  }

  /// The same for one deck.
  func followBeat(_ index: Int, of session: LiveChannel) {
    guard let player = session.players[index], player.jump == nil else { return }
    let beats = player.beats(in: player.ring, near: player.position, at: sampleRate)
    let isNewTrack = player.beats.turn != player.track.turn
    guard beats != player.beats.sent || isNewTrack else { return }
    session.players[index]?.beats.sent = beats
    session.players[index]?.beats.turn = player.track.turn
    if isNewTrack { session.players[index]?.beats.isOnBeat = false }
    resend(index, of: session, isFresh: isNewTrack)
  }

  /// Whether others are in time with a deck, or it with others.
  func keepsTime(_ player: LivePlayer) -> Bool { player.beats.isSynced || leads(player) }

  private func resend(_ index: Int, of session: LiveChannel, isFresh: Bool = false) {
    guard let player = session.players[index] else { return }
    let keepsTime = keepsTime(player)
    session.players[index]?.beats.keepsTime = keepsTime
    controller.setBeats(
      of: player.node,
      to: player.beats.sent,
      ratio: player.beats.ratio,
      keepsTime: keepsTime,
      isFresh: isFresh
    )
  }
}

extension PlayerControl.Deck {
  /// Whether its beat goes on.
  var isSounding: Bool {
    player.isPlaying && !player.hasEnded && !player.isEmpty && session.gate.isSounding
  }
}

extension LivePlayer {
  /// Whether the renderer has begun to play it.
  fileprivate var isMoving: Bool { ring.audio.framesRead != beats.heldAt }

  /// Whether its ring has more than a beat already, so that it can go where a beat wants it.
  fileprivate var hasBeatAhead: Bool {
    guard beats.sent != .none else { return false }
    let wanted = min(1.2 * beats.sent.length, 0.7 * Double(ring.audio.capacity))
    return ring.audio.isFinished || Double(ring.audio.readable) > wanted
  }
}
