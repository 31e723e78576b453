// SPDX-License-Identifier: Apache-2.0
// What the tower wants done, and why: the only way out of the tower.

package import Quantities

/// The ID of a row of the session rules, such as `MIX-03`.
package struct RuleID: Hashable, Sendable, CustomStringConvertible {
  /// The ID.
  package let description: String

  /// Names a rule.
  package init(_ id: String) {
    description = id
  }
}

/// One thing that the tower wants done, with the rule that decided it.
///
/// Effects are carried out in order; a session's sound has ended before a later effect lets another
/// one start.
package struct TowerEffect: Hashable, Sendable {
  /// What to do.
  package var action: Action
  /// The rule that decided it.
  package var rule: RuleID
  /// The cause, when it is not the session itself.
  package var cause: Cause?

  /// Describes an effect.
  package init(_ action: Action, rule: RuleID, cause: Cause? = nil) {
    self.action = action
    self.rule = rule
    self.cause = cause
  }

  /// What is to be done.
  package enum Action: Hashable, Sendable {
    /// Let the session sound, once `after` has gone by: its graph runs and its strip opens.
    case sound(SessionID, after: Seconds = .zero)
    /// Ramp the session to silence, then stop calling its graph; state and position are kept.
    case suspend(SessionID)
    /// Stop the session's players, or its recordings, as its user would.
    case pause(SessionID)
    /// Let the players go on that a `pause` has stopped.
    case resume(SessionID)
    /// Silence the session while its time runs on, or end that.
    case silence(SessionID, Bool)
    /// Mute the session after its fader while its time runs on, or end that.
    case mute(SessionID, Bool)
    /// Give the session's inputs as exact zeros, or end that.
    case zeroInput(SessionID, Bool)
    /// Silence the secondary sources of the session, or end that.
    case silenceSecondary(SessionID, Bool)
    /// Move the session's duck gain to a level over a time, once `after` has gone by; 0 dB restores
    /// it exactly.
    case duck(SessionID, level: Decibels, over: Seconds, after: Seconds = .zero)
    /// Let the session's duck act at these outputs only, or at all of them; on these outputs no
    /// side chain moves it.
    case duckOutputs(SessionID, Set<PortID>?)
    /// Let the level of a ducking session open and close a session's duck, or end that.
    case sidechain(SessionID, by: SessionID?, Duck)
    /// Bypass all processing of the session, bit for bit, or end that.
    case measure(SessionID, Bool)
    /// Put the rig's voice processing before the session's graph, or take it away.
    case processVoice(SessionID, Bool)
    /// Connect what the session hears and sends to these ports.
    case route(SessionID, RouteDescription)
    /// Let a session's sound into another one, or end that; a session that only generates is
    /// rendered for it while inactive.
    ///
    /// The session's own sends stay closed then (IAA-A1): only `sound` opens them.
    case send(SessionID, to: SessionID, isOpen: Bool)
    /// Tell the session how verbose its prompts may be.
    case setPromptStyle(SessionID, PromptStyle)
    /// The session has the token, and the better variant that goes with it, or has lost it.
    case hold(ExclusiveToken, SessionID, Bool)
    /// Ask the user whether the session may record.
    case promptForRecordPermission(SessionID)
    /// Set the volume of an output; `nil` when it has none.
    case setVolume(PortID, Decibels)
    /// Let the hardware run with cycles of this length.
    case setIOBufferDuration(Seconds)
    /// Set the gain of all inputs, 0 to 1.
    case setInputGain(Double)
    /// Keep the session off these outputs, and let it be heard on all others where it is sent.
    case closeOutputs(SessionID, Set<PortID>)
    /// Play the sound of an interrupter that rings, over and over, or end that.
    case soundRing(Interrupter, Bool)
    /// Open or close the bus of an interrupter.
    case soundInterrupter(Interrupter, Bool)
    /// Play a system sound.
    case playSystemSound(String)
    /// Silence system sounds that are playing, or let them be heard again.
    case silenceSystemSounds(Bool)
    /// Tell the session's clients.
    case notify(SessionID, Notification)
  }
}

/// How verbose prompts may be while others speak.
package enum PromptStyle: String, Hashable, Sendable, CaseIterable {
  case none, short, normal
}

/// The cause of an effect.
package enum Cause: Hashable, Sendable {
  case session(SessionID)
  case interrupter(Interrupter)
  case port(PortID)
  case silentSwitch
  case lock
  case background
  case microphoneSwitch
  case audioServer
  case `operator`
}
