// SPDX-License-Identifier: Apache-2.0
// Which sessions exclude each other, who has to go, and who stands in the way.

extension SessionConfiguration {
  /// Whether only one of the two can be active: neither mixes (MIX-03).
  func excludes(_ other: SessionConfiguration) -> Bool {
    id != other.id && !isMixable && !other.isMixable
  }
}

extension TowerState {
  /// The active sessions that have to go when the session at `winner` becomes active, as places.
  func selectInterrupted(by winner: Int) -> [Int] {
    sessions.indices.filter {
      sessions[$0].isActive && sessions[winner].configuration.excludes(sessions[$0].configuration)
    }
  }

  /// Who keeps the session at `index` from coming back, if anybody does.
  func selectBlocker(of index: Int) -> (rule: Rule, culprit: Culprit)? {
    if let interrupter = highestInterrupter {
      return (interrupter.rule, .interrupter(interrupter))
    }
    return selectInterrupted(by: index).first.map { (.mix03, .session(sessions[$0].id)) }
  }
}
