// SPDX-License-Identifier: Apache-2.0
// The status of the tower: its switches.

/// The switches of the rig.
package struct SwitchesStatus: Codable, Hashable, Sendable {
  /// The silent switch.
  package var isSilent: Bool
  /// The lock, or curtain.
  package var isLocked: Bool
  /// The switch that cuts all microphones off.
  package var isMicrophoneMuted: Bool
  /// The operator that keeps ringing and the assistant from interrupting; no key when nobody does.
  package var doNotInterrupt: String?

  /// Describes the switches.
  package init(
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
