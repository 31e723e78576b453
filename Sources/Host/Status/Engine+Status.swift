// SPDX-License-Identifier: Apache-2.0
// The status of the rig's parts.

import ControlProtocol
import ControlTower
import LV2Hosting
import PluginIsolation
import Quantities
import RenderCore
import RigEngine
import RigModel
import SoundFiles

extension Engine {
  func sessionStatuses() -> [SessionStatus] {
    live.sessions.map(status)
  }

  /// What keeps a session from sounding as it should, apart from the rules.
  func faults(of session: LiveChannel) -> [String] {
    context.faults(of: session, tower.session(session.id), at: .now)
  }

  func status(of session: LiveChannel) -> SessionStatus {
    let current = session.current
    let state = tower.session(session.id)
    let configuration =
      towerControl.configuration(of: session) ?? SessionConfiguration(id: session.id)
    let faults = faults(of: session)
    var status = SessionStatus(
      name: session.name,
      category: configuration.category.rawValue,
      mode: configuration.mode.rawValue,
      options: configuration.optionsInForce.map(\.rawValue).sorted(),
      state: state?.activation.word ?? "inactive",
      why: (live.rig.leftOut(of: session.name).map { "\($0.part) is left out" } + faults
        + [state?.why, session.isolated?.holdSentence].compactMap { $0 })
        .filter { !$0.isEmpty }.joined(separator: "; "),
      conditions: state?.conditions ?? [],
      currentRoute: SessionRouteStatus(
        inputs: (state?.route.inputs ?? []).map(\.name),
        outputs: (state?.route.outputs ?? []).map(\.name)
      ),
      recordPermission: state?.recordPermission.rawValue ?? "undetermined",
      duck_db: towerControl.duck_db(of: session),
      fader_db: current.values.fader.status,
      isMuted: state?.isOutputMuted ?? current.values.isMuted,
      isCued: current.values.isCued,
      levels: levelStatuses(of: session.strip),
      calls: session.strip.calls,
      load_percent: meters.load(of: session.strip),
      overruns: session.strip.overruns,
      invalidBlocks: session.strip.invalidChunks,
      sources: current.sources.indices.map { sourceStatus(of: session, at: $0) },
      plugins: session.plugins.map { pluginStatus(of: $0, in: session) },
      voiceProcessing: session.runningVoice.flatMap { chain in
        let input = "\(session.current.sources[chain.source].name) \(chain.channel)"
        return chain.plugins.map { pluginStatus(of: $0, in: session, name: "\(input): \($0.id)") }
      },
      isolation: session.isolatedGraph?.status
    )
    status.faults = faults
    status.midi = midiStatus(of: session)
    status.impliedOptions = configuration.impliedOptions.map(\.rawValue).sorted()
    status.reason = tower.reasons(of: session.id).first.map(ReasonStatus.init)
    status.clips = meters.clips(of: session.strip)
    status.inactivity = state?.inactivity.map(InactivityStatus.init)
    return status
  }

  func pluginStatus(
    of plugin: LivePlugin,
    in session: LiveChannel,
    name: String? = nil
  ) -> PluginStatus {
    let running = session.running(plugin)
    return PluginStatus(
      id: name ?? plugin.id,
      uri: plugin.uri,
      runs: plugin.instance.runs,
      load_percent: meters.load(of: plugin.instance),
      latency_frames: running.latency.value,
      health: PluginHealthStatus(running.health).unlessGood
    )
  }

  private func midiStatus(of session: LiveChannel) -> MIDIStatus? {
    guard let node = session.midi, let ports = session.current.midi else { return nil }
    func waiting(_ direction: Route.Direction) -> [String] {
      context.waiting[.midi(session: session.name, direction)] ?? []
    }
    return MIDIStatus(
      inputWaiting: ports.input.map { _ in waiting(.input) },
      outputWaiting: ports.output.map { _ in waiting(.output) },
      lostMessages: node.lostMessages + (session.isolated?.lostMessages ?? 0)
    )
  }

  func sourceStatus(of session: LiveChannel, at index: Int) -> SourceStatus {
    let source = session.current.sources[index]
    guard let player = session.players[index] else {
      let ports = (0..<source.channels).flatMap { channel in
        context.waiting[.source(session: session.name, source: source.name, channel: channel)] ?? []
      }
      return SourceStatus(
        name: source.name,
        kind: source.kind.word,
        waiting: source.kind.hasPorts ? distinct(ports) : nil
      )
    }
    var status = SourceStatus(
      name: source.name,
      kind: "player",
      state: player.phase.rawValue,
      file: player.isEmpty ? nil : player.track.track.shownPath,
      stream: player.track.stream?.phase.rawValue,
      isPlaying: player.isPlaying,
      position_seconds: player.position.value,
      length_seconds: player.track.stream == nil ? player.track.duration.value : nil,
      position_frames: player.ring.audio.framesRead,
      underrun_frames: player.ring.audio.framesMissed,
      failure: player.isEmpty ? nil : player.file.failure?.description,
      disk_wait_seconds: player.diskWait(at: .now)?.value,
      hasEnded: player.hasEnded
    )
    let tags = player.track.tags
    (status.title, status.artist, status.album) = (tags.title, tags.artist, tags.album)
    (status.bpm, status.key) = (tags.bpm, tags.key)
    return status
  }

