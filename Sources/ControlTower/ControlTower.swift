// SPDX-License-Identifier: Apache-2.0
// The tower: what happens goes in, what is to be done comes out; nothing else does either.

/// Decides which sessions sound, which are turned down, and which have to wait.
///
/// A pure value: the same events in the same order give the same effects. Copy it to ask "what if".
public struct ControlTower: Sendable {
  private var state = TowerState()

  /// Makes a tower that knows no session.
  public init() {}

  /// Decides one event and returns what is to be done, in order; a refused event changes nothing.
  public mutating func handle(_ event: TowerEvent) throws(Refusal) -> [TowerEffect] {
    var transaction = Transaction(state)
    try transaction.apply(event)
    transaction.applyStrips(before: state)
    let effects = transaction.effects(since: state)
    state = transaction.state
    return effects
  }

  /// The sessions, in the order in which they came.
  public var sessions: [SessionState] { state.sessions }

  /// The state of a session; `nil` when there is none of that name.
  public func session(_ id: SessionID) -> SessionState? {
    state.index(of: id).map { state.sessions[$0] }
  }

  /// The interrupters that last, the one with the highest rank first.
  public var activeInterrupters: [Interrupter] { state.interrupters.sorted() }
}

extension Transaction {
  fileprivate mutating func apply(_ event: TowerEvent) throws(Refusal) {
    switch event {
    case .added(let configuration):
      try applyAddition(of: configuration)
    case .removed(let id):
      try applyRemoval(id)
    case .setCategory(let id, let category, let mode, let options):
      try applyCategory(id, category, mode, options)
    case .activate(let id):
      try applyActivation(id)
    case .deactivate(let id, let notifyingOthers):
      try applyDeactivation(id, notifyingOthers: notifyingOthers)
    case .setPlaying(let id, let isPlaying):
      try applyPlaying(id, isPlaying)
    case .interrupterBegan(let interrupter):
      applyBegin(of: interrupter)
    case .interrupterEnded(let interrupter, let shouldResume):
      applyEnd(of: interrupter, shouldResume: shouldResume)
    }
  }
}
