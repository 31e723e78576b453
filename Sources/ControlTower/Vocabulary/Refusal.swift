// SPDX-License-Identifier: Apache-2.0
// Why the tower refuses a request.

/// Why a request was refused; the state is as it was.
package struct Refusal: Error, Hashable, Sendable {
  /// The reason.
  package var reason: Reason
  /// The rule that decided it.
  package var rule: RuleID
  /// The cause, if there is one.
  package var cause: Cause?

  /// Describes a refusal.
  package init(_ reason: Reason, rule: RuleID, cause: Cause? = nil) {
    self.reason = reason
    self.rule = rule
    self.cause = cause
  }

  /// The reason of a refusal.
  package enum Reason: Hashable, Sendable {
    case unknownSession(SessionID)
    case duplicateSession(SessionID)
    case incompatibleMode(Mode, Category)
    case incompatibleOption(CategoryOption, Category)
    case incompatiblePolicy(RouteSharingPolicy)
    case insufficientPriority
    /// Somebody keeps ringing and the assistant from interrupting.
    case doNotInterrupt(by: String)
    case cannotInterruptOthers
    /// There is nothing to accept or to decline.
    case notRinging(Interrupter)
    /// It is in the background and has no right to sound there.
    case suspended(SessionID)
    case categoryForbidsPlayback(Category)
    case categoryForbidsInput(Category)
    case categoryForbidsOverride(Category)
    case sessionNotActive(SessionID)
    case unknownPort(PortID)
    case duplicatePort(PortID)
    case noInput(SessionID)
    case portNotAvailable(PortID, SessionID)
    case fixedVolume(PortID)
    case badVolume(PortID)
    case badValue(Preference)
    case mediaServicesLost
    case systemSoundsSilenced
    case notConnectable(SessionID, SessionID)
    case connectionCycle([SessionID])
  }
}
