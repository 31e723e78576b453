// SPDX-License-Identifier: Apache-2.0
// A preset as plain values, validated, in the order of the file.

package import ControlTower
package import JACKVocabulary
package import Quantities

/// A whole rig as a preset describes it: every value is valid and every name resolves.
///
/// > Threading: Any.
package struct Rig: Hashable, Sendable {
  /// The preset's file, as the user named it.
  package var file: String
  /// What it wants of the JACK server.
  package var server = ServerWish()
  /// Where audio enters and leaves, in the order of the file.
  package var routes: [Route] = []
  /// The buses, each after those that send to it; outside the session rules.
  package var buses: [Channel] = []
  /// The groups, in the order of the file.
  package var groups: [Group] = []
  /// The crossfader.
  package var crossfader = Crossfader()
  /// The sessions, in the order of the file.
  package var sessions: [Session] = []
  /// The sound of lasting interrupters; each has the interrupter's name and is outside the session
  /// rules.
  package var interrupters: [Interrupter: Channel] = [:]
  /// The sound of ringing interrupters.
  package var rings: [Interrupter: Channel] = [:]
  /// Clicks and beeps that belong to no session.
  package var systemSounds = SystemSounds()
  /// The processing of each input channel of a voice chat, before the session's graph; `nil` for
  /// none.
  ///
  /// One channel comes in, as the first of source 0, and one goes out.
  package var voiceProcessing: Graph?
  /// The transport for plugins, with bars and beats; `nil` where the preset has none.
  package var transport: TransportSettings?
  /// What the rig's owner has decided for all sessions.
  package var policy = RigPolicy.standard
  /// Recordings that start with the rig.
  package var recordings: [Recording] = []
  /// The folder that recordings of clients must be in, as an absolute path; `nil` for any.
  package var recordingsFolder: String?
  /// The folder for the states of its plugins, as an absolute path; `nil` when the preset has none.
  package var stateFolder: String?
  /// The doors by which it can be controlled, beside its control socket.
  package var surfaces = Surfaces()
  /// What it raises alerts about; `nil` for nothing.
  package var alerts: AlertSettings?
  /// What it restores of its user's changes when it is started again, beside volumes and
  /// permissions.
  package var remembered: Set<Remembered> = []
  /// The MIDI map; `nil` for none.
  package var midiMap: MIDIMap?
  /// Warnings about what is allowed, but probably not meant.
  package var warnings: [PresetProblem] = []
  /// What it does about missing parts when it starts.
  package var start = StartMode.strict
  /// The parts that it goes without.
  package var leftOut: [Absence] = []

  /// Makes an empty rig for `file`.
  package init(file: String) {
    self.file = file
  }
}

extension Rig {
  /// The session of that name.
  package func session(_ name: String) -> Session? { sessions.first { $0.name == name } }

  /// The output on which another one is heard beside what is cued.
  package var monitor: Route? { routes.first { $0.monitors != nil } }

  /// The groups of a session or bus, by name.
  package func groups(of member: String) -> Set<String> {
    Set(groups.filter { $0.members.contains(member) }.map(\.name))
  }
}

/// A named group of JACK ports with a role.
package struct Route: Hashable, Sendable {
  /// The name of the route, unique in the rig.
  package var name: String
  /// What the route is for people.
  package var role: PortRole
  /// Whether audio comes from it or goes to it; follows from the role unless the preset says
  /// otherwise.
  package var direction: PortDirection
  /// Whether a `net` output belongs to a picture that is shown elsewhere.
  package var isMirrored: Bool
  /// The name of each channel, such as `L` and `R`; their number is the width of the route.
  package var channels: [String]
  /// For each channel the JACK ports that it is connected to.
  ///
  /// Where several channels have the same pattern, the matching ports are dealt out to them in
  /// order.
  package var connections: [[PortPattern]]
  /// The level of the whole route (outputs only).
  package var fader: Decibels
  /// Whether the route is muted (outputs only).
  package var isMuted: Bool
  /// The dim of the route, in addition to its fader, from 0 dB down (outputs only).
  package var dim = Decibels.unity
  /// The night level of the route, in addition to fader and dim, from 0 dB down (outputs only).
  package var night = Decibels.unity
  /// The balance, from -1, the odd channels alone, to 1, the even ones alone (outputs only).
  package var balance = 0.0
  /// Whether every channel gets the mean of all (outputs only).
  package var isMono = false
  /// Whether the sound is inverted (outputs only).
  package var isInverted = false
  /// The delay of the route in milliseconds, 0 to 500 (outputs only).
  package var delay = 0.0
  /// The output whose sum is heard here beside what is cued, if `solo` says so.
  package var monitors: String?
  /// From what is cued alone, -1, to that output alone, 1.
  package var cueMix = -1.0
  /// Whether that output is cued.
  package var isMainCued = false
  /// Whether what is cued is on one ear and that output on the other one.
  package var isSplit = false
  /// Whether what is cued is on the right ear then.
  package var swapsEars = false
  /// The processing of its sound (outputs only), with as many channels in and out as the route.
  ///
  /// All that comes in is source 0.
  package var graphs: [OutputGraph: Graph] = [:]
  /// Whether the loudness of what leaves here is measured.
  package var measuresLoudness = false

  /// The direction of audio through a route.
  package typealias Direction = PortDirection

  /// The route as the tower sees it.
  package var port: PortDescription {
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
  package init(
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

/// The graphs of an output, by the sound that goes through them.
package enum OutputGraph: String, Hashable, Sendable, CaseIterable {
  /// The sum of what sessions send there, before the output's fader and mute.
  case graph
  /// All sound of the output, with interrupters, but without measurements.
  case limiter

  /// The part that is left out where it is not available.
  package var absence: Absence.Kind {
    switch self {
    case .graph: .graph
    case .limiter: .limiter
    }
  }
}

/// The system sounds of a rig, on a bus of their own that is two channels wide.
package struct SystemSounds: Hashable, Sendable {
  /// The width of the bus.
  package static let channels = 2
  /// The name of the bus in paths of the tree.
  package static let name = "system_sounds"

  /// The paths of the sound files by name; mono files are heard on both channels.
  package var files: [String: String] = [:]
  /// Where they go.
  package var sends: [Send] = []
  /// The values of the bus.
  package var values = StripValues()

  /// No system sounds.
  package init() {}
}

/// A recording of a route or a session to a file.
package struct Recording: Hashable, Sendable {
  /// The name of the route or session to record.
  package var subject: String
  /// The file to write; its extension (`wav`, `flac`) chooses the format.
  package var file: String

  /// Makes a recording.
  package init(subject: String, file: String) {
    self.subject = subject
    self.file = file
  }
}

extension Rig {
  /// Names that no session and no route can have, with the reasons.
  package static let reservedNames: KeyValuePairs<String, String> = [
    Send.currentRoute: "sends mean the session's own route by it",
    RigPath.rig: "paths such as rig.switches.silent begin with it",
    SystemSounds.name: "paths such as system_sounds.fader_db begin with it",
  ]
}
