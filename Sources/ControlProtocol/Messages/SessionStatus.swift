// SPDX-License-Identifier: Apache-2.0
// A session in a status: what it is, where its sound comes from, its plugins.

/// A session.
package struct SessionStatus: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// The category.
  package var category: String
  /// The mode.
  package var mode: String
  /// Options in force, implied ones included.
  package var options: [String]
  /// The implied ones among the options: they come with the mode and with other options (MODE-09).
  package var impliedOptions: [String]?
  /// `inactive`, `active` or `interrupted`.
  package var state: String
  /// Why it does not sound as it would by itself: one sentence that ends in the rule's ID; empty
  /// when all is well.
  package var why: String
  /// Faults that keep it from sounding although the rules allow it.
  ///
  /// `why` begins with them; `nil` from a host of an earlier version.
  package var faults: [String]?
  /// The facts of `why`, without the faults; `nil` from a host of an earlier version.
  package var reason: ReasonStatus?
  /// What has made it inactive, and whether it is advised to come back; `nil` while it is active
  /// (ANC-INT-06).
  package var inactivity: InactivityStatus?
  /// Further conditions: `held`, `silenced`, `input_muted` (its inputs are exact zeros), `paused`,
  /// `background`.
  @SessionConditions package var conditions: [String]
  /// The routes that its sound comes from and goes to, as the tower has chosen them.
  package var currentRoute: SessionRouteStatus
  /// Whether it may record: `granted`, `denied` or `undetermined`.
  package var recordPermission: String
  /// The tower's duck, with a side chain its present value; `nil` when not ducked.
  package var duck_db: Double?
  /// The fader; `nil` is silence.
  package var fader_db: Double?
  /// Whether it is muted.
  package var isMuted: Bool
  /// Whether the session is sent to its cue sends.
  package var isCued: Bool
  /// Levels of the graph's outputs, before the strip.
  package var levels: [LevelStatus]
  /// How often the level was over full scale since counters were reset.
  package var clips: Int?
  /// How often the session's graph was called.
  package var calls: Int
  /// The part of real time that the session's graph takes, in percent.
  package var load_percent: Double
  /// Cycles that took longer than JACK allows, mostly because of this session: each is an audible
  /// gap.
  package var overruns: Int
  /// Blocks that held NaN or infinity and were silenced.
  package var invalidBlocks: Int
  /// The sources of the session.
  package var sources: [SourceStatus]
  /// The plugins of the session's graph.
  package var plugins: [PluginStatus]
  /// The rig's voice processing that runs before the graph now, once for each channel of the input.
  package var voiceProcessing: [PluginStatus]
  /// Its MIDI, if the preset gives it ports.
  package var midi: MIDIStatus?
  /// The process of the session's graph; `nil` where it has none of its own.
  package var isolation: IsolationStatus?

  /// Describes a session.
  package init(
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
    overruns: Int,
    invalidBlocks: Int,
    sources: [SourceStatus],
    plugins: [PluginStatus],
    voiceProcessing: [PluginStatus] = [],
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
    self.overruns = overruns
    self.invalidBlocks = invalidBlocks
    self.sources = sources
    self.plugins = plugins
    self.voiceProcessing = voiceProcessing
    self.isolation = isolation
  }
}

/// Why a session is not active.
package struct InactivityStatus: Codable, Hashable, Sendable {
  /// `app`: the session has deactivated itself; `system`: something else has made it inactive.
  package var source: String
  /// The ID of the rule.
  package var rule: String
  /// The cause, when it is not the session itself.
  package var cause: String?
  /// Whether the cause is over, with the advice to go on.
  package var isResumptionRecommended: Bool

  /// Describes an inactivity.
  package init(source: String, rule: String, cause: String?, isResumptionRecommended: Bool) {
    self.source = source
    self.rule = rule
    self.cause = cause
    self.isResumptionRecommended = isResumptionRecommended
  }
}

/// The process of a session's graph.
package struct IsolationStatus: Hashable, Sendable {
  /// `starting`, `running` or `lost`.
  package var state: String
  /// The number of the process; `nil` when there is none.
  package var process: Int?
  /// How often a process was lost.
  package var losses: Int
  /// Why the last one was lost: the end of a sentence.
  package var lastLoss: String?
  /// The latency of the round trip, without the plugins.
  package var latency_frames: Int
  /// Cycles that were silent because the graph was late, since the process began.
  package var lateBlocks: Int
  /// The call that a plugin is in for longer than a moment, in words; `nil` when all is well.
  package var busy: String?
  /// Its sandbox; `nil` without one.
  package var sandbox: SandboxStatus?

  /// Describes a process.
  package init(
    state: String,
    process: Int?,
    losses: Int,
    lastLoss: String?,
    latency_frames: Int,
    lateBlocks: Int,
    busy: String? = nil,
    sandbox: SandboxStatus? = nil
  ) {
    (self.busy, self.sandbox) = (busy, sandbox)
    self.state = state
    self.process = process
    self.losses = losses
    self.lastLoss = lastLoss
    self.latency_frames = latency_frames
    self.lateBlocks = lateBlocks
  }
}

extension IsolationStatus: Codable {
  private enum Key: String, CodingKey {
    case state, process, client, losses, lastLoss, latency_frames, lateBlocks, busy, sandbox
    /// The earlier version's name for `latency_frames`.
    case way_frames
  }

