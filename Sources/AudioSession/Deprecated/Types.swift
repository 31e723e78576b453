// SPDX-License-Identifier: Apache-2.0
// The deprecated names of types and their cases, each with a fix-it to the present name.

/// The deprecated name of `AVAudioSession.CategoryOptions`.
@available(*, deprecated, renamed: "AVAudioSession.CategoryOptions")
public typealias AVAudioSessionCategoryOptions = AVAudioSession.CategoryOptions

/// The deprecated name of `AVAudioSession.InterruptionType`.
@available(*, deprecated, renamed: "AVAudioSession.InterruptionType")
public typealias AVAudioSessionInterruptionType = AVAudioSession.InterruptionType

/// The deprecated name of `AVAudioSession.InterruptionOptions`.
@available(*, deprecated, renamed: "AVAudioSession.InterruptionOptions")
public typealias AVAudioSessionInterruptionOptions = AVAudioSession.InterruptionOptions

/// The deprecated name of `AVAudioSession.InterruptionReason`.
@available(*, deprecated, renamed: "AVAudioSession.InterruptionReason")
public typealias AVAudioSessionInterruptionReason = AVAudioSession.InterruptionReason

/// The deprecated name of `AVAudioSession.RouteChangeReason`.
@available(*, deprecated, renamed: "AVAudioSession.RouteChangeReason")
public typealias AVAudioSessionRouteChangeReason = AVAudioSession.RouteChangeReason

/// The deprecated name of `AVAudioSession.RouteSharingPolicy`.
@available(*, deprecated, renamed: "AVAudioSession.RouteSharingPolicy")
public typealias AVAudioSessionRouteSharingPolicy = AVAudioSession.RouteSharingPolicy

/// The deprecated name of `AVAudioSession.SetActiveOptions`.
@available(*, deprecated, renamed: "AVAudioSession.SetActiveOptions")
public typealias AVAudioSessionSetActiveOptions = AVAudioSession.SetActiveOptions

/// The deprecated name of `AVAudioSession.PortOverride`.
@available(*, deprecated, renamed: "AVAudioSession.PortOverride")
public typealias AVAudioSessionPortOverride = AVAudioSession.PortOverride

/// The deprecated name of `AVAudioSession.RecordPermission`.
@available(*, deprecated, renamed: "AVAudioSession.RecordPermission")
public typealias AVAudioSessionRecordPermission = AVAudioSession.RecordPermission

/// The deprecated name of `AVAudioSession.SilenceSecondaryAudioHintType`.
@available(*, deprecated, renamed: "AVAudioSession.SilenceSecondaryAudioHintType")
public typealias AVAudioSessionSilenceSecondaryAudioHintType = AVAudioSession
  .SilenceSecondaryAudioHintType

/// The deprecated name of `AVAudioSession.ErrorCode`.
@available(*, deprecated, renamed: "AVAudioSession.ErrorCode")
public typealias AVAudioSessionErrorCode = AVAudioSession.ErrorCode

/// The deprecated name of `AVAudioSession.PromptStyle`.
@available(*, deprecated, renamed: "AVAudioSession.PromptStyle")
public typealias AVAudioSessionPromptStyle = AVAudioSession.PromptStyle

/// The deprecated name of `AVAudioSession.IOType`.
@available(*, deprecated, renamed: "AVAudioSession.IOType")
public typealias AVAudioSessionIOType = AVAudioSession.IOType

/// The deprecated name of `AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation`, as a
/// number.
@available(*, deprecated, message: "Use AVAudioSession.SetActiveOptions.")
public let AVAudioSessionSetActiveFlags_NotifyOthersOnDeactivation = 1

/// The deprecated name of `AVAudioSession.InterruptionOptions.shouldResume`, as a number.
@available(*, deprecated, message: "Use AVAudioSession.InterruptionOptions.")
public let AVAudioSessionInterruptionFlags_ShouldResume = 1

/// The name of `AVAudioSession.ActivationOptions` outside of the class.
public typealias AVAudioSessionActivationOptions = AVAudioSession.ActivationOptions

/// The name of `AVAudioSession.DeactivationOptions` outside of the class.
public typealias AVAudioSessionDeactivationOptions = AVAudioSession.DeactivationOptions

