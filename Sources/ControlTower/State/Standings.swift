// SPDX-License-Identifier: Apache-2.0
// What a session is to the others: asked of all sessions with every event, therefore kept in lists.

/// What decisions about other sessions look for; each follows from its session alone.
struct Standings: OptionSet, Hashable, Sendable {
  let rawValue: UInt16

  /// It may sound.
  static let active = Self(number: 0)
  /// It waits until who interrupted it lets go.
  static let interrupted = Self(number: 1)
  /// It may have to go because of another one, or another one because of it.
  static let contending = Self(number: 2)
  /// It turns others down.
  static let ducking = Self(number: 3)
  /// The secondary sound of others should be silent while it plays.
  static let silencing = Self(number: 4)
  /// It holds a conversation.
  static let talking = Self(number: 5)
  /// It plays something that is heard.
  static let audible = Self(number: 6)
  /// It speaks to the user, as verbosely as the others let it.
  static let prompting = Self(number: 7)
  /// It records, and nothing else is to be heard.
  static let recording = Self(number: 8)
  /// It measures.
  static let measuring = Self(number: 9)
  /// It wishes the hardware to be something.
  static let wishing = Self(number: 10)
  /// It would rather not hear of calls and alerts.
  static let quiet = Self(number: 11)

  /// How many there are.
  static let count = 12

  init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  private init(number: Int) {
    self.init(rawValue: 1 << number)
  }

  /// All that a session is.
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

  /// The place of a single one in lists.
  var number: Int { rawValue.trailingZeroBitCount }

  /// The places of all in lists.
  var numbers: [Int] { rawValue == 0 ? [] : (0..<Self.count).filter(contains(number:)) }

  func contains(number: Int) -> Bool { rawValue & 1 << number != 0 }
}
