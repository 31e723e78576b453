// SPDX-License-Identifier: Apache-2.0
// Goes through a scenario: one tower, virtual ports, virtual players, a virtual clock.

package import ControlTower
import Presets
import Quantities
package import RigEngine
import RigErrors
import RigModel
import SoundFiles

/// The rate and the cycle of the hardware that is simulated.
enum VirtualHardware {
  static let rate = SampleRate(hertz: 48_000)
  static let blockFrames = 256
  static let atStart = Hardware(FrameCount(blockFrames), rate)
}

/// A step for the renderer, and its time.
package struct SimulationStep: Hashable {
  /// When, in frames of `VirtualHardware.rate`.
  package var frame: Int
  package var action: Action

  package enum Action: Hashable {
    case event(TowerEvent)
    case gesture(Gesture, SessionID)
    case launch(SessionConfiguration)
    case comeBack(Hardware)
    /// A player has played its last frame.
    case end(SessionID, player: Int)
  }
}

/// A simulation while it runs.
struct SimulationRunner {
  private let scenario: Scenario
  private(set) var tower = ControlTower()
  private var players: VirtualPlayers
  private var now = 0
  /// Where each player was, and whether it ran, at the last check.
  private var running: [VirtualPlayers.PlayerState] = []
  private var hardware = VirtualHardware.atStart
  /// The positions of the output faders that the tower has moved.
  private var volumes: [PortID: Decibels] = [:]
  /// What the user has answered, as a rig remembers it.
  private var permissions: [SessionID: RecordPermission] = [:]
  private(set) var entries: [SimulationEntry] = []
  /// The decisions, for the levels before them.
  private var log = DecisionLog()
  /// The steps for the renderer.
  private(set) var steps: [SimulationStep] = []

  init(_ scenario: Scenario) throws(RigError) {
    self.scenario = scenario
    players = try VirtualPlayers(scenario.rig, rate: VirtualHardware.rate)
    running = players.states(at: 0)
  }

  /// Runs the scenario, and returns the report.
  mutating func run() -> SimulationReport {
    bringUp()
    for event in scenario.events {
      pass(until: frame(event.at))
      note(event.action.happening, event.sentence, event.note)
      carryOut(event.action)
    }
    pass(until: frame(scenario.end))
    var report = SimulationReport(title: scenario.title, preset: scenario.preset)
    report.entries = entries
    report.end = scenario.end
    report.tower = tower
    for var session in players.sessions {
      session.advance(to: now)
      report.positions[session.id] = session.players.map {
        FrameCount(session.restingPosition(of: $0)).seconds(at: VirtualHardware.rate)
      }
    }
    return report
  }

  // MARK: The start

  /// Brings the rig up as an engine does; these are no steps for the renderer, which has its own
  /// engine.
  private mutating func bringUp() {
    note(.rigComesUp, "the rig comes up")
    for event in scenario.rig.firstEvents(in: scenario.initialState) { put(event) }
    for session in scenario.rig.sessions {
      add(session, besideOthers: scenario.rig.areOthersHeard(before: session))
    }
    for event in scenario.rig.connectionEvents { put(event) }
    for session in scenario.rig.sessions where session.seat.startsActive {
      let event = TowerEvent.activate(session.seat.configuration.id)
      note(.event(event), event.sentence)
      put(event)
    }
  }

  private mutating func add(_ session: Session, besideOthers: Bool = false) {
    let areOthersHeard =
      besideOthers
      || tower.isOtherAudioPlaying(
        for: session.seat.configuration.id,
        in: scenario.rig.sessions.map(\.channel),
        scenario.rig.routes
      )
    let events = session.firstEvents(
      others: areOthersHeard,
      permission: permissions[session.seat.configuration.id],
      isMuted: session.channel.values.isMuted
    )
    for event in events { guard put(event) else { return } }
  }

  // MARK: Time

  private func frame(_ time: Seconds) -> Int { time.frames(at: VirtualHardware.rate).value }

  /// Lets time go by; players reach their ends meanwhile.
  private mutating func pass(until end: Int) {
    while let next = players.nextEnd(from: now), next.frame <= end {
      now = next.frame
      let source = players[next.id]?.players[next.player].source ?? ""
      let isOne = players[next.id]?.players.count == 1
      let name = "\(next.id.name)\(isOne ? "" : ".\(source)")"
      if next.goesOn {
        players[next.id]?.advance(to: now)
        let track = players[next.id]?.players[next.player].track
        let happening = SimulationHappening.trackBegins(
          next.id,
          source: source,
          file: track?.path ?? ""
        )
        note(happening, "\(name) goes on with \(track?.name ?? "the next track")")
        continue
      }
      note(.fileEnds(next.id, source: source), "\(name) is at the end of its file")
      step(.end(next.id, player: next.player))
      players[next.id]?.end(next.player, at: now)
      remark()
      guard players[next.id]?.isPlaying == false, tower.session(next.id) != nil else { continue }
      put(.playersChanged(next.id, arePlaying: false))
    }
    now = end
  }

  // MARK: What happens

  private mutating func carryOut(_ action: ScenarioAction) {
    switch action {
    case .event(.activate(let id)): perform(.activate, on: id)
    case .event(.added(let configuration)): launch(configuration)
    case .event(.mediaServicesReset): comeBack()
    case .event(let event): decide(event)
    case .prepare(let id, let source): perform(.prepare(source: source), on: id)
    case .play(let id, let source): perform(.play(source: source), on: id)
    case .pause(let id, let source): perform(.pause(source: source), on: id)
    case .seek(let id, let source, let position):
      perform(.seek(source: source, to: position), on: id)
    case .cue(let id, let source): perform(.cue(source: source), on: id)
    }
  }

