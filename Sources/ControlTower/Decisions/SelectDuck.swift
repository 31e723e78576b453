// SPDX-License-Identifier: Apache-2.0
// Which of the ducking sessions decides how far a session is turned down.

import Quantities

extension TowerState {
  /// The indices of the sessions that turn others down.
  var duckers: [Int] { sessions.indices.filter { sessions[$0].isDucking } }

  /// The deepest of the duckers' ducks that reaches the session at `index`; ducks do not add up.
  func selectDuck(for index: Int, among duckers: [Int], isStarting: Bool) -> AppliedDuck? {
    guard sessions[index].configuration.mode != .measurement else { return nil }
    let ducks = duckers.compactMap { ducker in
      sessions[ducker].duck(of: sessions[index]).map { (duck: $0, by: sessions[ducker]) }
    }
    guard let deepest = ducks.min(by: { $0.duck.level < $1.duck.level }) else { return nil }
    let isOutspoken = deepest.by.isAnnouncer && sessions[index].isAnnouncer
    return AppliedDuck(
      duck: deepest.duck,
      reason: Explanation(
        isOutspoken ? .duckA2 : isStarting ? .duck09 : .duck01,
        cause: .session(deepest.by.id)
      )
    )
  }

  /// How long a session that starts waits until the sessions that it ducks are down.
  func selectStartDelay(of session: SessionState) -> Seconds {
    guard session.configuration.duck.startsAfterAttack, session.isDucking else { return .zero }
    let attacks = sessions.filter { $0.isSounding && $0.id != session.id }
      .compactMap { session.duck(of: $0)?.attack }
    return attacks.max() ?? .zero
  }
}

extension SessionState {
  /// Whether it turns others down.
  fileprivate var isDucking: Bool {
    isActive && configuration.inForce.contains(.duckOthers)
  }

  /// Whether it speaks to everybody, and others of its kind make way for it.
  fileprivate var isAnnouncer: Bool { isDucking && !configuration.behaviour.isDuckedByAnnouncers }

  /// Whether it is heard in full although the other one turns all others down: that one spoke before it (DUCK-A2).
  func isHeardOver(_ other: SessionState) -> Bool {
    isAnnouncer && other.isAnnouncer && lastActivation > other.lastActivation
  }

  /// How it turns another session down; `nil` when it does not.
  fileprivate func duck(of other: SessionState) -> Duck? {
    guard isDucking, other.id != id, !other.isHeardOver(self) else { return nil }
    let duck = configuration.ducksOf[other.id] ?? configuration.duck
    return duck.level < .unity ? duck : nil
  }
}
