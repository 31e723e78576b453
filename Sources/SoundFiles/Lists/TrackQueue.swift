// SPDX-License-Identifier: Apache-2.0
// The order of a player's tracks, which its lane goes through while clients look and edit.

internal import Synchronization

/// What a player plays and what comes after it, shared by its lane and by those who edit it.
///
/// > Threading: Any.
package final class TrackQueue: Sendable {
  private struct State {
    var order: TrackOrder
    var crossing = Crossing.gapless
    /// How many tracks could not be played since one could.
    var misses = 0
    /// The end of what is played has been read, and nothing came after it then.
    var isOver = false
    /// What comes next, once it has been asked for: that may mean to shuffle a long list.
    private var known: Track??

    init(_ order: TrackOrder) { self.order = order }

    /// What comes next: nothing, where one track after the other could not be played.
    var next: Track? {
      mutating get {
        guard !isHopeless else { return nil }
        let next = known ?? order.next()
        known = .some(next)
        return next
      }
    }

    /// The same, where nobody has to go on.
    var nextByItself: Track? { mutating get { isEjected ? nil : next } }

    var isHopeless: Bool { misses > order.patience }
    /// Whether nothing is played until somebody goes on.
    var isEjected: Bool { order.present?.track.isNone == true }

    mutating func change<Result: Sendable>(_ body: (inout TrackOrder) -> Result) -> Result {
      known = nil
      return body(&order)
    }
  }

  /// What happens at the end of a track.
  enum End {
    /// It begins again, without being opened again.
    case again
    case next, over
  }

  /// Where the list is; `nil` for a single file.
  package let list: String?
  private let state: Mutex<State>

  /// A single file.
  init(file path: String, loops: Bool) {
    list = nil
    state = Mutex(State(TrackOrder([Track(path)], repeats: loops ? .all : .off)))
    advance(.end)
  }

  /// A list, of which nothing has been played.
  package init(_ order: TrackOrder, of list: String, crossing: Crossing = .gapless) {
    self.list = list
    var state = State(order)
    state.crossing = crossing
    self.state = Mutex(state)
  }

  /// How one track goes over into the next.
  package var crossing: Crossing {
    get { state.withLock { $0.crossing } }
    set { state.withLock { $0.crossing = newValue } }
  }

  /// The order as it is.
  package var order: TrackOrder { state.withLock { $0.order } }

  /// Changes the order; what has been read of the next track by then is played all the same.
  package func edit<Result: Sendable>(_ body: (inout TrackOrder) -> Result) -> Result {
    state.withLock { state in
      state.misses = 0
      return state.change(body)
    }
  }

  /// Whether a single file starts again at its end; a turn that has been read is played to its end.
  var loops: Bool {
    get { state.withLock { $0.order.repeats == .all } }
    set { edit { $0.repeats = newValue ? .all : .off } }
  }

  /// Whether something comes after an end that has been read already, so that the owner has to
  /// start it.
  var isLate: Bool { state.withLock { $0.isOver && $0.nextByItself != nil } }

  /// What comes after the present track, as far as that is known; a single file that starts again
  /// has nothing after it.
  package var nextTrack: Track? {
    state.withLock { state in
      let isAlone = list == nil && state.order.playsFirst
      return isAlone && state.order.waiting.isEmpty ? nil : state.next
    }
  }

  /// Whether nothing is played until somebody goes on.
  var isEjected: Bool { state.withLock { $0.isEjected } }

  /// Whether one track after the other could not be played, until none was left.
  var isHopeless: Bool { state.withLock { $0.isHopeless } }

  /// Whether the last track that was tried could not be played.
  var hasMissed: Bool { state.withLock { $0.misses > 0 } }

  // MARK: In the lane

  /// Notes that what has its turn is read from somewhere else from now on.
  func start() { state.withLock { $0.isOver = false } }

  /// Says what happens at the end of what has its turn.
  var end: End {
    state.withLock { state in
      if state.isEjected { return .over }
      guard state.order.waiting.isEmpty else { return .next }
      let isAlone = list == nil && state.order.playsFirst
      switch state.order.repeats {
      case .one: return .again
      case .all where isAlone: return .again
      case .all, .off: return state.next == nil ? .over : .next
      }
    }
  }

  func noteEnd() { state.withLock { $0.isOver = true } }

  /// Notes that a track has given nothing, or that one is heard.
  func noteMiss() { state.withLock { $0.misses += 1 } }
  func noteSound() { state.withLock { $0.misses = 0 } }

  /// What comes next by itself: nothing, where somebody has to go on.
  var next: Track? { state.withLock { $0.nextByItself } }

  /// Goes on to the next track; `nil` if nothing more comes.
  @discardableResult
  func advance(_ reason: TrackOrder.Reason, from isHeard: Bool = true) -> TrackOrder.Turn? {
    state.withLock { state in
      state.isOver = false
      return state.change { $0.advance(reason, from: isHeard) }
    }
  }

  /// The same if the next track is this one.
  func advance(to track: Track) -> TrackOrder.Turn? {
    state.withLock { state in
      guard state.next == track else { return nil }
      state.isOver = false
      return state.change { $0.advance(.end) }
    }
  }

  /// Passes over a track that can't be played; returns whether there is any hope that another one
  /// can.
  func pass(over track: Track) -> Bool {
    state.withLock { state in
      if state.next == track { state.change { $0.passOver() } }
      state.misses += 1
      return !state.isHopeless
    }
  }
}
