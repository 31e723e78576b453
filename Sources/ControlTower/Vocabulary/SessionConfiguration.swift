// SPDX-License-Identifier: Apache-2.0
// The configuration of a session.

/// The name of a session; the same everywhere: preset, control socket, JACK ports.
package struct SessionID: Hashable, Sendable, Comparable {
  /// The name.
  package let name: String

  /// Names a session.
  package init(_ name: String) {
    self.name = name
  }

  /// Orders by name.
  package static func < (lhs: SessionID, rhs: SessionID) -> Bool {
    lhs.name < rhs.name
  }
}

/// The name of something that one session at a time can have: a DSP card, a licence, a plugin's
/// only instance.
package struct ExclusiveToken: Hashable, Codable, Sendable, Comparable {
  /// The name.
  package let name: String

  /// Names a token.
  package init(_ name: String) {
    self.name = name
  }

  /// Orders by name.
  package static func < (lhs: ExclusiveToken, rhs: ExclusiveToken) -> Bool {
    lhs.name < rhs.name
  }
}

/// What a session asks of the tower.
package struct SessionConfiguration: Hashable, Sendable {
  /// The session.
  package var id: SessionID
  /// The category; `soloAmbient` by default (DEF-03).
  package var category: Category
  /// The mode.
  package var mode: Mode { didSet { inForce = OptionMask(mode, options) } }
  /// The options as they were asked for; implied ones are added by the tower.
  package var options: Set<CategoryOption> { didSet { inForce = OptionMask(mode, options) } }
  /// All options in force, as a mask, which is fast to test.
  private(set) var inForce: OptionMask
  /// Which outputs it shares with others of its kind.
  package var policy: RouteSharingPolicy
  /// How the session ducks others when it has `duckOthers`.
  package var duck: Duck
  /// How it ducks some of them differently.
  package var ducksOf: [SessionID: Duck]
  /// Whether it has sources that hear inputs of the rig.
  package var usesInput: Bool
  /// The exclusive tokens that it would like to hold.
  package var tokens: Set<ExclusiveToken>
  /// What it would like the hardware to be, from the start.
  package var preferences: [Preference]
  /// Where its sends lead, from the start.
  package var targets = SendTargets.currentRoute
  /// The sessions whose sound, after duck and fader, is its only sound; empty if it has any other.
  package var relays: Set<SessionID> = []
  /// What the host does on its behalf.
  package var behaviour: SessionBehaviour

  /// Describes a session.
  package init(
    id: SessionID,
    category: Category = .soloAmbient,
    mode: Mode = .default,
    options: Set<CategoryOption> = [],
    policy: RouteSharingPolicy = .default,
    duck: Duck = .standard,
    ducksOf: [SessionID: Duck] = [:],
    usesInput: Bool = false,
    tokens: Set<ExclusiveToken> = [],
    preferences: [Preference] = [],
    behaviour: SessionBehaviour = .standard
  ) {
    self.id = id
    self.category = category
    self.mode = mode
    self.options = options
    inForce = OptionMask(mode, options)
    self.policy = policy
    self.duck = duck
    self.ducksOf = ducksOf
    self.usesInput = usesInput
    self.tokens = tokens
    self.preferences = preferences
    self.behaviour = behaviour
  }
}
