// SPDX-License-Identifier: Apache-2.0
// What the tower tells: switches and decisions.

/// The switches of the rig.
public struct SwitchesStatus: Codable, Hashable, Sendable {
  /// The silent switch.
  public var isSilent: Bool
  /// The lock, or curtain.
  public var isLocked: Bool
  /// The switch that cuts all microphones off.
  public var isMicrophoneMuted: Bool
  /// Who keeps ringing and the assistant from interrupting; no key when nobody does.
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

/// What happened, or was asked for, and what the tower made of it.
public struct DecisionStatus: Codable, Hashable, Sendable {
  /// Its running number; 0 for a question.
  public var number: Int
  /// What happened, in words.
  public var event: String
  /// Whether the tower refused.
  public var isRefused: Bool
  /// What was done, one line each with its rule; or the sentence of the refusal.
  public var lines: [String]
  /// The IDs of the rules behind it, each once.
  public var rules: [String]?

  /// Describes a decision.
  public init(
    number: Int,
    event: String,
    isRefused: Bool,
    lines: [String],
    rules: [String]? = nil
  ) {
    self.number = number
    self.event = event
    self.isRefused = isRefused
    self.lines = lines
    self.rules = rules
  }
}
