// SPDX-License-Identifier: Apache-2.0
// The former names of types and their cases, each with a fix-it to the present name.

/// The former name of `AVAudioSession.CategoryOptions`.
@available(*, deprecated, renamed: "AVAudioSession.CategoryOptions")
public typealias AVAudioSessionCategoryOptions = AVAudioSession.CategoryOptions

/// The former name of `AVAudioSession.InterruptionType`.
@available(*, deprecated, renamed: "AVAudioSession.InterruptionType")
public typealias AVAudioSessionInterruptionType = AVAudioSession.InterruptionType

/// The former name of `AVAudioSession.InterruptionOptions`.
@available(*, deprecated, renamed: "AVAudioSession.InterruptionOptions")
public typealias AVAudioSessionInterruptionOptions = AVAudioSession.InterruptionOptions

/// The former name of `AVAudioSession.InterruptionReason`.
@available(*, deprecated, renamed: "AVAudioSession.InterruptionReason")
public typealias AVAudioSessionInterruptionReason = AVAudioSession.InterruptionReason

/// The former name of `AVAudioSession.RouteChangeReason`.
@available(*, deprecated, renamed: "AVAudioSession.RouteChangeReason")
public typealias AVAudioSessionRouteChangeReason = AVAudioSession.RouteChangeReason

/// The former name of `AVAudioSession.RouteSharingPolicy`.
@available(*, deprecated, renamed: "AVAudioSession.RouteSharingPolicy")
public typealias AVAudioSessionRouteSharingPolicy = AVAudioSession.RouteSharingPolicy

/// The former name of `AVAudioSession.SetActiveOptions`.
@available(*, deprecated, renamed: "AVAudioSession.SetActiveOptions")
public typealias AVAudioSessionSetActiveOptions = AVAudioSession.SetActiveOptions

/// The former name of `AVAudioSession.PortOverride`.
@available(*, deprecated, renamed: "AVAudioSession.PortOverride")
public typealias AVAudioSessionPortOverride = AVAudioSession.PortOverride

/// The former name of `AVAudioSession.RecordPermission`.
@available(*, deprecated, renamed: "AVAudioSession.RecordPermission")
public typealias AVAudioSessionRecordPermission = AVAudioSession.RecordPermission

/// The former name of `AVAudioSession.SilenceSecondaryAudioHintType`.
@available(*, deprecated, renamed: "AVAudioSession.SilenceSecondaryAudioHintType")
public typealias AVAudioSessionSilenceSecondaryAudioHintType = AVAudioSession
  .SilenceSecondaryAudioHintType

/// The former name of `AVAudioSession.ErrorCode`.
@available(*, deprecated, renamed: "AVAudioSession.ErrorCode")
public typealias AVAudioSessionErrorCode = AVAudioSession.ErrorCode

extension AVAudioSession.CategoryOptions {
  /// The former name of `mixWithOthers`.
  @available(*, deprecated, renamed: "mixWithOthers")
  public static var MixWithOthers: Self { .mixWithOthers }

  /// The former name of `duckOthers`.
  @available(*, deprecated, renamed: "duckOthers")
  public static var DuckOthers: Self { .duckOthers }

  /// The former name of `allowBluetoothHFP`.
  @available(*, deprecated, renamed: "allowBluetoothHFP")
  public static var AllowBluetooth: Self { .allowBluetoothHFP }

  /// The former name of `defaultToSpeaker`.
  @available(*, deprecated, renamed: "defaultToSpeaker")
  public static var DefaultToSpeaker: Self { .defaultToSpeaker }
}

extension AVAudioSession.InterruptionType {
  /// The former name of `began`.
  @available(*, deprecated, renamed: "began")
  public static var Began: Self { .began }

  /// The former name of `ended`.
  @available(*, deprecated, renamed: "ended")
  public static var Ended: Self { .ended }
}

extension AVAudioSession.InterruptionOptions {
  /// The former name of `shouldResume`.
  @available(*, deprecated, renamed: "shouldResume")
  public static var ShouldResume: Self { .shouldResume }

  /// The former name of `shouldResume`.
  @available(*, deprecated, renamed: "shouldResume")
  public static var OptionShouldResume: Self { .shouldResume }
}

extension AVAudioSession.SetActiveOptions {
  /// The former name of `notifyOthersOnDeactivation`.
  @available(*, deprecated, renamed: "notifyOthersOnDeactivation")
  public static var NotifyOthersOnDeactivation: Self { .notifyOthersOnDeactivation }

  /// The former name of `notifyOthersOnDeactivation`.
  @available(*, deprecated, renamed: "notifyOthersOnDeactivation")
  public static var OptionNotifyOthersOnDeactivation: Self { .notifyOthersOnDeactivation }
}

extension AVAudioSession.PortOverride {
  /// The former name of `none`.
  @available(*, deprecated, renamed: "none")
  public static var None: Self { .none }

  /// The former name of `speaker`.
  @available(*, deprecated, renamed: "speaker")
  public static var Speaker: Self { .speaker }
}

extension AVAudioSession.RouteChangeReason {
  /// The former name of `unknown`.
  @available(*, deprecated, renamed: "unknown")
  public static var Unknown: Self { .unknown }

  /// The former name of `newDeviceAvailable`.
  @available(*, deprecated, renamed: "newDeviceAvailable")
  public static var NewDeviceAvailable: Self { .newDeviceAvailable }

  /// The former name of `oldDeviceUnavailable`.
  @available(*, deprecated, renamed: "oldDeviceUnavailable")
  public static var OldDeviceUnavailable: Self { .oldDeviceUnavailable }

  /// The former name of `categoryChange`.
  @available(*, deprecated, renamed: "categoryChange")
  public static var CategoryChange: Self { .categoryChange }

  /// The former name of `override`.
  @available(*, deprecated, renamed: "override")
  public static var Override: Self { .override }

  /// The former name of `wakeFromSleep`.
  @available(*, deprecated, renamed: "wakeFromSleep")
  public static var WakeFromSleep: Self { .wakeFromSleep }

  /// The former name of `noSuitableRouteForCategory`.
  @available(*, deprecated, renamed: "noSuitableRouteForCategory")
  public static var NoSuitableRouteForCategory: Self { .noSuitableRouteForCategory }

  /// The former name of `routeConfigurationChange`.
  @available(*, deprecated, renamed: "routeConfigurationChange")
  public static var RouteConfigurationChange: Self { .routeConfigurationChange }
}

extension AVAudioSession.RouteSharingPolicy {
  /// The former name of `longFormAudio`.
  @available(*, deprecated, renamed: "longFormAudio")
  public static var longForm: Self { .longFormAudio }
}