  /// Loads a session that has quit, as it is in the preset, or a guest.
  private mutating func launch(_ configuration: SessionConfiguration) {
    step(.launch(configuration))
    if let session = scenario.rig.session(configuration.id.name) {
      add(session)
    } else {
      put(.added(configuration))
    }
  }

  /// The audio server is back; everything has been made again.
  private mutating func comeBack() {
    step(.comeBack(hardware))
    put(.hardwareChanged(hardware))
    guard tower.isServerLost else { return }
    put(.mediaServicesReset)
  }

  /// Carries out a gesture, as far as the tower grants it.
  private mutating func perform(_ gesture: Gesture, on id: SessionID) {
    step(.gesture(gesture, id))
    let states = players[id]?.sourceStates ?? .live
    let steps = states.steps(of: gesture, id)
    guard players[id]?.canJump(steps) ?? true else {
      return remark("there is no such place in its file")
    }
    for step in steps {
      if case .ask(let event) = step {
        guard put(event) else { return }
      } else {
        players[id]?.perform(step, at: now)
        remark()
      }
    }
  }

  // MARK: The tower

  /// Passes an event of its own to the tower, not a part of a gesture.
  private mutating func decide(_ event: TowerEvent) {
    var event = event
    if case .plugged(var port) = event {
      // The output comes back with the volume that it had when it went.
      port.volume = volumes[port.id] ?? port.volume
      event = .plugged(port)
    }
    step(.event(event))
    put(event)
  }

  /// Passes an event to the tower and carries out the effects; returns whether it was granted.
  @discardableResult
  private mutating func put(_ event: TowerEvent) -> Bool {
    let decision = tower.decide(event)
    let levels = log.note(decision).levelsBefore
    if let last = entries.indices.last {
      entries[last].decisions.append(decision)
      entries[last].levelsBefore.append(levels)
    }
    if case .hardwareChanged(let values) = event { hardware = values }
    if case .setRecordPermission(let id, let answer) = event, decision.refusal == nil {
      permissions[id] = answer
    }
    followVolumes(decision)
    players.carryOut(decision.effects, at: now)
    players.release { tower.session($0)?.isPaused != true }
    remark()
    for case .setIOBufferDuration(let wish) in decision.effects.map(\.action) {
      note(.hardwareObeys, "the hardware obeys")
      decide(.hardwareChanged(Hardware(wish.period(at: hardware.sampleRate), hardware.sampleRate)))
    }
    return decision.refusal == nil
  }

  /// Notes the volumes that the tower sets; when the server is lost they go back to those of the
  /// preset.
  private mutating func followVolumes(_ decision: Decision) {
    if decision.event == .mediaServicesLost, decision.refusal == nil {
      for port in tower.ports { volumes[port.id] = port.volume }
    }
    for case .setVolume(let port, let level) in decision.effects.map(\.action) {
      volumes[port] = level
    }
  }

  /// Reports which players have stopped or gone on, and where.
  private mutating func remark() {
    let states = players.states(at: now)
    for (state, before) in zip(states, running) where state.isRunning != before.isRunning {
      let verb = state.isRunning ? "plays from" : "stops at"
      let time = FrameCount(state.position).seconds(at: VirtualHardware.rate)
      remark("\(state.name) \(verb) \(time.stamp) s of its file")
      let move = PlayerMove(player: state.name, isPlaying: state.isRunning, position: time)
      if let last = entries.indices.last { entries[last].moves.append(move) }
    }
    running = states
  }

  private mutating func remark(_ sentence: String) {
    if let last = entries.indices.last { entries[last].remarks.append(sentence) }
  }

  private mutating func note(
    _ happening: SimulationHappening,
    _ event: String,
    _ remark: String? = nil
  ) {
    let time = FrameCount(now).seconds(at: VirtualHardware.rate)
    entries.append(
      SimulationEntry(at: time, happening: happening, event: event, note: remark)
    )
  }

  private mutating func step(_ action: SimulationStep.Action) {
    steps.append(SimulationStep(frame: now, action: action))
  }
}

extension Hardware {
  fileprivate init(_ cycle: FrameCount, _ rate: SampleRate) {
    self.init(ioBufferDuration: cycle.seconds(at: rate), sampleRate: rate)
  }
}

extension Scenario {
  /// The world around the rig at the start.
  var initialState: RigInitialState {
    RigInitialState(
      present: Set(rig.routes.map(\.name)).subtracting(unplugged),
      hardware: VirtualHardware.atStart
    )
  }
}

extension ScenarioEvent {
  /// What happens, in words, without a full stop.
  fileprivate var sentence: String {
    switch action {
    case .event(let event): event.sentence
    case .prepare(let id, let source): "\(player(id, source)) is asked to get ready"
    case .play(let id, let source): "\(player(id, source)) is asked to play"
    case .pause(let id, let source): "\(player(id, source)) is asked to pause"
    case .seek(let id, let source, let position):
      "\(player(id, source)) is sent to \(position.stamp) s of its file"
    case .cue(let id, let source): "\(player(id, source)) is sent to its cue point and waits"
    }
  }

  private func player(_ id: SessionID, _ source: String?) -> String {
    source.map { "\(id.name).\($0)" } ?? id.name
  }
}

extension ScenarioAction {
  /// The facts of what happens.
  fileprivate var happening: SimulationHappening {
    switch self {
    case .event(let event): .event(event)
    case .prepare(let id, let source): .gesture("prepare", id, source: source, to: nil)
    case .play(let id, let source): .gesture("play", id, source: source, to: nil)
    case .pause(let id, let source): .gesture("pause", id, source: source, to: nil)
    case .seek(let id, let source, let to): .gesture("seek", id, source: source, to: to)
    case .cue(let id, let source): .gesture("cue", id, source: source, to: nil)
    }
  }
}
