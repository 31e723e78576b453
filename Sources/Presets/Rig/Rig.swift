// SPDX-License-Identifier: Apache-2.0
// What a preset means: plain values, validated, in the order of the file.

public import ControlTower
public import JACKVocabulary
public import Quantities

/// A whole rig as a preset describes it: every value is valid and every name resolves.
///
/// > Threading: Any.
public struct Rig: Hashable, Sendable {
  /// The preset's file, as the user named it.
  public var file: String
  /// What it wants of the JACK server.
  public var server = ServerWish()
  /// Where audio enters and leaves, in the order of the file.
  public var routes: [Route] = []
  /// The buses, each behind those that are sent to it; outside the session rules.
  public var buses: [Session] = []
  /// The groups, in the order of the file.
  public var groups: [Group] = []
  /// The sessions, in the order of the file.
  public var sessions: [Session] = []
  /// What is heard while an interrupter lasts, by interrupter; each under its name, and outside the
  /// session rules.
  public var interrupters: [Interrupter: Session] = [:]
  /// What is heard while an interrupter rings, by interrupter.
  public var rings: [Interrupter: Session] = [:]
  /// Clicks and beeps that are no session's sound.
  public var systemSounds = SystemSounds()
  /// What each channel of a voice chat's input goes through before the session's graph; `nil` for
  /// nothing.
  ///
  /// One channel comes in, as the first of source 0, and one goes out.
  public var voiceProcessing: Graph?
  /// What plugins are told of bars and beats; `nil` where the preset says nothing of them.
  public var transport: TransportSettings?
  /// What the rig's owner has decided for all sessions.
  public var policy = RigPolicy.standard
  /// Recordings that start with the rig.
  public var recordings: [Recording] = []
  /// The folder that recordings of clients must be in, as an absolute path; `nil` for any.
  public var recordingsFolder: String?
  /// Where the states of its plugins are kept, as an absolute path; `nil` when the preset says
  /// nothing of it.
  public var stateFolder: String?
  /// By which doors it can be steered, beside its control socket.
  public var surfaces = Surfaces()
  /// What it raises alerts about; `nil` for nothing.
  public var alerts: AlertSettings?
  /// What of its user's doing it does anew when it is started again, beside volumes and
  /// permissions.
  public var remembered: Set<Remembered> = []
  /// What MIDI controllers steer; `nil` for nothing.
  public var midiMap: MIDIMap?
  /// What is allowed, but probably not what was meant.
  public var warnings: [PresetProblem] = []
  /// What it does about what is missing when it starts.
  public var start = StartMode.strict
  /// What it goes without.
  public var leftOut: [Absence] = []

  /// Makes an empty rig for `file`.
  public init(file: String) {
    self.file = file
  }
}

extension Rig {
  /// The groups of a session or bus, by name.
  public func groups(of member: String) -> Set<String> {
    Set(groups.filter { $0.members.contains(member) }.map(\.name))
  }
}

/// A named group of JACK ports with a role.
public struct Route: Hashable, Sendable {
  /// The name of the route, unique in the rig.
  public var name: String
  /// What the route is for people.
  public var role: PortRole
  /// Whether audio comes from it or goes to it; follows from the role unless the preset says
  /// otherwise.
  public var direction: PortDirection
  /// Whether a `net` output belongs to a picture that is shown elsewhere.
  public var isMirrored: Bool
  /// The name of each channel, such as `L` and `R`; their number is the width of the route.
  public var channels: [String]
  /// For each channel the JACK ports that it is connected to.
  ///
  /// Where several channels hold the same pattern, the ports that match it are dealt out to them in
  /// order.
  public var connections: [[PortPattern]]
  /// The level of the whole route (outputs only).
  public var fader: Decibels
  /// Whether the route is muted (outputs only).
  public var isMuted: Bool
  /// How far the route is turned down beside its fader, from 0 dB down (outputs only).
  public var dim = Decibels.unity
  /// How far the route is turned down at night, beside fader and dim, from 0 dB down (outputs
  /// only).
  public var night = Decibels.unity
  /// From the odd channels alone, -1, to the even ones alone, 1 (outputs only).
  public var balance = 0.0
  /// Whether every channel gets the mean of all (outputs only).
  public var isMono = false
  /// Whether the sound is inverted (outputs only).
  public var isInverted = false
  /// How much later the route is heard, in milliseconds, 0 to 500 (outputs only).
  public var delay = 0.0
  /// What its sound goes through (outputs only): as many channels in as out, as wide as the route.
  ///
  /// All that comes in is source 0.
  public var graphs: [OutputGraph: Graph] = [:]
  /// Whether the loudness of what leaves here is measured.
  public var measuresLoudness = false

  /// The way that audio takes through a route.
  public typealias Direction = PortDirection

  /// The route as the tower sees it.
  public var port: PortDescription {
    PortDescription(
      id: PortID(name),
      role: role,
      direction: direction,
      channels: channels.count,
      isMirrored: isMirrored,
      volume: fader
    )
  }

  /// Makes a route.
  public init(
    name: String,
    role: PortRole,
    direction: Direction = .output,
    channels: [String],
    connections: [[PortPattern]] = [],
    fader: Decibels = .unity,
    isMuted: Bool = false,
    isMirrored: Bool = false
  ) {
    self.name = name
    self.role = role
    self.direction = direction
    self.isMirrored = isMirrored
    self.channels = channels
    self.connections = connections
    self.fader = fader
    self.isMuted = isMuted
  }
}

/// A graph of an output, by what goes through it.
public enum OutputGraph: String, Hashable, Sendable, CaseIterable {
  /// The sum of what sessions send there, before the output's fader and mute.
  case graph
  /// All that leaves there, interrupters too, but not what measures.
  case limiter

  /// What is left out where it can't be had.
  package var absence: Absence.Kind {
    switch self {
    case .graph: .graph
    case .limiter: .limiter
    }
  }
}

/// The system sounds of a rig, on a bus of their own that is two channels wide.
public struct SystemSounds: Hashable, Sendable {
  /// The width of the bus.
  public static let channels = 2
  /// How paths of the tree call the bus.
  public static let name = "system_sounds"

  /// The paths of the sound files by name; mono files are heard on both channels.
  public var files: [String: String] = [:]
  /// Where they go.
  public var sends: [Send] = []
  /// What the knobs of the bus say.
  public var values = StripValues()

  /// No system sounds.
  public init() {}
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

extension Rig {
  /// How the paths of the tree begin that no session and no route owns.
  public static let treeName = "rig"
  /// The names that mean something else wherever a session or a route could be meant, and what.
  public static let reservedNames: KeyValuePairs<String, String> = [
    Send.currentRoute: "sends mean the session's own route by it",
    treeName: "paths such as rig.switches.silent begin with it",
    SystemSounds.name: "paths such as system_sounds.fader_db begin with it",
  ]
}
