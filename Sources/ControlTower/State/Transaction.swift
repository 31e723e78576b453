// SPDX-License-Identifier: Apache-2.0
// The tower's state while an event is decided: it replaces the old state only if nothing was
// refused.

/// One event on its way through the decisions.
struct Transaction {
  /// The state as it was.
  let before: TowerState
  /// The state as decided so far.
  var state: TowerState
  /// The notifications to send, beside those that follow from the state, in order.
  var notifications: [PendingNotification] = []
  /// Hints, which are sent after all else: sessions that start sound first.
  var hints: [PendingNotification] = []
  /// Sessions whose sound is to be stopped before any route changes, and why.
  var pauses: [SessionID: Explanation] = [:]
  /// Sessions whose sound goes on because their output is back, and why.
  var resumes: [SessionID: Explanation] = [:]
  /// The output that has come with this event.
  var returned: PortID?
  /// Why routes change with this event.
  var routeChange: (reason: RouteChangeReason, explanation: Explanation)?
  /// The rules that chose the routes of active sessions, and the causes of the choice.
  var routeReasons: [SessionID: Explanation] = [:]
  /// What is to be done that does not follow from the state.
  var extra: [TowerEffect] = []
  /// Whether every session is settled, rather than those that may need it.
  private(set) var looksAtAll = false

  /// A notification that a session is to get.
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
  /// The others are settled already, unless something has changed that they depend on.
  var changed: [Int] {
    looksAtAll ? Array(state.sessions.indices) : state.sessions.changed(since: before.sessions)
  }

  /// Whether settling every session gives the same result as settling those that may need it; for
  /// debug builds.
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
