// SPDX-License-Identifier: Apache-2.0
// What a player plays after what: a value that knows neither files nor time, so that live rigs, the
// simulator and offline renders agree.

/// The order in which a player goes through its list and its queue.
///
/// At the end of a track comes, in this order: what was gone back from, what is queued, what the
/// list has next.
package struct TrackOrder: Hashable, Sendable {
  /// What happens at the end of a list, or of a track.
  package enum Repetition: String, CaseIterable, Sendable {
    /// The list begins again; a shuffled one in another order.
    case all
    /// The track begins again.
    case one
    /// Nothing more is played.
    case off
  }

  /// Why the next track is wanted.
  package enum Reason: Sendable {
    /// The present one is over.
    case end
    /// Somebody wants to hear the next one, or the present one can't be played.
    case skip
  }

  /// A track that has its turn; each turn has a number of its own.
  package struct Turn: Hashable, Sendable {
    package let number: Int
    package let track: Track
  }

  /// How many tracks one list may have.
  package static let longest = 100_000
  /// How many turns are known at least.
  private static let leastHistory = 8
  /// How many tracks may be queued.
  package static let mostQueued = 1_000

  package private(set) var list: [Track]
  private var queue: [Track] = []
  package var repeats: Repetition
  /// The number that a shuffled order is made from; `nil`: the order of the list.
  package private(set) var seed: UInt64?
  /// What has its turn; `nil` before the first and behind the last one.
  package private(set) var present: Turn?
  /// What was played before, the last one at the end.
  package private(set) var history: [Turn] = []
  /// What somebody went back from; it comes before all else, the next one at the end.
  private var ahead: [Track] = []
  /// How often the list has been gone through.
  package private(set) var round = 0
  /// Indices of the list in the order of this round, and how many of them have had their turns.
  private var order: [Int] = []
  private var done = 0
  private var lastNumber = 0
  /// How many tracks one can go back.
  package var mostHistory: Int

  /// Makes an order in which nothing has had its turn.
  ///
  /// - Parameters:
  ///   - list: the tracks, `longest` at most.
  ///   - seed: what a shuffled order is made from: the same seed gives the same order.
  ///   - repeats: what happens at the end.
  ///   - history: how many tracks one can go back.
  package init(
    _ list: [Track],
    seed: UInt64? = nil,
    repeats: Repetition = .off,
    history: Int = 100
  ) {
    self.list = Array(list.prefix(Self.longest))
    (self.seed, self.repeats, mostHistory) = (seed, repeats, history)
    order = sorted
  }

  /// Whether it plays the only track of its list, not one that was queued.
  var playsFirst: Bool {
    guard list.count == 1, let present else { return false }
    return present.track.isSame(as: list[0])
  }

  /// How many tracks in a row may be left out while there is hope for another one: shuffled, one
  /// round may end with all but one, and the next one begin with them.
  package var patience: Int { 2 * list.count + waiting.count }

  /// What comes next, whatever happens to it.
  package func next(_ reason: Reason = .end) -> Track? {
    var copy = self
    return copy.advance(reason)?.track
  }

  /// Goes on to the next track; `nil` when nothing more comes.
  ///
  /// One that has not been heard does not come again where somebody goes back.
  @discardableResult
  package mutating func advance(_ reason: Reason, from isHeard: Bool = true) -> Turn? {
    if !isHeard { present = nil }
    let track: Track?
    if let returned = ahead.popLast() {
      track = returned
    } else if !queue.isEmpty {
      track = queue.removeFirst()
    } else if reason == .end, repeats == .one, let present, !present.track.isNone {
      track = present.track
    } else {
      track = nextOfList()
    }
    guard let track else {
      endPresent()
      return nil
    }
    return begin(track)
  }

  /// Leaves out what comes next.
  package mutating func passOver() {
    if ahead.popLast() != nil { return }
    if !queue.isEmpty { queue.removeFirst() } else { _ = nextOfList() }
  }

  /// Begins the list again, in another order if it is shuffled.
  @discardableResult
  package mutating func restart() -> Turn? {
    round += 1
    order = sorted
    done = 0
    // What was read ahead of the track that was heard comes in its place in the list.
    ahead = []
    return advance(.skip)
  }

  /// Goes back to the track before; `nil` when there is none, and then nothing has changed.
  @discardableResult
  package mutating func goBack() -> Turn? {
    guard let before = history.popLast() else { return nil }
    if let present, !present.track.isNone { ahead.append(present.track) }
    present = before
    return before
  }

  /// Takes turns back that nobody has heard, until one has its turn again; they come again.
  package mutating func rewind(to number: Int) {
    guard history.contains(where: { $0.number == number }) else { return }
    while present?.number != number { goBack() }
  }

  /// Takes back what has happened since `before`, up to `after`; what clients have edited since
  /// then stays, and no number is given twice.
  package mutating func undo(to before: TrackOrder, since after: TrackOrder) {
    let now = self
    self = before
    lastNumber = now.lastNumber
    if now.list != after.list { replace(now.list) }
    if now.waiting != after.waiting { waiting = now.waiting }
  }

  /// Plays a track at once: what comes after the present one comes after this one.
  @discardableResult
  package mutating func play(_ track: Track) -> Turn { begin(track) }

  /// Takes the present track out: nothing is played until somebody goes on or goes back.
  @discardableResult
  package mutating func eject() -> Turn { begin(.none) }

  /// Where it is; `nil` before the first and behind the last track.
  package var place: TrackPlace? {
    present.map { TrackPlace(track: $0.track, last: last, round: round, waiting: waiting) }
  }

  /// Goes on from a place that is remembered.
  package mutating func resume(_ place: TrackPlace) {
    round = max(0, place.round)
    order = sorted
    let last = place.last ?? place.track
    done = order.firstIndex { list[$0].isSame(as: last) }.map { $0 + 1 } ?? 0
    waiting = Array(place.waiting.prefix(Self.mostQueued))
    begin(place.track)
  }

  /// The track of the list that had its turn last: what was queued may be heard now.
  private var last: Track? { done > 0 ? list[order[done - 1]] : nil }

  /// Goes on in another order, from where the present track is in that.
  package mutating func shuffle(_ seed: UInt64?) {
    // What was queued, or nothing, may have its turn.
    let isOfList = list.contains { present?.track.isSame(as: $0) == true }
    let track = isOfList ? present?.track : last
    self.seed = seed
    order = sorted
    let place = order.firstIndex { track?.isSame(as: list[$0]) == true }
    done = place.map { $0 + 1 } ?? 0
  }

  /// Exchanges the list; the place in it stays.
  package mutating func replace(_ list: [Track]) {
    let keys = keys
    let old = order.prefix(done).map { keys[$0] }
    self.list = Array(list.prefix(Self.longest))
    order = sorted
    // The last one of those that have been played, and are still there, is the place.
    let now = self.keys
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { (now[$1], $0 + 1) })
    done = old.reversed().lazy.compactMap { places[$0] }.first ?? 0
  }

  /// What will come, as far as it is known: at most `count` tracks.
  package func upcoming(_ count: Int) -> [Track] {
    var copy = self
    var tracks: [Track] = []
    while tracks.count < count, let turn = copy.advance(.end) {
      tracks.append(turn.track)
      let isRound = repeats == .one || list.count == 1
      if isRound, copy.queue.isEmpty, copy.ahead.isEmpty { break }
    }
    return tracks
  }

  /// The tracks that come before the list goes on: those that somebody went back from, and those
  /// that are queued.
  package var waiting: [Track] {
    get { ahead.reversed() + queue }
    set { (ahead, queue) = ([], newValue) }
  }

  private mutating func nextOfList() -> Track? {
    if done >= order.count {
      guard repeats != .off, !list.isEmpty else { return nil }
      round += 1
      order = sorted
      done = 0
    }
    defer { done += 1 }
    return list[order[done]]
  }

  @discardableResult
  private mutating func begin(_ track: Track) -> Turn {
    endPresent()
    lastNumber += 1
    let turn = Turn(number: lastNumber, track: track)
    present = turn
    return turn
  }

  private mutating func endPresent() {
    guard let present else { return }
    self.present = nil
    // Nobody goes back to nothing.
    guard !present.track.isNone else { return }
    history.append(present)
    // What has been read and not heard has to be found again.
    let most = max(mostHistory, Self.leastHistory)
    if history.count > most { history.removeFirst(history.count - most) }
  }
}

/// Where a player is in its list, to be remembered.
package struct TrackPlace: Hashable, Codable, Sendable {
  /// The track that has its turn.
  package let track: Track
  /// The track of the list that had its turn last, which is not the present one where that was
  /// queued.
  package let last: Track?
  /// How often the list has been gone through.
  package let round: Int
  /// What is queued.
  package let waiting: [Track]
}
