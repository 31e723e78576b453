// SPDX-License-Identifier: Apache-2.0
// The status of the tower: its switches.

/// The switches of the rig.
public struct SwitchesStatus: Codable, Hashable, Sendable {
  /// The silent switch.
  public var isSilent: Bool
  /// The lock, or curtain.
  public var isLocked: Bool
  /// The switch that cuts all microphones off.
  public var isMicrophoneMuted: Bool
  /// The operator that keeps ringing and the assistant from interrupting; no key when nobody does.
  public var doNotInterrupt: String?

  /// Describes the switches.
  public init(
    isSilent: Bool,
    isLocked: Bool,
    isMicrophoneMuted: Bool,
    doNotInterrupt: String? = nil
  ) {
    self.isSilent = isSilent
    self.isLocked = isLocked
    self.isMicrophoneMuted = isMicrophoneMuted
    self.doNotInterrupt = doNotInterrupt
  }
}
