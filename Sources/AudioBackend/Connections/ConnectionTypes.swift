// SPDX-License-Identifier: Apache-2.0
// Words of the matcher: ports that are there, connections, rules and what follows from them.

public import JACKVocabulary

/// A port that is there.
public struct PresentPort: Hashable, Sendable {
  /// The full name, `CLIENT:PORT`.
  public var name: String
  /// Other names of the port.
  public var aliases: [String]
  /// Whether sound enters or leaves its client there.
  public var direction: PortDirection
  /// What flows through it.
  public var kind: PortKind
  /// Whether it stands for a plug of a device.
  public var isPhysical: Bool

  /// Describes a port.
  public init(
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
public struct Connection: Hashable, Sendable {
  /// The port that the sound leaves.
  public var from: String
  /// The port that the sound enters.
  public var to: String

  /// Describes a connection.
  public init(from: String, to: String) {
    self.from = from
    self.to = to
  }
}

/// What the ports of one route or session source are to be connected to.
public struct ConnectionRule: Hashable, Sendable {
  /// One of our ports.
  public struct Channel: Hashable, Sendable {
    /// The port's name without the client's.
    public var port: String
    /// Everything that the port is connected to.
    public var patterns: [PortPattern]

    /// Describes a channel.
    public init(port: String, patterns: [PortPattern]) {
      self.port = port
      self.patterns = patterns
    }
  }

  /// The direction of our ports.
  public var direction: PortDirection
  /// What flows through them; ports of others of another kind are not looked at.
  public var kind: PortKind
  /// Our ports in the order of the channels.
  public var channels: [Channel]

  /// Describes a rule.
  public init(direction: PortDirection, kind: PortKind = .audio, channels: [Channel]) {
    self.direction = direction
    self.kind = kind
    self.channels = channels
  }
}

/// A port of ours whose pattern finds too few ports.
public struct WaitingPort: Hashable, Sendable {
  /// Our port's name without the client's.
  public var port: String
  /// The pattern that is waited for.
  public var pattern: PortPattern

  /// Describes a port that waits.
  public init(port: String, pattern: PortPattern) {
    self.port = port
    self.pattern = pattern
  }
}

/// What follows from the rules for the ports that are there.
public struct ConnectionPlan: Hashable, Sendable {
  /// The connections that there should be.
  public var wanted: [Connection] = []
  /// Connections that we made and that no rule asks for any more.
  public var released: [Connection] = []
  /// Patterns that find too few ports.
  public var waiting: [WaitingPort] = []

  /// Makes a plan that changes nothing.
  public init() {}
}
