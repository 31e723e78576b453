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
/// Each part owns what it is named for; the engine puts them together, and carries out what the tower decides.
///
/// > Threading: Control.
package final class RigConductor: StagePart {
  package let stage: Stage
  package let desk: TowerDesk
  package let mixer: MixerControl
  package let players: PlayerControl
  package let plugins: PluginControl
  package let recorders: Recorders
  package let transport: TransportControl
  package let notices: Notices
  package let meters = MeterBoard()
  package let gates: SessionGates
  let sounds: RigSounds
  package var controller: RenderController { stage.controller }
  package var sampleRate: SampleRate { stage.sampleRate }
  package var live: LiveRig { stage.live }
  package var tower: ControlTower { desk.tower }
  package var hangs: HangSearch { HangSearch(stage: stage) }
  /// The values of the rig by their paths.
  package var values: RigValues {
    RigValues(stage: stage, desk: desk, mixer: mixer, plugins: plugins)
  }

  /// Brings `rig` up, silent; without a disk thread for rendering offline.
  package convenience init(
    _ rig: Rig,
    world: LV2World,
    sampleRate: SampleRate,
    blockFrames: Int,
    diskThread: DiskThread?,
    site: (any GraphIsolation)? = nil,
    surroundings: RigSurroundings = .none
  ) throws(RigError) {
    let builder = SessionBuilder(
      world: world,
      sampleRate: sampleRate,
      blockFrames: blockFrames,
      diskThread: diskThread,
      site: site,
      isOffline: diskThread == nil
    )
    self.init(rig, builder, permissions: surroundings.permissions)
    for session in rig.sessions { stage.live.sessions.append(try plugins.build(session, in: rig)) }
    for bus in rig.buses {
      let session = try plugins.build(bus.session, in: rig)
      stage.live.buses.append(LiveBus(purpose: bus.purpose, session: session))
    }
    try meet(surroundings)
  }

  /// The same with its plugins and files from the workshop: whoever uses this thread goes on meanwhile.
  ///
  /// - Throws: what is wrong with the rig, or which session's plugins or files don't come back.
  package nonisolated(nonsending) static func make(
    _ rig: Rig,
    with builder: SessionBuilder,
    in surroundings: RigSurroundings
  ) async throws(RigError) -> RigConductor {
    let engine = RigConductor(rig, builder, permissions: surroundings.permissions)
    for session in rig.sessions {
      let made = try await engine.plugins.make(session, reusing: nil, in: rig)
      engine.stage.live.sessions.append(made)
    }
    for bus in rig.buses {
      let made = try await engine.plugins.make(bus.session, reusing: nil, in: rig)
      engine.stage.live.buses.append(LiveBus(purpose: bus.purpose, session: made))
    }
    try engine.meet(surroundings)
    return engine
  }

  /// Puts the parts of an engine together, without any session.
  private init(
    _ rig: Rig,
    _ builder: SessionBuilder,
    permissions: [SessionID: RecordPermission]
  ) {
    stage = Stage(
      rig,
      builder.world.transport,
      builder.sampleRate,
      blockFrames: builder.maximumBlock.value
    )
    desk = TowerDesk(stage, permissions: permissions)
    mixer = MixerControl(stage, desk)
    players = PlayerControl(stage: stage, desk: desk)
    recorders = Recorders(stage, builder.diskThread)
    transport = TransportControl(stage, isOffline: builder.isOffline)
    notices = Notices(stage, recorders)
    gates = SessionGates(stage: stage)
    sounds = RigSounds(stage: stage, gates: gates, mixer: mixer)
    plugins = PluginControl(stage, builder, notices)
    desk.carryOut = { [unowned self] event, effects in self.obey(event, effects) }
  }

  /// Tells the tower what there is: the world around the rig, then its sessions.
  private func meet(_ surroundings: RigSurroundings) throws(RigError) {
    let rig = live.rig
    for event in rig.firstEvents(in: surroundings) { try handle(event) }
    for session in rig.sessions {
      try desk.add(session, besideOthers: rig.areOthersHeard(before: session))
    }
    for event in rig.connectionEvents { note { () throws(RigError) in try self.handle(event) } }
  }

  /// Lets players play and activates the sessions that the preset wants active.
  ///
  /// - Returns: a sentence for each that the tower refused.
  package func start() -> [String] {
    transport.start()
    for session in live.sessions { players.start(session) }
    for bus in live.buses where bus.purpose == .systemSounds {
      gates.open(bus.session, after: .zero)
    }
    var refused = notices.takeWaiting()
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

  /// The session of that name.
  package func find(_ session: String) throws(RigError) -> LiveSession {
    try stage.find(session)
  }

  // MARK: Decisions

  /// Puts an event to the tower and carries out what it decides.
  package func handle(_ event: TowerEvent) throws(RigError) {
    try desk.handle(event)
  }

  /// Puts a fact to the tower, which can't refuse it.
  package func tell(_ event: TowerEvent) {
    desk.tell(event)
  }

  private func obey(_ event: TowerEvent, _ effects: [TowerEffect]) {
    if event == .mediaServicesLost { forgetDecisions() }
    controller.together {
      carryOut(effects)
      mixer.releaseHeld()
    }
  }

  /// Takes back what the tower has done: it says all of it anew once the server is back.
  private func forgetDecisions() {
    mixer.forgetDecisions()
    for session in live.sessions {
      var settings = StripSettings()
      (settings.tokens, settings.hears) = (session.settings.tokens, session.settings.hears)
      setStrip(of: session, as: settings)
    }
  }

  /// Sets a silent strip and its plugins to what the tower thinks that they are set to.
  func setStrip(of session: LiveSession, as settings: StripSettings) {
    session.settings = settings
    mixer.setStrip(of: session)
    plugins.setPromptStyle(of: session, settings.promptStyle)
  }

  /// Does something that the rig can be without; a refusal is told when it comes up.
  private func note(_ body: () throws(RigError) -> Void) {
    do throws(RigError) { try body() } catch { notices.add(error.message) }
  }
}

extension Rig {
  /// The names of the routes that sound can go to.
  var outputNames: [String] { routes.filter { $0.direction == .output }.map(\.name) }
}
