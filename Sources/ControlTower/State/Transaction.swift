// SPDX-License-Identifier: Apache-2.0
// The tower's state while an event is decided: it replaces the old state only when nothing was refused.

/// Sessions and interrupters at a moment.
struct TowerState: Hashable, Sendable {
  /// The sessions in the order in which they came.
  var sessions: [SessionState] = []
  /// The interrupters that last.
  var interrupters: Set<Interrupter> = []
  /// How many activations there were.
  var activations = 0

  /// The interrupter that outranks the others.
  var highestInterrupter: Interrupter? { interrupters.min() }

  func index(of id: SessionID) -> Int? {
    sessions.firstIndex { $0.id == id }
  }
}

/// One event on its way through the decisions.
struct Transaction {
  /// The state as decided so far.
  var state: TowerState
  /// The sessions that are to be told of the end of their interruption, in that order.
  var endings: [Ending] = []

  /// The end of an interruption.
  struct Ending: Hashable {
    let session: SessionID
    let shouldResume: Bool
    let reason: Explanation
  }

  init(_ state: TowerState) {
    self.state = state
  }

  /// The place of a session in the state.
  func find(_ id: SessionID) throws(Refusal) -> Int {
    guard let index = state.index(of: id) else {
      throw Refusal(.unknownSession(id), rule: .def01)
    }
    return index
  }
}

extension Refusal {
  init(_ reason: Reason, rule: Rule, culprit: Culprit? = nil) {
    self.init(reason, rule: rule.id, culprit: culprit)
  }
}
