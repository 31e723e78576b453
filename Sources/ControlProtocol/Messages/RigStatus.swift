// SPDX-License-Identifier: Apache-2.0
// What the host tells about the rig. Keys that carry a quantity end in its unit.

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
  /// The switches of the rig.
  public var switches: SwitchesStatus
  /// The audio thread's work.
  public var render: RenderStatus

  /// Describes a rig.
  public init(
    preset: String,
    server: ServerStatus,
    routes: [RouteStatus],
    sessions: [SessionStatus],
    recordings: [RecordingStatus],
    interrupters: [String],
    switches: SwitchesStatus,
    render: RenderStatus
  ) {
    self.preset = preset
    self.server = server
    self.routes = routes
    self.sessions = sessions
    self.recordings = recordings
    self.interrupters = interrupters
    self.switches = switches
    self.render = render
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
  /// How many cycles were counted.
  public var cycles: Int
  /// The time that half of the cycles stayed below.
  public var median_us: Double
  /// The time that 99.9 % of the cycles stayed below.
  public var p999_us: Double
  /// The longest cycle.
  public var worst_us: Double
  /// Reports of the audio thread that found no room since the start; 0 unless the host was stuck.
  public var lost_reports: Int
  /// Orders to the audio thread that found no room since the start; 0 unless the driver stood still.
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
  /// Whether it is muted.
  public var isMuted: Bool
  /// The levels of the channels.
  public var levels: [LevelStatus]
  /// For each channel the JACK ports that it is connected to.
  public var connections: [[String]]
  /// The ports, or patterns of ports, that it is to be connected to and that are not there.
  public var waiting: [String]

  /// Describes a route.
  public init(
    name: String,
    role: String,
    direction: String,
    fader_db: Double?,
    isMuted: Bool,
    levels: [LevelStatus],
    connections: [[String]],
    waiting: [String] = []
  ) {
    self.name = name
    self.role = role
    self.direction = direction
    self.fader_db = fader_db
    self.isMuted = isMuted
    self.levels = levels
    self.connections = connections
    self.waiting = waiting
  }
}

/// A session.
public struct SessionStatus: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// The category.
  public var category: String
  /// The mode.
  public var mode: String
  /// Options in force, implied ones included.
  public var options: [String]
  /// `inactive`, `active` or `interrupted`.
  public var state: String
  /// Why it is in this state or ducked: one sentence that ends in the rule's ID.
  public var why: String
  /// What the rig does to it beside that: `held`, `silenced`, `deaf` (its inputs are exact zeros), `paused`, `background`.
  public var conditions: [String]
  /// The routes that its sound comes from and goes to, as the tower has chosen them.
  public var currentRoute: SessionRouteStatus
  /// Whether it may record: `granted`, `denied` or `undetermined`.
  public var recordPermission: String
  /// The tower's duck, `nil` when not ducked.
  public var duck_db: Double?
  /// The fader; `nil` is silence.
  public var fader_db: Double?
  /// Whether it is muted.
  public var isMuted: Bool
  /// Whether the session is sent to its cue sends.
  public var isCued: Bool
  /// Levels of the graph's outputs, before the strip.
  public var levels: [LevelStatus]
  /// How often the session's graph was called.
  public var calls: Int
  /// The part of real time that the session's graph takes, in percent.
  public var load_percent: Double
  /// Blocks that held NaN or infinity and were silenced.
  public var invalidBlocks: Int
  /// The sources of the session.
  public var sources: [SourceStatus]
  /// The plugins of the session's graph.
  public var plugins: [PluginStatus]
  /// Its MIDI, if the preset gives it ports.
  public var midi: MIDIStatus?
  /// The process of the session's graph; `nil` where it has none of its own.
  public var isolation: IsolationStatus?

  /// Describes a session.
  public init(
    name: String,
    category: String,
    mode: String,
    options: [String],
    state: String,
    why: String,
    conditions: [String],
    currentRoute: SessionRouteStatus,
    recordPermission: String,
    duck_db: Double?,
    fader_db: Double?,
    isMuted: Bool,
    isCued: Bool,
    levels: [LevelStatus],
    calls: Int,
    load_percent: Double,
    invalidBlocks: Int,
    sources: [SourceStatus],
    plugins: [PluginStatus],
    isolation: IsolationStatus? = nil
  ) {
    self.name = name
    self.category = category
    self.mode = mode
    self.options = options
    self.state = state
    self.why = why
    self.conditions = conditions
    self.currentRoute = currentRoute
    self.recordPermission = recordPermission
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
    self.isolation = isolation
  }
}

