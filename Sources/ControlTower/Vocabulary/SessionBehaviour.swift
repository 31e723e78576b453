// SPDX-License-Identifier: Apache-2.0
// What the host does on a session's behalf, so that nobody has to sit beside it; a role sets it as
// a whole.

/// How a session wants to be treated when the world changes.
public struct SessionBehaviour: Hashable, Sendable {
  /// What happens when an interruption is over.
  public var resume: ResumePolicy
  /// Whether it sounds again after the audio server was lost, if it did before.
  public var resumesAfterReset: Bool
  /// What happens when the output or input in use vanishes, or a new one appears.
  public var routePolicy: RoutePolicy
  /// Whether it is in the foreground when it comes: the control surface is its own.
  public var startsInForeground: Bool
  /// Whether it goes on in the background and, if its category lets it, under the lock.
  public var backgroundAudio: Bool
  /// Whether it may interrupt others from the background.
  public var mayInterruptFromBackground: Bool
  /// Whether a ringing phone leaves it alone; an accepted call does not.
  public var prefersNoInterruptionsFromSystemAlerts: Bool
  /// Whether it goes on when the output is back whose loss has paused it.
  public var resumesOnReturn: Bool
  /// Whether losing its route interrupts it instead of pausing it.
  public var prefersInterruptionOnRouteDisconnect: Bool
  /// Whether system sounds are heard while it records.
  public var allowsSystemSoundsDuringRecording: Bool
  /// Whether it lets go by itself when it stops to play or record.
  public var deactivatesOnStop: Bool
  /// Whether ducking sessions turn it down that were active before it, if they say no as well:
  /// announcers (DUCK-A2).
  public var isDuckedByAnnouncers: Bool
  /// Whether it keeps all others off its outputs while it measures (MEAS-A1).
  public var hasExclusiveOutputs: Bool
  /// Whether other sessions may send to it and hear from it.
  public var interSession: Bool
  /// What is known of its permission to record when it comes.
  public var recordPermission: RecordPermission

  /// The behaviour of a session of a preset that says nothing.
  public static let standard = SessionBehaviour()

  /// Describes how a session behaves.
  public init(
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
public enum ResumePolicy: String, Hashable, Sendable, CaseIterable {
  /// It stays inactive until its user or its program says otherwise.
  case never
  /// It comes back when it may and was playing.
  case ifPlaying
  /// It comes back whatever the hint says, as games do.
  case always
}

/// What a change of the route does to a session.
public enum RoutePolicy: String, Hashable, Sendable, CaseIterable {
  /// Nothing.
  case ignore
  /// It is paused when the last of its outputs vanishes.
  case pauseOnLoss
  /// It is stopped when any device that it could use comes or goes: a recorder ends its take.
  case stopOnChange
}

/// Whether a session may record.
public enum RecordPermission: String, Hashable, Sendable, CaseIterable {
  case undetermined, denied, granted
}
