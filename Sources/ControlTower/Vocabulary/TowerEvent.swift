// SPDX-License-Identifier: Apache-2.0
// What can happen: the only way into the tower.

package import Quantities

/// One thing that happened or is asked for.
package enum TowerEvent: Hashable, Sendable {
  // MARK: Sessions

  /// A session came into being, inactive.
  case added(SessionConfiguration)
  /// A session is gone: unloaded, crashed, or its program quit.
  case removed(SessionID)
  /// A session asks for another category, mode, options and policy, in one.
  case setCategory(SessionID, Category, Mode, Set<CategoryOption>, RouteSharingPolicy = .default)
  /// A session asks for another mode only.
  case setMode(SessionID, Mode)
  /// A session asks to become active.
  case activate(SessionID)
  /// A session deactivates; with `notifyingOthers` those it interrupted get the hint to resume.
  case deactivate(SessionID, notifyingOthers: Bool)
  /// A session's sound was started or stopped by its user.
  case setPlaying(SessionID, Bool)
  /// A session's players play or have stopped since a reload or an error, without a request.
  case playersChanged(SessionID, arePlaying: Bool)
  /// A player of the session is to be made ready to play.
  case prepare(SessionID)
  /// A take of what the session hears is to be made ready to begin.
  case prepareToRecord(SessionID)
  /// A recording of the session begins or ends; a take of what it hears needs activation.
  case setRecording(SessionID, Bool)
  /// A session was brought to the control surface, or taken from it.
  case setForeground(SessionID, Bool)
  /// A session's user has muted it, or ended that.
  case setMuted(SessionID, Bool)
  /// A session's program has muted it, or ended that; what its user has muted stays so.
  case setOutputMuted(SessionID, Bool)
  /// A session's program wants to hear zeros, or its input again.
  case setInputMuted(SessionID, Bool)
  /// A session sets its preferences, all in one.
  case setPreferences(SessionID, [Preference])
  /// A session forces its output to the speaker, or ends that.
  case overrideOutput(SessionID, OutputOverride)
  /// A session's sound is sent elsewhere.
  case setTargets(SessionID, SendTargets)
  /// The preset says something else of what the host does on a session's behalf; how it began stays
  /// as it was.
  case setBehaviour(SessionID, SessionBehaviour)
  /// A session asks whether it may record.
  case requestRecordPermission(SessionID)
  /// The user has answered, or has changed the answer.
  case setRecordPermission(SessionID, RecordPermission)
  /// A session's sound is to go into another session.
  case connect(SessionID, to: SessionID)
  /// A session's sound no longer goes into another session.
  case disconnect(SessionID, from: SessionID)

  // MARK: The operator

  /// The operator takes a session's activation away.
  case forceDeactivate(SessionID)
  /// The operator interrupts a session until its release.
  case forceInterrupt(SessionID)
  /// The operator releases an interrupted session.
  case releaseInterrupt(SessionID)
  /// The silent switch.
  case setSilent(Bool)
  /// The lock, or curtain.
  case setLocked(Bool)
  /// The switch that cuts all microphones off.
  case setMicrophoneMuted(Bool)
  /// The switch that keeps ringing and the assistant from interrupting; the name of the operator
  /// that has set it is kept.
  case setDoNotInterrupt(Bool, by: String)
  /// The user turns an output up or down.
  case setVolume(PortID, Decibels)
  /// The user picks an input or output in place of the one last plugged in; `nil` ends that.
  case pickRoute(PortDirection, PortID?)
  /// A sound that belongs to no session: a click, a beep.
  case systemSound(String)

  // MARK: Interrupters

  /// Something that outranks all sessions announces itself; it can be accepted or declined.
  case interrupterRang(Interrupter)
  /// It was accepted and begins.
  case interrupterAccepted(Interrupter)
  /// It was declined and is over.
  case interrupterDeclined(Interrupter)
  /// Something that outranks all sessions begins, without asking.
  case interrupterBegan(Interrupter)
  /// It is over; `shouldResume` is the hint that the interrupted may go on.
  case interrupterEnded(Interrupter, shouldResume: Bool)

  // MARK: The rig

  /// What the rig's owner has decided for all sessions.
  case setRigPolicy(RigPolicy)
  /// Volumes that were remembered from an earlier run.
  case adoptVolumes([VolumeKey: Decibels])
  /// The preset says another level of an output: what was set of its volume counts no more.
  case resetVolume(PortID, Decibels)
  /// A port of the rig can be used.
  case plugged(PortDescription)
  /// A port of the rig can't be used any more.
  case unplugged(PortID)
  /// The hardware runs with these values now.
  case hardwareChanged(Hardware)
  /// The audio server is gone.
  case mediaServicesLost
  /// The audio server is back, and everything has been made again.
  case mediaServicesReset
}

/// What outranks every session.
package enum Interrupter: String, Hashable, Sendable, CaseIterable {
  case phone, alarm, assistant
}
