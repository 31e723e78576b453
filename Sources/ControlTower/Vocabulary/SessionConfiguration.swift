// SPDX-License-Identifier: Apache-2.0
// What a session tells the tower about itself.

public import Quantities

/// The name of a session; the same everywhere: preset, control socket, JACK ports.
public struct SessionID: Hashable, Sendable, Comparable {
  /// The name.
  public let name: String

  /// Names a session.
  public init(_ name: String) {
    self.name = name
  }

  /// Orders by name.
  public static func < (lhs: SessionID, rhs: SessionID) -> Bool {
    lhs.name < rhs.name
  }
}

/// How far and how fast a ducking session turns the others down.
public struct Duck: Hashable, Sendable {
  /// The level of the others while this session is active.
  public var level: Decibels
  /// How long the others take to go down.
  public var attack: Seconds
  /// How long the others take to come back.
  public var release: Seconds

  /// The duck of a session that says nothing: 12 dB down in 0.1 s, back in 0.6 s.
  public static let standard = Duck(
    level: Decibels(-12),
    attack: Seconds(0.1),
    release: Seconds(0.6)
  )

  /// Describes a duck.
  public init(level: Decibels, attack: Seconds, release: Seconds) {
    self.level = level
    self.attack = attack
    self.release = release
  }
}

/// What a session asks of the tower.
public struct SessionConfiguration: Hashable, Sendable {
  /// Who asks.
  public var id: SessionID
  /// The category; `soloAmbient` when nothing was said (DEF-03).
  public var category: Category
  /// The mode.
  public var mode: Mode
  /// The options as they were asked for; implied ones are added by the tower.
  public var options: Set<CategoryOption>
  /// How the session ducks others when it has `duckOthers`.
  public var duck: Duck

  /// Describes a session.
  public init(
    id: SessionID,
    category: Category = .soloAmbient,
    mode: Mode = .default,
    options: Set<CategoryOption> = [],
    duck: Duck = .standard
  ) {
    self.id = id
    self.category = category
    self.mode = mode
    self.options = options
    self.duck = duck
  }
}
