// SPDX-License-Identifier: Apache-2.0
// What can happen: the only way into the tower.

/// One thing that happened or is asked for.
public enum TowerEvent: Hashable, Sendable {
  /// A session came into being, inactive.
  case added(SessionConfiguration)
  /// A session is gone: unloaded, crashed, or its program quit.
  case removed(SessionID)
  /// A session asks for another category, mode and options, in one.
  case setCategory(SessionID, Category, Mode, Set<CategoryOption>)
  /// A session asks to become active.
  case activate(SessionID)
  /// A session lets go; with `notifyingOthers` those it interrupted are told that they can resume.
  case deactivate(SessionID, notifyingOthers: Bool)
  /// A session's sound was started or stopped by its user.
  case setPlaying(SessionID, Bool)
  /// Something that outranks all sessions begins.
  case interrupterBegan(Interrupter)
  /// It is over; `shouldResume` is the hint that the interrupted may go on.
  case interrupterEnded(Interrupter, shouldResume: Bool)
}

/// What outranks every session.
public enum Interrupter: String, Hashable, Sendable, CaseIterable {
  case phone, alarm, assistant
}
