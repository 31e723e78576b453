// SPDX-License-Identifier: Apache-2.0
// The tower's state while an event is decided: it replaces the old state only when nothing was
// refused.

/// One event on its way through the decisions.
struct Transaction {
  /// The state as it was.
  let before: TowerState
  /// The state as decided so far.
  var state: TowerState
  /// What sessions are to be told, beside what follows from the state, in that order.
  var notifications: [PendingNotification] = []
  /// Sessions that are told the hint after all else: who is about to sound does so first.
  var hints: [PendingNotification] = []
  /// Sessions whose sound is to be stopped before anything is connected anew, and why.
  var pauses: [SessionID: Explanation] = [:]
  /// Sessions whose sound goes on because their output is back, and why.
  var resumes: [SessionID: Explanation] = [:]
  /// The output that has come with this event.
  var returned: PortID?
  /// Why routes change with this event.
  var routeChange: (reason: RouteChangeReason, explanation: Explanation)?
  /// The rules that chose the routes of active sessions, and who made them choose again.
  var routeReasons: [SessionID: Explanation] = [:]
  /// What is to be done that does not follow from the state.
  var extra: [TowerEffect] = []
  /// Whether every session is settled, rather than those that may need it.
  private(set) var looksAtAll = false

  /// Something that a session is to be told.
  struct PendingNotification: Hashable {
    let session: SessionID
    let notification: TowerEffect.Notification
    let reason: Explanation

    init(
      _ session: SessionID,
      _ notification: TowerEffect.Notification,
      _ reason: Explanation
    ) {
      self.session = session
      self.notification = notification
      self.reason = reason
    }

    var effect: TowerEffect { TowerEffect(.notify(session, notification), reason) }
  }

  init(_ state: TowerState) {
    before = state
    self.state = state
  }

  /// The sessions that this event has changed so far, or brought, as indices.
  ///
  /// The others are settled already, as far as nothing has changed that they depend on.
  var changed: [Int] {
    looksAtAll ? Array(state.sessions.indices) : state.sessions.changed(since: before.sessions)
  }

  /// Whether settling every session comes to the same as settling those that may need it; for debug
  /// builds.
  var isSettled: Bool {
    var all = self
    all.looksAtAll = true
    all.settleTokens()
    all.settleStrips()
    all.settleHints()
    return all.state == state && all.hints == hints
  }

  /// The index of a session in the state.
  func find(_ id: SessionID) throws(Refusal) -> Int {
    guard let index = state.index(of: id) else {
      throw Refusal(.unknownSession(id), rule: .def01)
    }
    return index
  }

  mutating func tell(
    _ session: SessionID,
    _ notification: TowerEffect.Notification,
    _ reason: Explanation
  ) {
    notifications.append(PendingNotification(session, notification, reason))
  }
}

extension Refusal {
  init(_ reason: Reason, rule: Rule, cause: Cause? = nil) {
    self.init(reason, rule: rule.id, cause: cause)
  }
}
