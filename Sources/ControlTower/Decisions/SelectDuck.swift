// SPDX-License-Identifier: Apache-2.0
// Which of the ducking sessions decides how far a session is turned down.

import Quantities

extension TowerState {
  /// The places of the sessions that turn others down.
  var duckers: [Int] { sessions.indices.filter { sessions[$0].isDucking } }

  /// The deepest of the duckers' ducks that reaches the session at `index`; ducks do not add up.
  func selectDuck(for index: Int, among duckers: [Int], isStarting: Bool) -> AppliedDuck? {
    guard sessions[index].configuration.mode != .measurement else { return nil }
    let ducks = duckers.compactMap { ducker in
      sessions[ducker].duck(of: sessions[index].id).map { (duck: $0, by: sessions[ducker].id) }
    }
    guard let deepest = ducks.min(by: { $0.duck.level < $1.duck.level }) else { return nil }
    return AppliedDuck(
      duck: deepest.duck,
      reason: Explanation(isStarting ? .duck09 : .duck01, culprit: .session(deepest.by))
    )
  }

  /// How long a session that starts waits until the sessions that it ducks are down.
  func selectStartDelay(of session: SessionState) -> Seconds {
    guard session.configuration.duck.startsAfterAttack, session.isDucking else { return .zero }
    let attacks = sessions.filter { $0.isSounding && $0.id != session.id }
      .compactMap { session.duck(of: $0.id)?.attack }
    return attacks.max() ?? .zero
  }
}

extension SessionState {
  /// Whether it turns others down.
  fileprivate var isDucking: Bool {
    isActive && configuration.inForce.contains(.duckOthers)
  }

  /// How it turns another session down; `nil` when it does not.
  fileprivate func duck(of other: SessionID) -> Duck? {
    guard isDucking, other != id else { return nil }
    let duck = configuration.ducksOf[other] ?? configuration.duck
    return duck.level < .unity ? duck : nil
  }
}
