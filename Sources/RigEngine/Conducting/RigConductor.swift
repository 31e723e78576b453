// SPDX-License-Identifier: Apache-2.0
// The rig that is up: its tower, its renderer, and the one way in which decisions reach it.

package import ControlTower
package import LV2Hosting
package import Presets
package import Quantities
package import RenderCore
package import RigErrors
package import SoundFiles

/// A rig that is up, with its tower and its renderer, whatever drives them.
///
/// > Threading: Control.
package final class RigConductor {
  package let controller: RenderController
  package let sampleRate: SampleRate
  let diskThread: DiskThread?
  let builder: SessionBuilder
  package internal(set) var tower = ControlTower()
  package internal(set) var live: LiveRig
  package var hooks = ConductorHooks()
  package internal(set) var decisions = DecisionLog()
  /// The routes that can be used.
  package internal(set) var present: Set<String> = []
  /// The gain of all inputs.
  package internal(set) var inputGain = LinearGain.unity
  /// What the user has answered in this run and before.
  var permissions: [SessionID: RecordPermission]
  package internal(set) var recordings: [LiveRecording] = []
  /// How beats are counted where JACK's transport does not say, as its user has left it.
  package internal(set) var tempo: Tempo?
  /// Recordings that the tower has ended; to be completed once the renderer has obeyed.
  package var endedRecordings: [LiveRecording] = []
  /// Failures of files that have been told.
  var toldFailures: Set<String> = []
  /// What ports of the rig wait for to be connected to; the ones that have all they want are not there.
  package var waiting: [PortKey: [String]] = [:]
  /// The driver's channel of each port of the rig.
  package private(set) var channels: [PortKey: Int] = [:]
  package private(set) var blockFrames: Int
  package let meters = MeterBoard()
  /// Adds to what is rendered; a simulation listens to sessions with it.
  package var refine: (PlanDescription) -> PlanDescription = { $0 }
  /// Sentences about plugins that have not got the state that is kept for them; to be told.
  var stateProblems: [String] = []
  /// Files of plugins that have moved to another sample rate.
  var movedStates: TemporaryFolder?
  /// What the tower refused when the rig came up, in sentences.
  private(set) var firstRefusals: [String] = []

  /// Brings `rig` up, silent; without a disk thread for rendering offline.
  package init(
    _ rig: Rig,
    world: LV2World,
    sampleRate: SampleRate,
    blockFrames: Int,
    diskThread: DiskThread?,
    site: (any GraphIsolation)? = nil,
    surroundings: RigSurroundings = .none
  ) throws(RigError) {
    controller = RenderController(sampleRate: sampleRate, transport: world.transport)
    self.sampleRate = sampleRate
    self.blockFrames = blockFrames
    self.diskThread = diskThread
    permissions = surroundings.permissions
    builder = SessionBuilder(
      world: world,
      sampleRate: sampleRate,
      blockFrames: blockFrames,
      diskThread: diskThread,
      site: site,
      isOffline: diskThread == nil
    )
    live = LiveRig(rig: rig, routes: rig.routes.map(LiveRoute.init), sessions: [])
    for session in rig.sessions { live.sessions.append(try build(session)) }
    for bus in rig.buses {
      live.buses.append(LiveBus(purpose: bus.purpose, session: try build(bus.session)))
    }
    present = Set(rig.routes.filter(surroundings.has).map(\.name))
    for event in rig.firstEvents(in: surroundings) { try handle(event) }
    for session in rig.sessions {
      try add(session, besideOthers: rig.areOthersHeard(before: session))
    }
    for event in rig.connectionEvents { note { () throws(RigError) in try self.handle(event) } }
  }

  func build(
    _ session: Session,
    reusing players: [LivePlayer?]? = nil,
    in rig: Rig? = nil
  ) throws(RigError) -> LiveSession {
    let outputs = (rig ?? live.rig).outputNames
    defer {
      stateProblems += builder.problems
      builder.problems = []
    }
    let states = savedStates(of: rig ?? live.rig)
    return try builder.build(session, outputs: outputs, reusing: players, states: states)
  }

  /// Hands the rig as it is to the renderer, for a driver with these channels and this period.
  package func publish(channels: [PortKey: Int], blockFrames: Int) {
    self.channels = channels
    self.blockFrames = blockFrames
    for session in live.strips where session.isSilent { session.choosePlugins() }
    controller.publish(refine(live.plan(channels: channels)), blockFrames: blockFrames)
  }

  /// Sets every strip and route to the user's values, at once.
  package func setLevels() {
    for route in live.routes { setLevels(of: route, over: FrameCount(1)) }
    for session in live.strips { setLevels(of: session, over: FrameCount(1)) }
  }

  /// Lets players play and activates the sessions that the preset wants active.
  ///
  /// - Returns: a sentence for each that the tower refused.
  package func start() -> [String] {
    startTransport()
    for session in live.sessions { startPlayers(of: session) }
    for bus in live.buses where bus.purpose == .systemSounds { open(bus.session, after: .zero) }
    var refused = firstRefusals + stateProblems
    stateProblems = []
    for session in live.rig.sessions where session.startsActive {
      refused += welcome(session.name) { () throws(RigError) in
        try handle(.activate(session.configuration.id))
      }
    }
    return refused
  }

  /// Lets a session begin; returns a sentence if the tower refuses that.
  func welcome(_ session: String, _ body: () throws(RigError) -> Void) -> [String] {
    do throws(RigError) {
      try body()
      return []
    } catch {
      return ["Session '\(session)' stays inactive: \(error.message)"]
    }
  }

  // MARK: Decisions

  /// Puts an event to the tower and carries out what it decides.
  package func handle(_ event: TowerEvent) throws(RigError) {
    let decision = tower.decide(event)
    decisions.note(decision)
    hooks.decided(decision, decisions.entries.last?.number ?? 0)
    switch decision.outcome {
    case .success(let effects):
      if event == .mediaServicesLost { forgetDecisions() }
      controller.together {
        carryOut(effects)
        releaseHeld()
      }
    case .failure(let refusal):
      throw RigError(
        .refused,
        refusal.sentence,
        rule: refusal.rule.description,
        sessionCode: refusal.code.rawValue
      )
    }
  }

  /// Tells the tower of a session that comes.
  package func add(_ session: Session, besideOthers: Bool = false) throws(RigError) {
    let areOthersHeard = besideOthers || tower.sessions.contains(where: \.isPlaying)
    let permission = permissions[session.configuration.id]
    for event in session.firstEvents(others: areOthersHeard, permission: permission) {
      try handle(event)
    }
  }

  /// Does something that the rig can be without; a refusal is told when it comes up.
  private func note(_ body: () throws(RigError) -> Void) {
    do throws(RigError) { try body() } catch { firstRefusals.append(error.message) }
  }
}

extension Rig {
  /// The names of the routes that sound can go to.
  var outputNames: [String] { routes.filter { $0.direction == .output }.map(\.name) }
}