/// The process of a session's graph.
public struct IsolationStatus: Codable, Hashable, Sendable {
  /// `starting`, `running` or `lost`.
  public var state: String
  /// The number of the process; `nil` when there is none.
  public var process: Int?
  /// The name of its JACK client; empty while it has none.
  public var client: String
  /// How often a process was lost.
  public var losses: Int
  /// Why the last one was lost: the end of a sentence.
  public var lastLoss: String?
  /// The latency of the way there and back, without the plugins.
  public var way_frames: Int
  /// Cycles that were silent because the graph was late, since the process began.
  public var lateBlocks: Int

  /// Describes a process.
  public init(
    state: String,
    process: Int?,
    client: String,
    losses: Int,
    lastLoss: String?,
    way_frames: Int,
    lateBlocks: Int
  ) {
    self.state = state
    self.process = process
    self.client = client
    self.losses = losses
    self.lastLoss = lastLoss
    self.way_frames = way_frames
    self.lateBlocks = lateBlocks
  }
}

/// The MIDI of a session.
public struct MIDIStatus: Codable, Hashable, Sendable {
  /// The ports that its input is to be connected to and that are not there; `nil` without an input.
  public var inputWaiting: [String]?
  /// The ports that its output is to be connected to and that are not there; `nil` without an output.
  public var outputWaiting: [String]?
  /// Messages for which there was no room.
  public var lostMessages: Int

  /// Describes a session's MIDI.
  public init(inputWaiting: [String]?, outputWaiting: [String]?, lostMessages: Int) {
    self.inputWaiting = inputWaiting
    self.outputWaiting = outputWaiting
    self.lostMessages = lostMessages
  }
}

/// The route that the tower has chosen for a session.
public struct SessionRouteStatus: Codable, Hashable, Sendable {
  /// Where its sound comes from.
  public var inputs: [String]
  /// Where its sound goes to.
  public var outputs: [String]

  /// Describes a route.
  public init(inputs: [String], outputs: [String]) {
    self.inputs = inputs
    self.outputs = outputs
  }
}

/// A source of a session.
public struct SourceStatus: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// `jack`, `route` or `player`.
  public var kind: String
  /// The file of a player.
  public var file: String?
  /// Whether a player plays; `nil` for other kinds.
  public var isPlaying: Bool?
  /// The play position in the file of a player.
  public var position_seconds: Double?
  /// The length.
  public var length_seconds: Double?
  /// The play position in frames of the rig's rate since the last jump.
  public var position_frames: Int?
  /// Frames that came too late from the disk; `nil` for other kinds.
  public var underrun_frames: Int?
  /// The ports, or patterns of ports, that a source of kind `jack` is to be connected to and that are not there.
  public var waiting: [String]?
  /// What stopped a player's file before its end: one sentence; `nil` when nothing did.
  public var failure: String?

  /// Describes a source.
  public init(
    name: String,
    kind: String,
    file: String? = nil,
    isPlaying: Bool? = nil,
    position_seconds: Double? = nil,
    length_seconds: Double? = nil,
    position_frames: Int? = nil,
    underrun_frames: Int? = nil,
    waiting: [String]? = nil,
    failure: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.file = file
    self.isPlaying = isPlaying
    self.position_seconds = position_seconds
    self.length_seconds = length_seconds
    self.position_frames = position_frames
    self.underrun_frames = underrun_frames
    self.waiting = waiting
    self.failure = failure
  }
}

/// A plugin instance of a session.
public struct PluginStatus: Codable, Hashable, Sendable {
  /// The id of the instance in its graph.
  public var id: String
  /// The URI of the plugin.
  public var uri: String
  /// How often `run` was called.
  public var runs: Int
  /// The part of real time that it takes, in percent.
  public var load_percent: Double
  /// How far it delays its output, as it says now, in frames.
  public var latency_frames: Int

  /// Describes a plugin instance.
  public init(id: String, uri: String, runs: Int, load_percent: Double, latency_frames: Int = 0) {
    self.id = id
    self.uri = uri
    self.runs = runs
    self.load_percent = load_percent
    self.latency_frames = latency_frames
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

  /// Describes a recording.
  public init(
    subject: String,
    file: String,
    length_seconds: Double,
    overrun_frames: Int,
    failure: String? = nil
  ) {
    self.subject = subject
    self.file = file
    self.length_seconds = length_seconds
    self.overrun_frames = overrun_frames
    self.failure = failure
  }
}
