// SPDX-License-Identifier: Apache-2.0
// From a decision of the tower to what clients receive of it: sentences, and the facts of each.

package import ControlProtocol
package import ControlTower
package import Quantities
import RigEngine

extension DecisionStatus {
  /// A decision that was made.
  init(_ entry: DecisionLog.Entry) {
    self.init(entry.number, entry.decision, levelsBefore: entry.levelsBefore)
    at = TimeStamp(entry.moment)
  }

  /// A decision with its number, and the levels before its effects; with number 0 the answer to a
  /// question.
  package init(_ number: Int, _ decision: Decision, levelsBefore: [Decibels?]) {
    self.init(
      number: number,
      event: decision.sentence,
      isRefused: decision.refusal != nil,
      lines: decision.lines
    )
    happening = DecisionEventStatus(decision.event)
    switch decision.outcome {
    case .success(let list): effects = zip(list, levelsBefore).map { EffectStatus($0, from: $1) }
    case .failure(let refused): refusal = RefusalStatus(refused)
    }
  }
}

extension RefusalStatus {
  /// The facts of a refusal.
  package init(_ refusal: Refusal) {
    self.init(
      reason: refusal.reason.kind,
      text: refusal.sentence,
      rule: refusal.rule.description,
      cause: refusal.cause.map(CauseStatus.init)
    )
  }
}

extension ReasonStatus {
  init(_ condition: Condition) {
    self.init(
      effect: condition.word,
      text: condition.sentence,
      rule: condition.explanation.rule.description,
      cause: condition.explanation.cause.map(CauseStatus.init)
    )
  }
}

extension CauseStatus {
  init(_ cause: Cause) {
    switch cause {
    case .session(let id): self.init(kind: "session", name: id.name)
    case .interrupter(let interrupter):
      self.init(kind: "interrupter", name: interrupter.rawValue)
    case .port(let id): self.init(kind: "route", name: id.name)
    case .silentSwitch: self.init(kind: "silentSwitch")
    case .lock: self.init(kind: "lock")
    case .background: self.init(kind: "background")
    case .microphoneSwitch: self.init(kind: "microphoneSwitch")
    case .audioServer: self.init(kind: "audioServer")
    case .operator: self.init(kind: "operator")
    }
  }
}

extension Refusal.Reason {
  /// The name that clients know it by.
  fileprivate var kind: String {
    switch self {
    case .unknownSession: "unknownSession"
    case .duplicateSession: "duplicateSession"
    case .incompatibleMode: "incompatibleMode"
    case .incompatibleOption: "incompatibleOption"
    case .incompatiblePolicy: "incompatiblePolicy"
    case .insufficientPriority: "insufficientPriority"
    case .doNotInterrupt: "doNotInterrupt"
    case .cannotInterruptOthers: "cannotInterruptOthers"
    case .notRinging: "notRinging"
    case .suspended: "suspended"
    case .categoryForbidsPlayback: "categoryForbidsPlayback"
    case .categoryForbidsInput: "categoryForbidsInput"
    case .categoryForbidsOverride: "categoryForbidsOverride"
    case .sessionNotActive: "sessionNotActive"
    case .unknownPort: "unknownRoute"
    case .duplicatePort: "duplicateRoute"
    case .noInput: "noInput"
    case .portNotAvailable: "routeNotAvailable"
    case .fixedVolume: "fixedVolume"
    case .badVolume: "badVolume"
    case .badValue: "badValue"
    case .mediaServicesLost: "mediaServicesLost"
    case .systemSoundsSilenced: "systemSoundsSilenced"
    case .notConnectable: "notConnectable"
    case .connectionCycle: "connectionCycle"
    }
  }
}

extension Decibels {
  /// The level for JSON; `nil` is silence.
  var finite: Double? { value.isFinite ? Double(value) : nil }
}
