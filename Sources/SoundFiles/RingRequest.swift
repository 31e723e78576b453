// SPDX-License-Identifier: Apache-2.0
// A jump to another place, from the wish to the first samples.

package import Quantities
internal import Synchronization

/// A way from the track that is heard to another one.
package enum TrackStep: Hashable, Sendable {
  case next, previous
  /// The list from its beginning, in another order if it is shuffled.
  case first
  /// No track at all: the file is closed, and nothing is heard until another step.
  case eject
  /// Another track; what comes after the present one comes after that.
  case track(Track)
}

/// What a ring has of what is before the place that it is heard from.
package struct RingPast: Hashable, Sendable {
  /// The frame of the track with which it begins; `nil` for the place that is heard.
  var frame: Int?
  /// How many frames of it come before what is heard.
  var heard = 0
  /// How much it keeps of what was heard at least; what is usual is always kept.
  var kept: Seconds

  /// Describes it; nothing but what is usual by default.
  package init(frame: Int? = nil, heard: Int = 0, kept: Seconds = .zero) {
    (self.frame, self.heard, self.kept) = (frame, heard, kept)
  }
}

/// A ring that has been asked for, and comes as soon as the disk has given its first moments.
///
/// > Threading: Any.
package final class RingRequest: Sendable {
  /// What becomes of a request.
  package enum Outcome: Sendable {
    /// The ring holds its first moments, and is filled from now on.
    case ring(PlayerRing)
    /// The file can't be read there.
    case failed(SoundFileError)
    /// Somebody has asked for another place since.
    case superseded
  }

  /// Where in the track it begins.
  package let position: Seconds
  /// The way to the track: none, if it is the one that is heard.
  package var steps: [TrackStep] { state.withLock { $0.steps } }
  /// How much of what comes first may be left out: that has to be there, too.
  let ahead: Seconds
  /// What it has of what is before its position.
  package let past: RingPast
  /// Whether it is to be of the file that has the name by now.
  let renews: Bool
  /// The turn that was heard when it was made, in whose track the position lies.
  let turn: Int
  private let state: Mutex<State>

  private struct State {
    var steps: [TrackStep]
    var outcome: Outcome?
    var waiting: [@Sendable () -> Void] = []
  }

  init(
    at position: Seconds,
    renews: Bool,
    ahead: Seconds = .zero,
    past: RingPast = RingPast(),
    steps: [TrackStep] = [],
    turn: Int
  ) {
    (self.position, self.renews, self.ahead, self.turn) = (position, renews, ahead, turn)
    self.past = past
    state = Mutex(State(steps: steps))
  }

  /// What has become of it; `nil` while the disk is waited for.
  package var outcome: Outcome? { state.withLock { $0.outcome } }

  /// Calls `body` once something has become of it, on the thread that knows first; at once if it is
  /// known.
  package func whenSettled(_ body: @escaping @Sendable () -> Void) {
    let isSettled = state.withLock { state in
      if state.outcome == nil { state.waiting.append(body) }
      return state.outcome != nil
    }
    if isSettled { body() }
  }

  /// Goes the way of a request whose place this one takes before its own.
  func follow(_ former: RingRequest) {
    let steps = former.steps
    state.withLock { $0.steps = steps + $0.steps }
  }

  func settle(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.outcome = state.outcome ?? outcome
      return state.waiting
    }
    for body in waiting { body() }
  }
}
