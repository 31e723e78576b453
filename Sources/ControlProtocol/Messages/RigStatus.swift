// SPDX-License-Identifier: Apache-2.0
// The host's status of the rig, in which keys with a quantity end in its unit.

/// The state of everything at a moment.
public struct RigStatus: Codable, Hashable, Sendable {
  /// The preset that is running.
  public var preset: String
  /// The JACK server.
  public var server: ServerStatus
  /// The routes.
  public var routes: [RouteStatus]
  /// The sessions.
  public var sessions: [SessionStatus]
  /// The recordings that are running.
  public var recordings: [RecordingStatus]
  /// The interrupters that last at the moment.
  public var interrupters: [String]
  /// The strips of the interrupters that the preset gives a sound.
  public var interrupterStrips: [InterrupterStatus]
  /// The switches of the rig.
  public var switches: SwitchesStatus
  /// The audio thread's work.
  public var render: RenderStatus
  /// What the rig goes without, because something that it needs is not there.
  public var leftOut: [LeftOutStatus]
  /// The alerts that there are; `nil` from a host of an earlier version.
  public var alerts: [AlertStatus]?
  /// The buses, each after those that send to it; `nil` from a host of an earlier version.
  public var buses: [BusStatus]?
  /// The groups, in the order of the preset; `nil` from a host of an earlier version.
  public var groups: [GroupStatus]?

  /// Describes a rig.
  public init(
    preset: String,
    server: ServerStatus,
    routes: [RouteStatus],
    sessions: [SessionStatus],
    recordings: [RecordingStatus],
    interrupters: [String],
    interrupterStrips: [InterrupterStatus],
    switches: SwitchesStatus,
    render: RenderStatus,
    leftOut: [LeftOutStatus] = []
  ) {
    self.preset = preset
    self.server = server
    self.routes = routes
    self.sessions = sessions
    self.recordings = recordings
    self.interrupters = interrupters
    self.interrupterStrips = interrupterStrips
    self.switches = switches
    self.render = render
    self.leftOut = leftOut
  }
}

/// An alert that has been raised and is not over.
public struct AlertStatus: Codable, Hashable, Sendable {
  /// What is wrong.
  public var alert: AlertKind
  /// With what: a route, a session, a folder.
  public var subject: String

  /// Describes an alert.
  public init(alert: AlertKind, subject: String) {
    (self.alert, self.subject) = (alert, subject)
  }
}

/// A part that the rig goes without.
public struct LeftOutStatus: Codable, Hashable, Sendable {
  /// What is left out, such as "the player of 'deck'".
  public var part: String
  /// The session, interrupter or route that it belongs to.
  public var owner: String?
  /// What is missing.
  public var reason: String
  /// Where the preset asks for it, as `file:line:column`.
  public var place: String?
  /// All of it as one sentence.
  public var sentence: String

  /// Describes a part.
  public init(part: String, owner: String?, reason: String, place: String?, sentence: String) {
    (self.part, self.owner, self.reason) = (part, owner, reason)
    (self.place, self.sentence) = (place, sentence)
  }
}

/// The strip of an interrupter.
public struct InterrupterStatus: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// `off`, `ringing` or `lasting`.
  public var state: String
  /// The fader; `nil` is silence.
  public var fader_db: Double?
  /// Whether it is muted.
  public var isMuted: Bool
  /// The levels of its channels.
  public var levels: [LevelStatus]

  /// Describes an interrupter.
  public init(
    name: String,
    state: String,
    fader_db: Double?,
    isMuted: Bool,
    levels: [LevelStatus]
  ) {
    self.name = name
    self.state = state
    self.fader_db = fader_db
    self.isMuted = isMuted
    self.levels = levels
  }
}

/// The JACK server.
public struct ServerStatus: Codable, Hashable, Sendable {
  /// Whether the server is there.
  public var isConnected: Bool
  /// The server's name.
  public var name: String
  /// Whether Tarmac started the server.
  public var isOurs: Bool
  /// JACK's name of the driver, such as `alsa`, `net`, or `dummy`, which is silent; `nil` where it
  /// is not known.
  public var driver: String?
  /// The device, such as `hw:USB`; `nil` where it is not known.
  public var device: String?
  /// What the host waits for while there is no server, in a sentence.
  public var waitsFor: String?
  /// The name that JACK gave to our client.
  public var client: String
  /// The sample rate.
  public var sampleRate_hz: Double
  /// The period of a cycle.
  public var period_frames: Int
  /// How often the server was late.
  public var xruns: Int
  /// JACK's own measure of the load, in percent.
  public var load_percent: Double

