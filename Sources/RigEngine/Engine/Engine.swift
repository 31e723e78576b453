// SPDX-License-Identifier: Apache-2.0
// The rig that is up: its tower, its renderer, and the one way in which decisions reach it.

package import ControlTower
package import LV2Hosting
package import Quantities
package import RenderCore
package import RigErrors
package import RigModel
package import SoundFiles

/// A rig that is up, with its tower and its renderer, whatever drives them.
///
/// Each part owns what it is named for; the engine puts them together, and carries out what the
/// tower decides.
///
/// > Threading: Control.
package final class Engine: EnginePart {
  package let context: EngineContext
  package let towerControl: TowerControl
  package let mixer: MixerControl
  package let players: PlayerControl
  package let plugins: PluginControl
  package let recorders: Recorders
  package let transport: TransportControl
  package let log: EngineLog
  package let meters = MeterBoard()
  package let gates: ChannelGates
  let sounds: RigSounds
  package let tree: RigTree
  package var controller: RenderController { context.controller }
  package var sampleRate: SampleRate { context.sampleRate }
  package var live: LiveRig { context.live }
  package var tower: ControlTower { towerControl.tower }
  var fallbacks: FallbackControl {
    FallbackControl(context: context, mixer: mixer, players: players)
  }
  package var hangs: HangSearch { HangSearch(context: context) }

  /// Brings `rig` up, silent; without lanes for rendering offline.
  package convenience init(
    _ rig: Rig,
    world: LV2World,
    sampleRate: SampleRate,
    blockFrames: Int,
    lanes: FileLanes?,
    isolation: (any GraphIsolation)? = nil,
    initialState: RigInitialState = .none
  ) throws(RigError) {
    let builder = ChannelBuilder(
      world: world,
      sampleRate: sampleRate,
      blockFrames: blockFrames,
      lanes: lanes,
      isolation: isolation,
      isOffline: lanes == nil
    )
    self.init(rig, builder, permissions: initialState.permissions)
    for (purpose, channel) in rig.channels {
      context.live.channels.append(try plugins.build(channel, as: purpose, in: rig))
    }
    try meet(initialState)
  }

  /// The same with its plugins and files from the background queue: the control thread goes on
  /// meanwhile.
  ///
  /// A rig that starts as best it can has something else in the place of what can't be brought up.
  ///
  /// - Throws: what is wrong with the rig, or which session's plugins or files don't come back.
  package nonisolated(nonsending) static func make(
    _ rig: Rig,
    with builder: ChannelBuilder,
    in initialState: RigInitialState
  ) async throws(RigError) -> Engine {
    await builder.keep(initialState.tracks)
    // A preset that names another file later means that.
    defer { builder.tracks = [:] }
    let engine = Engine(rig, builder, permissions: initialState.permissions)
    let isBest = rig.start == .best
    let made = try await StandIns.bringUp(rig, mayStandIn: { _ in isBest }) {
      channel,
      purpose async throws(RigError) in
      try await engine.plugins.make(channel, as: purpose, reusing: nil, in: rig)
    }
    (engine.context.live.rig, engine.context.live.channels) = (made.rig, made.channels)
    try engine.meet(initialState)
    return engine
  }

  /// Puts the parts of an engine together, without any channel.
  private init(
    _ rig: Rig,
    _ builder: ChannelBuilder,
    permissions: [SessionID: RecordPermission]
  ) {
    context = EngineContext(
      rig,
      builder.world.transport,
      builder.sampleRate,
      blockFrames: builder.maximumBlock.value
    )
    towerControl = TowerControl(context, permissions: permissions)
    mixer = MixerControl(context, towerControl)
    players = PlayerControl(context: context, towerControl: towerControl)
    recorders = Recorders(context, towerControl, builder.lanes)
    transport = TransportControl(context, isOffline: builder.isOffline)
    log = EngineLog(context, recorders)
    gates = ChannelGates(context: context)
    sounds = RigSounds(context: context, gates: gates, mixer: mixer, players: players)
    plugins = PluginControl(context, builder, log)
    tree = RigTree(
      TreeBuilder(
        context: context,
        towerControl: towerControl,
        mixer: mixer,
        players: players,
        plugins: plugins,
        meters: meters
      )
    )
    towerControl.carryOut = { [unowned self] event, effects in self.obey(event, effects) }
  }

  /// Tells the tower what there is: the world around the rig, then its sessions.
  private func meet(_ initialState: RigInitialState) throws(RigError) {
    let rig = live.rig
    for event in rig.firstEvents(in: initialState) { try handle(event) }
    for session in rig.sessions {
      try towerControl.add(session, besideOthers: rig.areOthersHeard(before: session))
    }
    for event in rig.connectionEvents { note { () throws(RigError) in try self.handle(event) } }
  }

  /// Lets players play and activates sessions, in this order; without one those that the preset
  /// wants active.
  ///
  /// - Returns: a sentence for each that the tower refused.
  package func start(activating names: [String]? = nil) -> [String] {
    transport.start()
    for session in live.sessions { players.start(session) }
    for channel in live.channels where channel.purpose.isAlwaysOpen { gates.open(channel) }
    var refused = log.takeWaiting()
    for name in names ?? live.rig.sessions.filter(\.seat.startsActive).map(\.name) {
      refused += welcome(name) { () throws(RigError) in
        try handle(.activate(find(name).id))
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
  package func find(_ session: String) throws(RigError) -> LiveChannel {
    try context.find(session)
  }

  // MARK: Decisions

  /// Puts an event to the tower and carries out what it decides, whatever operators have locked.
  package func handle(_ event: TowerEvent) throws(RigError) {
    try towerControl.handle(event)
  }

  /// Puts a fact to the tower, which can't refuse it.
  package func tell(_ event: TowerEvent) {
    towerControl.tell(event)
  }

  private func obey(_ event: TowerEvent, _ effects: [TowerEffect]) {
    if event == .mediaServicesLost { forgetDecisions() }
    controller.together {
      carryOut(effects)
      mixer.releaseHeld()
      mixer.settleBusRoutes()
    }
  }

  /// Takes back what the tower has done: it says all of it again once the server is back.
  private func forgetDecisions() {
    mixer.forgetDecisions()
    for session in live.sessions {
      var settings = StripSettings()
      (settings.tokens, settings.hears) = (session.settings.tokens, session.settings.hears)
      setStrip(of: session, as: settings)
    }
  }

  /// Sets a silent strip and its plugins to what the tower thinks that they are set to.
  func setStrip(of session: LiveChannel, as settings: StripSettings) {
    session.settings = settings
    mixer.setStrip(of: session)
    plugins.setPromptStyle(of: session, settings.promptStyle)
  }

  /// Does something that the rig can be without; a refusal is reported when it comes up.
  private func note(_ body: () throws(RigError) -> Void) {
    do throws(RigError) { try body() } catch { log.add(error.message) }
  }
}