/// The name of `AVAudioSession.RouteSelection` outside of the class.
public typealias AVAudioSessionRouteSelection = AVAudioSession.RouteSelection

extension AVAudioSession.CategoryOptions {
  /// The deprecated name of `mixWithOthers`.
  @available(*, deprecated, renamed: "mixWithOthers")
  public static var MixWithOthers: Self { .mixWithOthers }

  /// The deprecated name of `duckOthers`.
  @available(*, deprecated, renamed: "duckOthers")
  public static var DuckOthers: Self { .duckOthers }

  /// The deprecated name of `allowBluetoothHFP`.
  @available(*, deprecated, renamed: "allowBluetoothHFP")
  public static var AllowBluetooth: Self { .allowBluetoothHFP }

  /// The deprecated name of `defaultToSpeaker`.
  @available(*, deprecated, renamed: "defaultToSpeaker")
  public static var DefaultToSpeaker: Self { .defaultToSpeaker }
}

extension AVAudioSession.InterruptionType {
  /// The deprecated name of `began`.
  @available(*, deprecated, renamed: "began")
  public static var Began: Self { .began }

  /// The deprecated name of `ended`.
  @available(*, deprecated, renamed: "ended")
  public static var Ended: Self { .ended }
}

extension AVAudioSession.InterruptionOptions {
  /// The deprecated name of `shouldResume`.
  @available(*, deprecated, renamed: "shouldResume")
  public static var ShouldResume: Self { .shouldResume }

  /// The deprecated name of `shouldResume`.
  @available(*, deprecated, renamed: "shouldResume")
  public static var OptionShouldResume: Self { .shouldResume }
}

extension AVAudioSession.SetActiveOptions {
  /// The deprecated name of `notifyOthersOnDeactivation`.
  @available(*, deprecated, renamed: "notifyOthersOnDeactivation")
  public static var NotifyOthersOnDeactivation: Self { .notifyOthersOnDeactivation }

  /// The deprecated name of `notifyOthersOnDeactivation`.
  @available(*, deprecated, renamed: "notifyOthersOnDeactivation")
  public static var OptionNotifyOthersOnDeactivation: Self { .notifyOthersOnDeactivation }
}

extension AVAudioSession.PortOverride {
  /// The deprecated name of `none`.
  @available(*, deprecated, renamed: "none")
  public static var None: Self { .none }

  /// The deprecated name of `speaker`.
  @available(*, deprecated, renamed: "speaker")
  public static var Speaker: Self { .speaker }
}

extension AVAudioSession.RouteChangeReason {
  /// The deprecated name of `unknown`.
  @available(*, deprecated, renamed: "unknown")
  public static var Unknown: Self { .unknown }

  /// The deprecated name of `newDeviceAvailable`.
  @available(*, deprecated, renamed: "newDeviceAvailable")
  public static var NewDeviceAvailable: Self { .newDeviceAvailable }

  /// The deprecated name of `oldDeviceUnavailable`.
  @available(*, deprecated, renamed: "oldDeviceUnavailable")
  public static var OldDeviceUnavailable: Self { .oldDeviceUnavailable }

  /// The deprecated name of `categoryChange`.
  @available(*, deprecated, renamed: "categoryChange")
  public static var CategoryChange: Self { .categoryChange }

  /// The deprecated name of `override`.
  @available(*, deprecated, renamed: "override")
  public static var Override: Self { .override }

  /// The deprecated name of `wakeFromSleep`.
  @available(*, deprecated, renamed: "wakeFromSleep")
  public static var WakeFromSleep: Self { .wakeFromSleep }

  /// The deprecated name of `noSuitableRouteForCategory`.
  @available(*, deprecated, renamed: "noSuitableRouteForCategory")
  public static var NoSuitableRouteForCategory: Self { .noSuitableRouteForCategory }

  /// The deprecated name of `routeConfigurationChange`.
  @available(*, deprecated, renamed: "routeConfigurationChange")
  public static var RouteConfigurationChange: Self { .routeConfigurationChange }
}

extension AVAudioSession.RouteSharingPolicy {
  /// The deprecated name of `longFormAudio`.
  @available(*, deprecated, renamed: "longFormAudio")
  public static var longForm: Self { .longFormAudio }
}
