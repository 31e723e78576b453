// SPDX-License-Identifier: Apache-2.0
// The one table of what can be turned on a strip: presets, `get`, `set`, statuses, schema and documentation go by it.

public import Quantities

/// What the knobs of a strip say.
public struct StripValues: Hashable, Sendable {
  /// A fixed level before everything else in the strip.
  public var trim = Decibels.unity
  /// The user's fader.
  public var fader = Decibels.unity
  /// How far it leans to one side of an output, from −1 (left) over 0 (both alike) to 1 (right).
  public var balance = 0.0
  /// Whether the strip is muted; of a session, whether it is when it comes: from then on the tower knows.
  public var isMuted = false
  /// Whether the strip is sent to its `when: cue` sends.
  public var isCued = false

  /// All as it is when a preset says nothing.
  public init() {}
}

/// A row of the table: a value of a strip that its user may set.
///
/// A preset saves it under `key`; `get` and `set` know it as `SESSION.key`. How it reaches the renderer is said once, in the
/// engine's `MixerControl`.
public struct StripValue: Sendable {
  /// How presets and paths call it.
  public let key: String
  /// What it may be, and where it is.
  public let kind: Kind
  /// What it is, in a few words for people.
  public let summary: String
  /// Whether the strips of interrupters have it too.
  public let isOnBuses: Bool

  /// What a value may be, and where it is.
  public enum Kind: Sendable {
    /// A level in dB, from −90 to 12; `-inf` where silence makes sense. The default is 0.
    case level(any WritableKeyPath<StripValues, Decibels> & Sendable, allowsSilence: Bool)
    /// A number in a range, without a unit. The default is what `StripValues` begins with.
    case number(any WritableKeyPath<StripValues, Double> & Sendable, ClosedRange<Double>)
    /// On or off. The default is off.
    case toggle(any WritableKeyPath<StripValues, Bool> & Sendable)
  }

  /// All values, in the order in which people read them.
  public static let all = [
    StripValue("trim_db", .level(\.trim, allowsSilence: false), "a level before everything else"),
    StripValue("fader_db", .level(\.fader, allowsSilence: true), "the fader"),
    StripValue("balance", .number(\.balance, -1...1), "left or right of the centre"),
    StripValue("mute", .toggle(\.isMuted), "silent, while time runs on"),
    StripValue("cue", .toggle(\.isCued), "opens the sends with `when: cue`", isOnBuses: false),
  ]

  init(_ key: String, _ kind: Kind, _ summary: String, isOnBuses: Bool = true) {
    (self.key, self.kind, self.summary) = (key, kind, summary)
    self.isOnBuses = isOnBuses
  }

  /// The range of a level that is not silence, in dB.
  public static let levels = Limits.level

  /// The range that it takes, in words.
  public var allowed: String {
    switch kind {
    case .level(_, let allowsSilence):
      Self.range(Limits.level) + " dB" + (allowsSilence ? ", or -inf" : "")
    case .number(_, let range): Self.range(range)
    case .toggle: "on or off"
    }
  }

  private static func range(_ range: ClosedRange<Double>) -> String {
    "\(range.lowerBound.short) to \(range.upperBound.short)"
  }

  /// Lets `values` have what `user` has made of it, unless a preset that said `old` says something else now.
  public func keep(_ user: StripValues, since old: StripValues, in values: inout StripValues) {
    func keep<Value: Equatable>(_ path: WritableKeyPath<StripValues, Value>) {
      if values[keyPath: path] == old[keyPath: path] { values[keyPath: path] = user[keyPath: path] }
    }
    switch kind {
    case .level(let path, _): keep(path)
    case .number(let path, _): keep(path)
    case .toggle(let path): keep(path)
    }
  }
}

extension Fields {
  /// Reads a value of a strip.
  func take(_ value: StripValue, into values: inout StripValues) {
    switch value.kind {
    case .level(let path, let allowsSilence):
      values[keyPath: path] = level(value.key, allowsSilence: allowsSilence)
    case .number(let path, let range):
      if let number = number(value.key, range) { values[keyPath: path] = number }
    case .toggle(let path):
      values[keyPath: path] = boolean(value.key, default: values[keyPath: path])
    }
  }
}
