// SPDX-License-Identifier: Apache-2.0
// Words of the matcher: ports that are there, connections, rules and what follows from them.

package import JACKVocabulary

/// A port that is there.
package struct PresentPort: Hashable, Sendable {
  /// The full name, `CLIENT:PORT`.
  package var name: String
  /// Other names of the port.
  package var aliases: [String]
  /// Whether sound enters or leaves its client there.
  package var direction: PortDirection
  /// What flows through it.
  package var kind: PortKind
  /// Whether it stands for a plug of a device.
  package var isPhysical: Bool

  /// Describes a port.
  package init(
    name: String,
    aliases: [String] = [],
    direction: PortDirection,
    kind: PortKind = .audio,
    isPhysical: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.aliases = aliases
    self.direction = direction
    self.isPhysical = isPhysical
  }
}

/// A connection between two ports, by their full names.
package struct Connection: Hashable, Sendable {
  /// The port that the sound leaves.
  package var from: String
  /// The port that the sound enters.
  package var to: String

  /// Describes a connection.
  package init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}

/// What the ports of one route or session source are to be connected to.
package struct ConnectionRule: Hashable, Sendable {
  /// One of our ports.
  package struct Channel: Hashable, Sendable {
    /// The port's name without the client's.
    package var port: String
    /// Everything that the port is connected to.
    package var patterns: [PortPattern]

    /// Describes a channel.
    package init(port: String, patterns: [PortPattern]) {
      self.port = port
      self.patterns = patterns
    }
  }

  /// The direction of our ports.
  package var direction: PortDirection
  /// What flows through them; ports of others of another kind are not looked at.
  package var kind: PortKind
  /// Our ports in the order of the channels.
  package var channels: [Channel]

  /// Describes a rule.
  package init(direction: PortDirection, kind: PortKind = .audio, channels: [Channel]) {
    self.direction = direction
    self.kind = kind
    self.channels = channels
  }
}

/// A port of ours whose pattern finds too few ports.
package struct WaitingPort: Hashable, Sendable {
  /// Our port's name without the client's.
  package var port: String
  /// The pattern that is waited for.
  package var pattern: PortPattern

  /// Describes a port that waits.
  package init(port: String, pattern: PortPattern) {
    self.port = port
    self.pattern = pattern
  }
}

/// What follows from the rules for the ports that are there.
package struct ConnectionPlan: Hashable, Sendable {
  /// The connections that there should be.
  package var wanted: [Connection] = []
  /// Connections that we made and that no rule asks for any more.
  package var released: [Connection] = []
  /// Patterns that find too few ports.
  package var waiting: [WaitingPort] = []

  /// Makes a plan that changes nothing.
  package init() {}
}
