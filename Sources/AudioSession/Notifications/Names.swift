// SPDX-License-Identifier: Apache-2.0
// The names of notifications and the keys of what they carry, with Apple's spellings.

public import Foundation

extension AVAudioSession {
  /// The session was interrupted, or the interruption is over.
  public static let interruptionNotification = Notification.Name(
    "AVAudioSessionInterruptionNotification"
  )
  /// The session's route has changed.
  public static let routeChangeNotification = Notification.Name(
    "AVAudioSessionRouteChangeNotification"
  )
  /// The sound server, or the host, is gone.
  public static let mediaServicesWereLostNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereLostNotification"
  )
  /// It is back: category, preferences and activation have to be made again.
  public static let mediaServicesWereResetNotification = Notification.Name(
    "AVAudioSessionMediaServicesWereResetNotification"
  )
  /// Secondary audio is to be silent, or may sound again.
  public static let silenceSecondaryAudioHintNotification = Notification.Name(
    "AVAudioSessionSilenceSecondaryAudioHintNotification"
  )
  /// Inputs have come or gone.
  public static let availableInputsChangeNotification = Notification.Name(
    "AVAudioSessionAvailableInputsChangeNotification"
  )
  /// The session's output was muted, or is not any more.
  public static let outputMuteStateChangeNotification = Notification.Name(
    "AVAudioSessionOutputMuteStateChangeNotification"
  )
  /// Whether the session's output is muted, in the user info of that notification.
  public static let muteStateKey = AVAudioSessionMuteStateKey
  /// The user's volume has changed; not in Apple's class, whose property is observed by its key.
  public static let outputVolumeChangeNotification = Notification.Name(
    "AVAudioSessionOutputVolumeChangeNotification"
  )
  /// The prompt style has changed; not in Apple's class, whose property is observed by its key.
  public static let promptStyleChangeNotification = Notification.Name(
    "AVAudioSessionPromptStyleChangeNotification"
  )
}

/// The raw value of an ``AVAudioSession/InterruptionType``.
public let AVAudioSessionInterruptionTypeKey = "AVAudioSessionInterruptionTypeKey"
/// The raw value of ``AVAudioSession/InterruptionOptions``; at the end of an interruption.
public let AVAudioSessionInterruptionOptionKey = "AVAudioSessionInterruptionOptionKey"
/// The raw value of an ``AVAudioSession/InterruptionReason``; at the beginning of an interruption.
public let AVAudioSessionInterruptionReasonKey = "AVAudioSessionInterruptionReasonKey"
/// Whether the program was suspended and gets this late; at the beginning of an interruption.
public let AVAudioSessionInterruptionWasSuspendedKey = "AVAudioSessionInterruptionWasSuspendedKey"
/// The raw value of an ``AVAudioSession/RouteChangeReason``.
public let AVAudioSessionRouteChangeReasonKey = "AVAudioSessionRouteChangeReasonKey"
/// The ``AVAudioSessionRouteDescription`` of the route before.
public let AVAudioSessionRouteChangePreviousRouteKey = "AVAudioSessionRouteChangePreviousRouteKey"
/// The raw value of an ``AVAudioSession/SilenceSecondaryAudioHintType``.
public let AVAudioSessionSilenceSecondaryAudioHintTypeKey =
  "AVAudioSessionSilenceSecondaryAudioHintTypeKey"
/// Whether the session's output is muted.
public let AVAudioSessionMuteStateKey = "AVAudioSessionMuteStateKey"
/// The user's volume, a `Float` from 0 to 1.
public let AVAudioSessionOutputVolumeKey = "AVAudioSessionOutputVolumeKey"
/// The raw value of an ``AVAudioSession/PromptStyle``.
public let AVAudioSessionPromptStyleKey = "AVAudioSessionPromptStyleKey"
