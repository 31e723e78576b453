// SPDX-License-Identifier: Apache-2.0
// The deprecated names of notifications: those of Objective-C and early Swift, and those of Swift
// 3.

public import Foundation

/// The deprecated name of `AVAudioSession.interruptionNotification`.
@available(*, deprecated, renamed: "AVAudioSession.interruptionNotification")
public let AVAudioSessionInterruptionNotification = AVAudioSession.interruptionNotification

/// The deprecated name of `AVAudioSession.routeChangeNotification`.
@available(*, deprecated, renamed: "AVAudioSession.routeChangeNotification")
public let AVAudioSessionRouteChangeNotification = AVAudioSession.routeChangeNotification

/// The deprecated name of `AVAudioSession.mediaServicesWereLostNotification`.
@available(*, deprecated, renamed: "AVAudioSession.mediaServicesWereLostNotification")
public let AVAudioSessionMediaServicesWereLostNotification = AVAudioSession
  .mediaServicesWereLostNotification

/// The deprecated name of `AVAudioSession.mediaServicesWereResetNotification`.
@available(*, deprecated, renamed: "AVAudioSession.mediaServicesWereResetNotification")
public let AVAudioSessionMediaServicesWereResetNotification = AVAudioSession
  .mediaServicesWereResetNotification

/// The deprecated name of `AVAudioSession.silenceSecondaryAudioHintNotification`.
@available(*, deprecated, renamed: "AVAudioSession.silenceSecondaryAudioHintNotification")
public let AVAudioSessionSilenceSecondaryAudioHintNotification = AVAudioSession
  .silenceSecondaryAudioHintNotification

extension Notification.Name {
  /// The deprecated name of `AVAudioSession.interruptionNotification`.
  @available(*, deprecated, renamed: "AVAudioSession.interruptionNotification")
  public static var AVAudioSessionInterruption: Notification.Name {
    AVAudioSession.interruptionNotification
  }

  /// The deprecated name of `AVAudioSession.routeChangeNotification`.
  @available(*, deprecated, renamed: "AVAudioSession.routeChangeNotification")
  public static var AVAudioSessionRouteChange: Notification.Name {
    AVAudioSession.routeChangeNotification
  }

  /// The deprecated name of `AVAudioSession.mediaServicesWereLostNotification`.
  @available(*, deprecated, renamed: "AVAudioSession.mediaServicesWereLostNotification")
  public static var AVAudioSessionMediaServicesWereLost: Notification.Name {
    AVAudioSession.mediaServicesWereLostNotification
  }

  /// The deprecated name of `AVAudioSession.mediaServicesWereResetNotification`.
  @available(*, deprecated, renamed: "AVAudioSession.mediaServicesWereResetNotification")
  public static var AVAudioSessionMediaServicesWereReset: Notification.Name {
    AVAudioSession.mediaServicesWereResetNotification
  }

  /// The deprecated name of `AVAudioSession.silenceSecondaryAudioHintNotification`.
  @available(*, deprecated, renamed: "AVAudioSession.silenceSecondaryAudioHintNotification")
  public static var AVAudioSessionSilenceSecondaryAudioHint: Notification.Name {
    AVAudioSession.silenceSecondaryAudioHintNotification
  }
}
