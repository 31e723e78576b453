// SPDX-License-Identifier: Apache-2.0
// Which of the ducking sessions decides how far a session is turned down.

import Quantities

extension TowerState {
  /// The deepest duck that reaches the session at `index`; ducks do not add up.
  func selectDuck(for index: Int, isStarting: Bool) -> AppliedDuck? {
    guard sessions[index].configuration.mode != .measurement else { return nil }
    let duckers = sessions.indices.filter { $0 != index && sessions[$0].isDucking }
    let deepest = duckers.min {
      sessions[$0].configuration.duck.level < sessions[$1].configuration.duck.level
    }
    guard let deepest else { return nil }
    return AppliedDuck(
      duck: sessions[deepest].configuration.duck,
      reason: Explanation(
        isStarting ? .duck09 : .duck01,
        culprit: .session(sessions[deepest].id)
      )
    )
  }
}

extension SessionState {
  /// Whether it turns all others down.
  fileprivate var isDucking: Bool {
    isActive && configuration.optionsInForce.contains(.duckOthers)
      && configuration.duck.level < .unity
  }
}
