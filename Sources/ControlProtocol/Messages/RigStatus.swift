// SPDX-License-Identifier: Apache-2.0
// What the host tells about the rig. Keys that carry a quantity end in its unit.

/// The state of everything at a moment.
public struct RigStatus: Codable, Hashable, Sendable {
  public var preset: String
  public var server: ServerStatus
  public var routes: [RouteStatus]
  public var sessions: [SessionStatus]
  public var recordings: [RecordingStatus]
  /// The interrupters that last at the moment.
  public var interrupters: [String]
  public var render: RenderStatus

  public init(
    preset: String,
    server: ServerStatus,
    routes: [RouteStatus],
    sessions: [SessionStatus],
    recordings: [RecordingStatus],
    interrupters: [String],
    render: RenderStatus
  ) {
    self.preset = preset
    self.server = server
    self.routes = routes
    self.sessions = sessions
    self.recordings = recordings
    self.interrupters = interrupters
    self.render = render
  }
}

/// The JACK server.
public struct ServerStatus: Codable, Hashable, Sendable {
  /// Whether the server is there.
  public var isConnected: Bool
  /// The server's name, and whether Tarmac started it.
  public var name: String
  public var isOurs: Bool
  /// The name that JACK gave to our client.
  public var client: String
  public var sampleRate_hz: Double
  public var period_frames: Int
  public var xruns: Int
  /// JACK's own measure of the load, in percent.
  public var load_percent: Double

  public init(
    isConnected: Bool,
    name: String,
    isOurs: Bool,
    client: String,
    sampleRate_hz: Double,
    period_frames: Int,
    xruns: Int,
    load_percent: Double
  ) {
    self.isConnected = isConnected
    self.name = name
    self.isOurs = isOurs
    self.client = client
    self.sampleRate_hz = sampleRate_hz
    self.period_frames = period_frames
    self.xruns = xruns
    self.load_percent = load_percent
  }
}

/// The audio thread's work since the counters were reset.
public struct RenderStatus: Codable, Hashable, Sendable {
  public var cycles: Int
  public var median_us: Double
  public var p999_us: Double
  public var worst_us: Double

  public init(cycles: Int, median_us: Double, p999_us: Double, worst_us: Double) {
    self.cycles = cycles
    self.median_us = median_us
    self.p999_us = p999_us
    self.worst_us = worst_us
  }
}

/// The level of a channel; `nil` is silence.
public struct LevelStatus: Codable, Hashable, Sendable {
  public var channel: String
  public var peak_db: Double?
  public var rms_db: Double?

  public init(channel: String, peak_db: Double?, rms_db: Double?) {
    self.channel = channel
    self.peak_db = peak_db
    self.rms_db = rms_db
  }
}

/// A route.
public struct RouteStatus: Codable, Hashable, Sendable {
  public var name: String
  public var role: String
  /// `input` or `output`.
  public var direction: String
  public var fader_db: Double?
  public var isMuted: Bool
  public var levels: [LevelStatus]
  /// For each channel the JACK ports that it is connected to.
  public var connections: [[String]]

  public init(
    name: String,
    role: String,
    direction: String,
    fader_db: Double?,
    isMuted: Bool,
    levels: [LevelStatus],
    connections: [[String]]
  ) {
    self.name = name
    self.role = role
    self.direction = direction
    self.fader_db = fader_db
    self.isMuted = isMuted
    self.levels = levels
    self.connections = connections
  }
}

/// A session.
public struct SessionStatus: Codable, Hashable, Sendable {
  public var name: String
  public var category: String
  public var mode: String
  /// Options in force, implied ones included.
  public var options: [String]
  /// `inactive`, `active` or `interrupted`.
  public var state: String
  /// Why it is in this state or ducked: one sentence that ends in the rule's ID.
  public var why: String
  /// The tower's duck, `nil` when not ducked.
  public var duck_db: Double?
  public var fader_db: Double?
  public var isMuted: Bool
  public var isCued: Bool
  /// Levels of the graph's outputs, before the strip.
  public var levels: [LevelStatus]
  /// How often the session's graph was called.
  public var calls: Int
  /// The part of real time that the session's graph takes, in percent.
  public var load_percent: Double
  /// Blocks that held NaN or infinity and were silenced.
  public var invalidBlocks: Int
  public var sources: [SourceStatus]
  public var plugins: [PluginStatus]

  public init(
    name: String,
    category: String,
    mode: String,
    options: [String],
    state: String,
    why: String,
    duck_db: Double?,
    fader_db: Double?,
    isMuted: Bool,
    isCued: Bool,
    levels: [LevelStatus],
    calls: Int,
    load_percent: Double,
    invalidBlocks: Int,
    sources: [SourceStatus],
    plugins: [PluginStatus]
  ) {
    self.name = name
    self.category = category
    self.mode = mode
    self.options = options
    self.state = state
    self.why = why
    self.duck_db = duck_db
    self.fader_db = fader_db
    self.isMuted = isMuted
    self.isCued = isCued
    self.levels = levels
    self.calls = calls
    self.load_percent = load_percent
    self.invalidBlocks = invalidBlocks
    self.sources = sources
    self.plugins = plugins
  }
}

/// A source of a session.
public struct SourceStatus: Codable, Hashable, Sendable {
  public var name: String
  /// `jack`, `route` or `player`.
  public var kind: String
  /// The file of a player.
  public var file: String?
  public var isPlaying: Bool?
  public var position_seconds: Double?
  public var length_seconds: Double?
  /// The play position in frames of the rig's rate since the last jump.
  public var position_frames: Int?
  public var underrun_frames: Int?

  public init(
    name: String,
    kind: String,
    file: String? = nil,
    isPlaying: Bool? = nil,
    position_seconds: Double? = nil,
    length_seconds: Double? = nil,
    position_frames: Int? = nil,
    underrun_frames: Int? = nil
  ) {
    self.name = name
    self.kind = kind
    self.file = file
    self.isPlaying = isPlaying
    self.position_seconds = position_seconds
    self.length_seconds = length_seconds
    self.position_frames = position_frames
    self.underrun_frames = underrun_frames
  }
}

/// A plugin instance of a session.
public struct PluginStatus: Codable, Hashable, Sendable {
  public var id: String
  public var uri: String
  /// How often `run` was called.
  public var runs: Int
  /// The part of real time that it takes, in percent.
  public var load_percent: Double

  public init(id: String, uri: String, runs: Int, load_percent: Double) {
    self.id = id
    self.uri = uri
    self.runs = runs
    self.load_percent = load_percent
  }
}

/// A recording.
public struct RecordingStatus: Codable, Hashable, Sendable {
  public var subject: String
  public var file: String
  public var length_seconds: Double
  /// Frames that the disk was too slow for.
  public var overrun_frames: Int

  public init(subject: String, file: String, length_seconds: Double, overrun_frames: Int) {
    self.subject = subject
    self.file = file
    self.length_seconds = length_seconds
    self.overrun_frames = overrun_frames
  }
}