  /// Reads a process.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let latency = container.contains(.latency_frames) ? Key.latency_frames : .way_frames
    self.init(
      state: try container.decode(String.self, forKey: .state),
      process: try container.decodeIfPresent(Int.self, forKey: .process),
      losses: try container.decode(Int.self, forKey: .losses),
      lastLoss: try container.decodeIfPresent(String.self, forKey: .lastLoss),
      latency_frames: try container.decode(Int.self, forKey: latency),
      lateBlocks: try container.decode(Int.self, forKey: .lateBlocks),
      busy: try container.decodeIfPresent(String.self, forKey: .busy),
      sandbox: try container.decodeIfPresent(SandboxStatus.self, forKey: .sandbox)
    )
  }

  /// Writes a process.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(state, forKey: .state)
    try container.encodeIfPresent(process, forKey: .process)
    // Clients of the earlier version need this key; no process is a JACK client any more.
    try container.encode("", forKey: .client)
    try container.encode(losses, forKey: .losses)
    try container.encodeIfPresent(lastLoss, forKey: .lastLoss)
    try container.encode(latency_frames, forKey: .latency_frames)
    try container.encode(latency_frames, forKey: .way_frames)
    try container.encode(lateBlocks, forKey: .lateBlocks)
    try container.encodeIfPresent(busy, forKey: .busy)
    try container.encodeIfPresent(sandbox, forKey: .sandbox)
  }
}

/// The MIDI of a session.
package struct MIDIStatus: Codable, Hashable, Sendable {
  /// The ports that its input is to be connected to and that are not there; `nil` without an input.
  package var inputWaiting: [String]?
  /// The ports that its output is to be connected to and that are not there; `nil` without an
  /// output.
  package var outputWaiting: [String]?
  /// Messages for which there was no room.
  package var lostMessages: Int

  /// Describes a session's MIDI.
  package init(inputWaiting: [String]?, outputWaiting: [String]?, lostMessages: Int) {
    self.inputWaiting = inputWaiting
    self.outputWaiting = outputWaiting
    self.lostMessages = lostMessages
  }
}

/// The route that the tower has chosen for a session.
package struct SessionRouteStatus: Codable, Hashable, Sendable {
  /// Where its sound comes from.
  package var inputs: [String]
  /// Where its sound goes to.
  package var outputs: [String]

  /// Describes a route.
  package init(inputs: [String], outputs: [String]) {
    self.inputs = inputs
    self.outputs = outputs
  }
}

/// A source of a session.
package struct SourceStatus: Codable, Hashable, Sendable {
  /// The name.
  package var name: String
  /// `jack`, `route` or `player`.
  package var kind: String
  /// What a player does: `empty`, `loading`, `ready`, `playing`, `ended` or `failed`; `nil` for
  /// other kinds.
  package var state: String?
  /// The file of a player, or the address of its stream; `nil` if it is empty.
  package var file: String?
  /// What the stream of a player does: `connecting`, `buffering`, `playing`, `paused` or `ended`;
  /// `nil` for a file.
  package var stream: String?
  /// The title that a player's file says, if it says one.
  package var title: String?
  /// Its artist.
  package var artist: String?
  /// The album that it is from.
  package var album: String?
  /// Its tempo in beats a minute, if it says one.
  package var bpm: Double?
  /// Its key as it says it, such as `8A` or `F#m`.
  package var key: String?
  /// Whether a player plays; `nil` for other kinds.
  package var isPlaying: Bool?
  /// The play position in the file of a player.
  package var position_seconds: Double?
  /// The length; `nil` for a stream.
  package var length_seconds: Double?
  /// The play position in frames of the rig's rate since the last jump.
  package var position_frames: Int?
  /// Frames that came too late from the disk; `nil` for other kinds.
  package var underrun_frames: Int?
  /// The ports, or patterns of ports, that a source of kind `jack` is to be connected to and that
  /// are not there.
  package var waiting: [String]?
  /// What stopped a player's file before its end: one sentence; `nil` when nothing did.
  package var failure: String?
  /// For how long a player has been waiting for its disk; `nil` while that answers.
  package var disk_wait_seconds: Double?
  /// Whether a player has come to the end of its file and waits there; `nil` for other kinds.
  package var hasEnded: Bool?

  /// Describes a source.
  package init(
    name: String,
    kind: String,
    state: String? = nil,
    file: String? = nil,
    stream: String? = nil,
    isPlaying: Bool? = nil,
    position_seconds: Double? = nil,
    length_seconds: Double? = nil,
    position_frames: Int? = nil,
    underrun_frames: Int? = nil,
    waiting: [String]? = nil,
    failure: String? = nil,
    disk_wait_seconds: Double? = nil,
    hasEnded: Bool? = nil
  ) {
    self.hasEnded = hasEnded
    self.name = name
    self.kind = kind
    self.state = state
    self.file = file
    self.stream = stream
    self.isPlaying = isPlaying
    self.position_seconds = position_seconds
    self.length_seconds = length_seconds
    self.position_frames = position_frames
    self.underrun_frames = underrun_frames
    self.waiting = waiting
    self.failure = failure
    self.disk_wait_seconds = disk_wait_seconds
  }
}

/// A plugin instance of a session.
package struct PluginStatus: Codable, Hashable, Sendable {
  /// The id of the instance in its graph.
  package var id: String
  /// The URI of the plugin.
  package var uri: String
  /// How often `run` was called.
  package var runs: Int
  /// The part of real time that it takes, in percent.
  package var load_percent: Double
  /// The latency that it reports now.
  package var latency_frames: Int
  /// What it has done wrong; `nil` when it has done nothing wrong.
  package var health: PluginHealthStatus?

  /// Describes a plugin instance.
  package init(
    id: String,
    uri: String,
    runs: Int,
    load_percent: Double,
    latency_frames: Int = 0,
    health: PluginHealthStatus? = nil
  ) {
    self.id = id
    self.uri = uri
    self.runs = runs
    self.load_percent = load_percent
    self.latency_frames = latency_frames
    self.health = health
  }
}
