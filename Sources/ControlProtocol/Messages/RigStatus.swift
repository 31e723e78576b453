// SPDX-License-Identifier: Apache-2.0
// The host's status of the rig, in which keys with a quantity end in its unit.

/// The state of everything at a moment.
package struct RigStatus: Codable, Hashable, Sendable {
  /// The preset that is running.
  package var preset: String
  /// The JACK server.
  package var server: ServerStatus
  /// The routes.
  package var routes: [RouteStatus]
  /// The sessions.
  package var sessions: [SessionStatus]
  /// The recordings that are running.
  package var recordings: [RecordingStatus]
  /// The interrupters that last at the moment.
  package var interrupters: [String]
  /// The strips of the interrupters that the preset gives a sound.
  package var interrupterStrips: [InterrupterStatus]
  /// The switches of the rig.
  package var switches: SwitchesStatus
  /// The audio thread's work.
  package var render: RenderStatus
  /// What the rig goes without, because something that it needs is not there.
  package var leftOut: [LeftOutStatus]
  /// The alerts that there are; `nil` from a host of an earlier version.
  package var alerts: [AlertStatus]?
  /// The buses, each after those that send to it; `nil` from a host of an earlier version.
  package var buses: [BusStatus]?
  /// The groups, in the order of the preset; `nil` from a host of an earlier version.
  package var groups: [GroupStatus]?

  /// Describes a rig.
  package init(
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
package struct AlertStatus: Codable, Hashable, Sendable {
  /// What is wrong.
  package var alert: AlertKind
  /// With what: a route, a session, a folder.
  package var subject: String

  /// Describes an alert.
  package init(alert: AlertKind, subject: String) {
    (self.alert, self.subject) = (alert, subject)
  }
}

/// A part that the rig goes without.
package struct LeftOutStatus: Codable, Hashable, Sendable {
  /// What is left out, such as "the player of 'deck'".
  package var part: String
  /// The session, interrupter or route that it belongs to.
  package var owner: String?
  /// What is missing.
  package var reason: String
  /// Where the preset asks for it, as `file:line:column`.
  package var place: String?
  /// All of it as one sentence.
  package var sentence: String

  /// Describes a part.
  package init(part: String, owner: String?, reason: String, place: String?, sentence: String) {
    (self.part, self.owner, self.reason) = (part, owner, reason)
    (self.place, self.sentence) = (place, sentence)
  }
}

/// The strip of an interrupter.
package struct InterrupterStatus: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// `off`, `ringing` or `lasting`.
  package var state: String
  /// The fader; `nil` is silence.
  package var fader_db: Double?
  /// Whether it is muted.
  package var isMuted: Bool
  /// The levels of its channels.
  package var levels: [LevelStatus]

  /// Describes an interrupter.
  package init(
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
package struct ServerStatus: Codable, Hashable, Sendable {
  /// Whether the server is there.
  package var isConnected: Bool
  /// The server's name.
  package var name: String
  /// Whether Tarmac started the server.
  package var isOurs: Bool
  /// JACK's name of the driver, such as `alsa`, `net`, or `dummy`, which is silent; `nil` where it
  /// is not known.
  package var driver: String?
  /// The device, such as `hw:USB`; `nil` where it is not known.
  package var device: String?
  /// What the host waits for while there is no server, in a sentence.
  package var waitsFor: String?
  /// The name that JACK gave to our client.
  package var client: String
  /// The sample rate.
  package var sampleRate_hz: Double
  /// The period of a cycle.
  package var period_frames: Int
  /// How often the server was late.
  package var xruns: Int
  /// JACK's own measure of the load, in percent.
  package var load_percent: Double

  /// Describes a server.
  package init(
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
package struct RenderStatus: Codable, Hashable, Sendable {
  /// How many cycles were counted.
  package var cycles: Int
  /// The time that half of the cycles stayed below.
  package var median_us: Double
  /// The time that 99.9 % of the cycles stayed below.
  package var p999_us: Double
  /// The longest cycle.
  package var worst_us: Double
  /// Reports of the audio thread lost since the start because the queue was full; 0 unless the host
  /// was stuck.
  package var lost_reports: Int
  /// Commands to the audio thread refused since the start because the queue was full; 0 unless the
  /// driver stopped.
  package var refused_commands: Int

  /// Describes the audio thread's work.
  package init(
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
package struct LevelStatus: Codable, Hashable, Sendable {
  /// The name of the channel.
  package var channel: String
  /// The peak since the last status.
  package var peak_db: Double?
  /// The root mean square.
  package var rms_db: Double?

  /// Describes a level.
  package init(channel: String, peak_db: Double?, rms_db: Double?) {
    self.channel = channel
    self.peak_db = peak_db
    self.rms_db = rms_db
  }
}

/// A route.
package struct RouteStatus: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// What the route is, such as `headphones`.
  package var role: String
  /// `input` or `output`.
  package var direction: String
  /// The fader; `nil` is silence.
  package var fader_db: Double?
  /// What the fader is remembered for: the category in force there, or an interrupter (VOL-01,
  /// VOL-02); `nil` for inputs.
  package var volumeOf: String?
  /// Whether it is muted.
  package var isMuted: Bool
  /// The levels of the channels.
  package var levels: [LevelStatus]
  /// How often the level was over full scale since counters were reset.
  package var clips: Int?
  /// The latency to an output, on the longest path; `nil` for inputs.
  package var latency_frames: Int?
  /// For each channel the JACK ports that it is connected to.
  package var connections: [[String]]
  /// The ports, or patterns of ports, that it is to be connected to and that are not there.
  package var waiting: [String]
  /// The ports that it is to be connected to, that are there, and that another program has
  /// disconnected.
  package var disconnected: [String]

  /// Describes a route.
  package init(
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
package struct RecordingStatus: Codable, Hashable, Sendable {
  /// The route or session that is recorded.
  package var subject: String
  /// The path of the file.
  package var file: String
  /// The length.
  package var length_seconds: Double
  /// Frames that the disk was too slow for.
  package var overrun_frames: Int
  /// What stopped the recording, such as a full disk: one sentence; `nil` when nothing did.
  package var failure: String?
  /// For how long it has been waiting for its disk; `nil` while that answers.
  package var disk_wait_seconds: Double?

  /// Describes a recording.
  package init(
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
