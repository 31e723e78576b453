// SPDX-License-Identifier: Apache-2.0
// What the host does on a session's behalf, without an operator; a role sets all of it.

/// How a session reacts to interruptions, routes and other sessions.
package struct SessionBehaviour: Hashable, Sendable {
  /// What happens when an interruption is over.
  package var resume: ResumePolicy
  /// Whether it sounds again after the audio server was lost, if it did before.
  package var resumesAfterReset: Bool
  /// What happens when the output or input in use vanishes, or a new one appears.
  package var routePolicy: RoutePolicy
  /// Whether it starts in the foreground, on the control surface.
  package var startsInForeground: Bool
  /// Whether it goes on in the background and, if its category allows it, under the lock.
  package var backgroundAudio: Bool
  /// Whether it may interrupt others from the background.
  package var mayInterruptFromBackground: Bool
  /// Whether a ringing phone leaves it alone; an accepted call does not.
  package var prefersNoInterruptionsFromSystemAlerts: Bool
  /// Whether it goes on when the output whose loss has paused it is back.
  package var resumesOnReturn: Bool
  /// Whether losing its route interrupts it instead of pausing it.
  package var prefersInterruptionOnRouteDisconnect: Bool
  /// Whether system sounds are heard while it records.
  package var allowsSystemSoundsDuringRecording: Bool
  /// Whether it deactivates by itself when it stops playing or recording.
  package var deactivatesOnStop: Bool
  /// Whether earlier announcers duck it; `false` makes a ducking session an announcer itself
  /// (DUCK-A2).
  package var isDuckedByAnnouncers: Bool
  /// Whether it keeps all others off its outputs while it measures (MEAS-A1).
  package var hasExclusiveOutputs: Bool
  /// Whether other sessions may send to it and hear from it.
  package var interSession: Bool
  /// Its permission to record at the start.
  package var recordPermission: RecordPermission

  /// The default behaviour.
  package static let standard = SessionBehaviour()

  /// Describes how a session behaves.
  package init(
    resume: ResumePolicy = .ifPlaying,
    resumesAfterReset: Bool = true,
    routePolicy: RoutePolicy = .pauseOnLoss,
    startsInForeground: Bool = true,
    backgroundAudio: Bool = true,
    mayInterruptFromBackground: Bool = false,
    prefersNoInterruptionsFromSystemAlerts: Bool = false,
    resumesOnReturn: Bool = false,
    prefersInterruptionOnRouteDisconnect: Bool = false,
    allowsSystemSoundsDuringRecording: Bool = false,
    deactivatesOnStop: Bool = false,
    isDuckedByAnnouncers: Bool = true,
    hasExclusiveOutputs: Bool = false,
    interSession: Bool = false,
    recordPermission: RecordPermission = .granted
  ) {
    self.resume = resume
    self.resumesAfterReset = resumesAfterReset
    self.routePolicy = routePolicy
    self.startsInForeground = startsInForeground
    self.backgroundAudio = backgroundAudio
    self.mayInterruptFromBackground = mayInterruptFromBackground
    self.prefersNoInterruptionsFromSystemAlerts = prefersNoInterruptionsFromSystemAlerts
    self.resumesOnReturn = resumesOnReturn
    self.prefersInterruptionOnRouteDisconnect = prefersInterruptionOnRouteDisconnect
    self.allowsSystemSoundsDuringRecording = allowsSystemSoundsDuringRecording
    self.deactivatesOnStop = deactivatesOnStop
    self.isDuckedByAnnouncers = isDuckedByAnnouncers
    self.hasExclusiveOutputs = hasExclusiveOutputs
    self.interSession = interSession
    self.recordPermission = recordPermission
  }
}

/// What the end of an interruption does to a session.
package enum ResumePolicy: String, Hashable, Sendable, CaseIterable {
  /// It stays inactive until its user or its program activates it.
  case never
  /// It comes back when it may and was playing.
  case ifPlaying
  /// It comes back regardless of the hint, as games do.
  case always
}

/// What a change of the route does to a session.
package enum RoutePolicy: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case ignore
  /// It is paused when the last of its outputs vanishes.
  case pauseOnLoss
  /// It is stopped when any device that it could use comes or goes: a recorder ends its take.
  case stopOnChange
}

/// Whether a session may record.
package enum RecordPermission: String, Hashable, Sendable, CaseIterable {
  case undetermined, denied, granted
}
