// SPDX-License-Identifier: Apache-2.0
// What a preset means: plain values, validated, in the order of the file.

public import ControlTower
public import Quantities

/// A whole rig as a preset describes it: every value is valid and every name resolves.
///
/// > Threading: Any.
public struct Rig: Hashable, Sendable {
  /// The preset's file, as the user named it.
  public var file: String
  /// Where audio enters and leaves, in the order of the file.
  public var routes: [Route] = []
  /// The sessions, in the order of the file.
  public var sessions: [Session] = []
  /// Recordings that start with the rig.
  public var recordings: [Recording] = []

  /// Makes an empty rig for `file`.
  public init(file: String) {
    self.file = file
  }
}

/// A named group of JACK ports with a role.
public struct Route: Hashable, Sendable {
  /// The name of the route, unique in the rig.
  public var name: String
  /// What the route is for people.
  public var role: PortRole
  /// Whether audio comes from it or goes to it; follows from the role unless the preset says otherwise.
  public var direction: Direction
  /// The name of each channel, such as `L` and `R`; their number is the width of the route.
  public var channels: [String]
  /// For each channel the JACK ports that it is connected to.
  ///
  /// Where several channels hold the same pattern, the ports that match it are dealt out to them in order.
  public var connections: [[PortPattern]]
  /// The level of the whole route (outputs only).
  public var fader: Decibels
  /// Whether the route is muted (outputs only).
  public var isMuted: Bool

  /// The way that audio takes through a route.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    case input, output
  }

  /// Makes a route.
  public init(
    name: String,
    role: PortRole,
    direction: Direction,
    channels: [String],
    connections: [[PortPattern]],
    fader: Decibels = .unity,
    isMuted: Bool = false
  ) {
    self.name = name
    self.role = role
    self.direction = direction
    self.channels = channels
    self.connections = connections
    self.fader = fader
    self.isMuted = isMuted
  }
}

/// Which JACK ports to connect to.
public enum PortPattern: Hashable, Sendable {
  /// The full name or alias of one port.
  case exact(String)
  /// A name in which `*` stands for any characters and `?` for one.
  case glob(String)
  /// A regular expression that must match the whole name; written `/…/` in a preset.
  case regex(String)
}

/// A recording of a route or a session to a file.
public struct Recording: Hashable, Sendable {
  /// The name of the route or session to record.
  public var subject: String
  /// The file to write; its extension (`wav`, `flac`) chooses the format.
  public var file: String

  /// Makes a recording.
  public init(subject: String, file: String) {
    self.subject = subject
    self.file = file
  }
}