  /// The state of the routes; `cables` says what their ports are connected to.
  func routeStatuses(_ cables: Cables) -> [RouteStatus] {
    live.routes.map { live in
      let route = live.route
      var status = RouteStatus(
        name: route.name,
        role: route.role.rawValue,
        direction: route.direction.rawValue,
        fader_db: live.isOutput ? route.fader.status : nil,
        volumeOf: live.isOutput ? tower.volumeOwner(of: PortID(route.name)).word : nil,
        isMuted: route.isMuted,
        levels: levelStatuses(
          meters.levels(of: live.bus),
          names: route.channels
        ),
        connections: route.channels.indices.map {
          cables.connections[.route(route.name, channel: $0)] ?? []
        },
        waiting: distinct(
          route.channels.indices.flatMap { context.waiting[.route(route.name, channel: $0)] ?? [] }
        ),
        disconnected: distinct(
          route.channels.indices.flatMap { cables.missing[.route(route.name, channel: $0)] ?? [] }
        )
      )
      status.clips = meters.clips(of: live.bus)
      if live.isOutput { status.latency_frames = context.latencies.latency(of: live.bus).value }
      return status
    }
  }

  /// The strips of the interrupters that the preset lets be heard.
  func interrupterStatuses() -> [InterrupterStatus] {
    live.interrupters.map { id, channel in
      let (strip, values) = (channel.strip, channel.current.values)
      let state =
        switch tower.phase(of: id) {
        case nil: "off"
        case .ringing: "ringing"
        case .lasting: "lasting"
        }
      return InterrupterStatus(
        name: id.rawValue,
        state: state,
        fader_db: values.fader.status,
        isMuted: values.isMuted,
        levels: levelStatuses(of: strip)
      )
    }
  }

  func status(of recording: LiveRecording) -> RecordingStatus {
    let frames = FrameCount(recording.recorder.framesRecorded)
    return RecordingStatus(
      subject: recording.subject,
      file: recording.recorder.path,
      length_seconds: frames.seconds(at: sampleRate).value,
      overrun_frames: recording.recorder.ring.framesMissed,
      failure: recording.recorder.failure?.description,
      disk_wait_seconds: recording.recorder.wait(at: .now)?.value
    )
  }

  func renderStatus() -> RenderStatus {
    let processor = controller.processor
    return RenderStatus(
      cycles: processor.cycles.count(),
      median_us: Double(processor.cycles.quantile(0.5)) / 1000,
      p999_us: Double(processor.cycles.quantile(0.999)) / 1000,
      worst_us: Double(processor.cycles.worst) / 1000,
      lost_reports: processor.lostReports,
      refused_commands: controller.refusedCommands
    )
  }

  /// The levels of a strip's channels.
  func levelStatuses(of strip: StripNode) -> [LevelStatus] {
    let names = (0..<strip.channels).map { channelLabel($0, of: strip.channels) }
    return levelStatuses(meters.levels(of: strip), names: names)
  }

  private func levelStatuses(_ levels: [ChannelLevel], names: [String]) -> [LevelStatus] {
    names.enumerated().map { index, name in
      // Nothing has been read yet, or the rig is not rendering.
      let level = index < levels.count ? levels[index] : ChannelLevel(peak: 0, rms: 0)
      return LevelStatus(
        channel: channelName(name),
        peak_db: Decibels(LinearGain(factor: level.peak)).status,
        rms_db: Decibels(LinearGain(factor: level.rms)).status
      )
    }
  }
}

/// The elements without repetitions, in their order.
private func distinct(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  return names.filter { seen.insert($0).inserted }
}

extension Decibels {
  /// The level for a status: `nil` for silence, which JSON has no number for.
  var status: Double? { value.isFinite ? Double(value) : nil }
}

extension SessionState {
  /// What the rig does to the session, in words for a status.
  fileprivate var conditions: [String] {
    var words: [String] = []
    if isActive, strip.suspension != nil { words.append("held") }
    if isActive, strip.silencing != nil || strip.isMuted { words.append("silenced") }
    if isActive, strip.zeroInput != nil { words.append("input_muted") }
    if isMutedByProgram { words.append("muted by its program") }
    if isPaused { words.append("paused") }
    if !isForeground { words.append("background") }
    return words
  }
}

extension Engine {
  /// The state of the switches.
  func switchesStatus() -> SwitchesStatus {
    let switches = tower.switches
    return SwitchesStatus(
      isSilent: switches.isSilent,
      isLocked: switches.isLocked,
      isMicrophoneMuted: switches.isMicrophoneMuted,
      doNotInterrupt: switches.doNotInterrupt
    )
  }
}

extension InactivityStatus {
  fileprivate init(_ inactivity: Inactivity) {
    self.init(
      source: inactivity.source.rawValue,
      rule: inactivity.reason.rule.description,
      cause: inactivity.reason.cause?.name,
      isResumptionRecommended: inactivity.isResumptionRecommended
    )
  }
}

extension VolumeKey.Owner {
  /// The word for a status.
  fileprivate var word: String {
    switch self {
    case .category(let category): category.rawValue
    case .interrupter(let interrupter): interrupter.rawValue
    }
  }
}

extension SessionState.Activation {
  /// The word for a status.
  fileprivate var word: String {
    switch self {
    case .inactive: "inactive"
    case .active: "active"
    case .interrupted: "interrupted"
    }
  }
}

extension Source.Kind {
  /// The word that presets use.
  fileprivate var word: String {
    switch self {
    case .jack: "jack"
    case .route: "route"
    case .session: "session"
    case .insert: "insert"
    case .player: "player"
    case .silent(let file): file == nil ? "session" : "player"
    }
  }

  /// Whether it waits for ports of JACK.
  fileprivate var hasPorts: Bool { if case .jack = self { true } else { false } }
}
