// SPDX-License-Identifier: Apache-2.0
// What a session means to the others: decisions need this of all sessions with every event, so it
// is kept in lists.

/// The properties of a session that matter to others; each depends on its own session alone.
struct SessionTraits: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// It may sound.
  static let active = Self(number: 0)
  /// It waits until what interrupted it is over.
  static let interrupted = Self(number: 1)
  /// It may interrupt another session, or be interrupted by one.
  static let contending = Self(number: 2)
  /// It ducks others.
  static let ducking = Self(number: 3)
  /// The secondary sound of others should be silent while it plays.
  static let silencing = Self(number: 4)
  /// It holds a conversation.
  static let talking = Self(number: 5)
  /// It plays something that is heard.
  static let audible = Self(number: 6)
  /// It speaks to the user; other sessions decide how verbosely.
  static let prompting = Self(number: 7)
  /// It records, and nothing else may be heard.
  static let recording = Self(number: 8)
  /// It measures.
  static let measuring = Self(number: 9)
  /// It has preferences for the hardware.
  static let wishing = Self(number: 10)
  /// It would rather not hear of calls and alerts.
  static let quiet = Self(number: 11)

  /// The number of standings.
  static let count = 12

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  private init(number: Int) {
    self.init(rawValue: 1 << number)
  }

  /// All standings of a session.
  init(of session: SessionState) {
    self = []
    if session.interrupter != nil { insert(.interrupted) }
    guard session.isActive else { return }
    insert(.active)
    if session.contends { insert(.contending) }
    if session.isDucking { insert(.ducking) }
    if session.silencesSecondary { insert(.silencing) }
    if session.talks { insert(.talking) }
    if session.isAudible { insert(.audible) }
    if session.configuration.mode == .voicePrompt { insert(.prompting) }
    if session.configuration.category == .record { insert(.recording) }
    if session.configuration.mode == .measurement { insert(.measuring) }
    if session.prefersSilence { insert(.quiet) }
    if session.preferences.wishForAll { insert(.wishing) }
  }

  /// The number of a single standing.
  var number: Int { rawValue.trailingZeroBitCount }

  /// The numbers of all standings in the set.
  var numbers: [Int] { rawValue == 0 ? [] : (0..<Self.count).filter(contains(number:)) }

  func contains(number: Int) -> Bool { rawValue & 1 << number != 0 }
}