  /// Describes a server.
  public init(
    isConnected: Bool,
    name: String,
    isOurs: Bool,
    driver: String? = nil,
    device: String? = nil,
    waitsFor: String? = nil,
    client: String,
    sampleRate_hz: Double,
    period_frames: Int,
    xruns: Int,
    load_percent: Double
  ) {
    self.isConnected = isConnected
    self.name = name
    self.isOurs = isOurs
    self.driver = driver
    self.device = device
    self.waitsFor = waitsFor
    self.client = client
    self.sampleRate_hz = sampleRate_hz
    self.period_frames = period_frames
    self.xruns = xruns
    self.load_percent = load_percent
  }
}

/// The audio thread's work since the counters were reset.
public struct RenderStatus: Codable, Hashable, Sendable {
  /// How many cycles were counted.
  public var cycles: Int
  /// The time that half of the cycles stayed below.
  public var median_us: Double
  /// The time that 99.9 % of the cycles stayed below.
  public var p999_us: Double
  /// The longest cycle.
  public var worst_us: Double
  /// Reports of the audio thread lost since the start because the queue was full; 0 unless the host
  /// was stuck.
  public var lost_reports: Int
  /// Commands to the audio thread refused since the start because the queue was full; 0 unless the
  /// driver stopped.
  public var refused_commands: Int

  /// Describes the audio thread's work.
  public init(
    cycles: Int,
    median_us: Double,
    p999_us: Double,
    worst_us: Double,
    lost_reports: Int = 0,
    refused_commands: Int = 0
  ) {
    self.cycles = cycles
    self.median_us = median_us
    self.p999_us = p999_us
    self.worst_us = worst_us
    self.lost_reports = lost_reports
    self.refused_commands = refused_commands
  }
}

/// The level of a channel; `nil` is silence.
public struct LevelStatus: Codable, Hashable, Sendable {
  /// The name of the channel.
  public var channel: String
  /// The peak since the last status.
  public var peak_db: Double?
  /// The root mean square.
  public var rms_db: Double?

  /// Describes a level.
  public init(channel: String, peak_db: Double?, rms_db: Double?) {
    self.channel = channel
    self.peak_db = peak_db
    self.rms_db = rms_db
  }
}

/// A route.
public struct RouteStatus: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// What the route is, such as `headphones`.
  public var role: String
  /// `input` or `output`.
  public var direction: String
  /// The fader; `nil` is silence.
  public var fader_db: Double?
  /// What the fader is remembered for: the category in force there, or an interrupter (VOL-01,
  /// VOL-02); `nil` for inputs.
  public var volumeOf: String?
  /// Whether it is muted.
  public var isMuted: Bool
  /// The levels of the channels.
  public var levels: [LevelStatus]
  /// How often the level was over full scale since counters were reset.
  public var clips: Int?
  /// The latency to an output, on the longest path; `nil` for inputs.
  public var latency_frames: Int?
  /// For each channel the JACK ports that it is connected to.
  public var connections: [[String]]
  /// The ports, or patterns of ports, that it is to be connected to and that are not there.
  public var waiting: [String]
  /// The ports that it is to be connected to, that are there, and that another program has
  /// disconnected.
  public var disconnected: [String]

  /// Describes a route.
  public init(
    name: String,
    role: String,
    direction: String,
    fader_db: Double?,
    volumeOf: String? = nil,
    isMuted: Bool,
    levels: [LevelStatus],
    connections: [[String]],
    waiting: [String] = [],
    disconnected: [String] = []
  ) {
    self.name = name
    self.role = role
    self.direction = direction
    self.fader_db = fader_db
    self.volumeOf = volumeOf
    self.isMuted = isMuted
    self.levels = levels
    self.connections = connections
    self.waiting = waiting
    self.disconnected = disconnected
  }
}

/// A recording.
public struct RecordingStatus: Codable, Hashable, Sendable {
  /// The route or session that is recorded.
  public var subject: String
  /// The path of the file.
  public var file: String
  /// The length.
  public var length_seconds: Double
  /// Frames that the disk was too slow for.
  public var overrun_frames: Int
  /// What stopped the recording, such as a full disk: one sentence; `nil` when nothing did.
  public var failure: String?
  /// For how long it has been waiting for its disk; `nil` while that answers.
  public var disk_wait_seconds: Double?

  /// Describes a recording.
  public init(
    subject: String,
    file: String,
    length_seconds: Double,
    overrun_frames: Int,
    failure: String? = nil,
    disk_wait_seconds: Double? = nil
  ) {
    self.subject = subject
    self.file = file
    self.length_seconds = length_seconds
    self.overrun_frames = overrun_frames
    self.failure = failure
    self.disk_wait_seconds = disk_wait_seconds
  }
}
