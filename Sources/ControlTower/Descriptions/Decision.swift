// SPDX-License-Identifier: Apache-2.0
// The decision log: events, the tower's decisions, and their rules.

/// An event and the tower's decision; the same event in the same state gives the same words.
package struct Decision: Hashable, Sendable {
  /// What happened.
  package let event: TowerEvent
  /// What is to be done, or why nothing is.
  package let outcome: Result<[TowerEffect], Refusal>

  /// Notes a decision.
  package init(_ event: TowerEvent, _ outcome: Result<[TowerEffect], Refusal>) {
    self.event = event
    self.outcome = outcome
  }

  /// What is to be done; empty when the event was refused.
  package var effects: [TowerEffect] {
    if case .success(let effects) = outcome { effects } else { [] }
  }

  /// Why the event was refused; `nil` when it was not.
  package var refusal: Refusal? {
    if case .failure(let refusal) = outcome { refusal } else { nil }
  }

  /// What happened, in words, such as "voice asks to be active".
  package var sentence: String { event.sentence }

  /// One line for each effect, or one for the refusal, in ASCII: the subject, the action, the rule
  /// and the cause.
  package var lines: [String] {
    switch outcome {
    case .success(let effects): effects.map(\.line)
    case .failure(let refusal): [refusal.line]
    }
  }
}

extension ControlTower {
  /// Decides an event and returns it with the outcome.
  package mutating func decide(_ event: TowerEvent) -> Decision {
    Decision(event, Result { () throws(Refusal) in try handle(event) })
  }

  /// What an event would do, without doing it.
  package func whatIf(_ event: TowerEvent) -> Result<[TowerEffect], Refusal> {
    var copy = self
    return copy.decide(event).outcome
  }

  /// The sessions that would no longer be heard at an output that goes, without an effect on them.
  ///
  /// A send that names this output is silent, whatever its session does elsewhere.
  package func whatIfLosses(_ event: TowerEvent) -> [Loss] {
    guard case .unplugged(let port) = event, case .success(let effects) = whatIf(event) else {
      return []
    }
    let stopped = effects.compactMap { effect -> SessionID? in
      switch effect.action {
      case .pause(let id), .suspend(let id): id
      default: nil
      }
    }
    let lost = state.sessions.filter { session in
      session.isActive && !session.isPaused && session.targets.pinned.contains(port)
        && state.port(port) != nil && !stopped.contains(session.id)
    }
    return lost.map { session in
      let leavesAlone = session.configuration.behaviour.routePolicy == .ignore
      return Loss(session: session.id, port: port, rule: (leavesAlone ? Rule.rte12 : .rteA3).id)
    }
  }
}

/// A session that is no longer heard at an output that goes.
package struct Loss: Hashable, Sendable {
  /// The session.
  package let session: SessionID
  /// The output.
  package let port: PortID
  /// The rule behind it.
  package let rule: RuleID

  /// The loss in words, to be read after the session.
  package var text: String { "is not heard there any more" }
  /// The loss as a line of the log.
  package var line: String { tableLine(session.name, text, rule, .port(port)) }
}

extension TowerEffect {
  /// The effect as a line of the log: the subject, the action, the rule and the cause.
  package var line: String {
    tableLine(action.subject, action.text, rule, cause)
  }
}

extension Refusal {
  /// The refusal as a line of the log.
  var line: String {
    tableLine("refused", problem, rule, cause)
  }
}

private func tableLine(
  _ subject: String,
  _ words: String,
  _ rule: RuleID,
  _ cause: Cause?
) -> String {
  let suffix = cause.map { " by \($0)" } ?? ""
  return "\(subject.padded(to: 9)) \(words.padded(to: 39)) \(rule)\(suffix)"
}

extension String {
  /// The text with blanks up to a width; longer text stays as it is.
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
