// SPDX-License-Identifier: Apache-2.0
// The running rig: JACK on one side, clients on the other, the engine between them.

import AudioBackend
import ControlProtocol
import ControlServer
import ControlTower
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel

/// The thread of the rig's actor; rigs that follow one another in a process share it.
private let rigQueue = ActorQueue("Tarmac rig")

/// A rig that runs on JACK.
///
/// All control happens on this actor; JACK's threads and the clients only send it messages. Each
/// part owns what it is named for; the actor puts them together, and decides in which order things
/// happen.
actor RigHost {
  let maker: RigMaker
  let server: AudioServer
  let wiring: Wiring
  let memory: RigMemory
  let programs = Programs()
  let feed: EventFeed
  let doors: Doors
  /// Reloads and the like, one at a time.
  let changes = ChangeQueue()
  /// The way by which all clients reach this actor.
  nonisolated let turnstile = FairTurns()
  /// Where it runs: never queued behind the work of a client.
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe rigQueue.asUnownedSerialExecutor()
  }
  /// The preset, without the guests.
  var rig: Rig
  /// Plugins that did not come back in time since the last reload.
  var hangs = KnownHangs()
  /// The engine, once there is one.
  var engine: Engine?

  /// Reads the preset; nothing sounds and no server is touched yet.
  init(
    _ options: RunOptions,
    _ log: RunLog,
    _ service: ServiceLink,
    backend: BackendMaker? = nil,
    events: @escaping @Sendable (DriverEvent) -> Void
  ) throws(RigError) {
    let report = log.report
    let maker = RigMaker(options, report: report)
    let rig = try maker.readFirst()
    let server = AudioServer(
      options,
      for: rig,
      isService: service.isThere,
      backend: backend,
      report: report,
      events: events
    )
    wiring = Wiring(server.link, of: rig.routes, report: report)
    memory = RigMemory(options, report: report)
    feed = EventFeed(log, service)
    doors = Doors(options, report: report)
    (self.maker, self.rig, self.server) = (maker, rig, server)
  }

  /// Writes sentences to the log.
  var report: @Sendable (String) -> Void { feed.report }

  /// Sets what sends events to the clients.
  func publish(by publisher: @escaping @Sendable (HostEvent, EventRecipients) -> Void) {
    feed.publish { [open = doors.open] event, recipients in
      publisher(event, recipients)
      open.publish(event, to: recipients)
    }
  }

  /// Sets the commands of doors that speak the control protocol, and what shows a device's link.
  func doors(serve commands: CommandTable, showLink: (@Sendable (String) -> Void)?) {
    doors.serve(commands)
    doors.web.showLink(by: showLink)
  }

  /// Has the doors admit only a few clients while the program is short of file descriptors.
  func spareDescriptors(_ spares: Bool) { doors.open.spareDescriptors(spares) }

  // MARK: Beginning and end

  /// Finds or starts a server and brings the rig up on it.
  func start(_ steps: SlowSteps) async throws(RigError) {
    try await server.join(steps) { sentence in
      feed.service.tell(status: "Waiting: \(sentence)")
      feed.service.extendStart(by: Seconds(30))
      feed.lookForAlerts(rig, nil, server, now: .now)
    }
    let engine = try await steps.during("making plugins and opening sound files") {
      () async throws(RigError) in
      let engine = try await makeEngine(playing: memory.tracks(for: rig))
      try await awaitProcesses(of: engine.live.sessions) { session, reason throws(RigError) in
        guard rig.start == .best else { throw reason }
        engine.context.leaveOut(.graph, of: session, because: reason)
      }
      return engine
    }
    try steps.check()
    memory.turn(engine, of: rig)
    self.engine = engine
    try steps.during("waiting for JACK to start the client") { () throws(RigError) in
      try bringUp(engine)
    }
    await wiring.read(engine)
    report("\(server.sentence) Decides by policy \(ControlTower.policyVersion).")
    server.difference.map(report)
    for sentence in memory.begin(engine, of: rig) { report(sentence) }
    for recording in rig.recordings { try await record(recording, engine) }
    for absence in engine.live.rig.leftOut { feed.log(.error, absence.sentence) }
    maker.noteUp(rig)
    await doors.adopt(rig.surfaces, of: self)
    await doors.midi.adopt(present(rig), of: self)
  }

  /// Ends everything without a click: sessions fall silent, recordings are completed, a server of
  /// ours stops.
  ///
  /// - Parameter isSwitching: whether another rig follows in this process.
  func stop(isSwitching: Bool = false) async {
    changes.close()
    isSwitching ? feed.service.tellReloading() : feed.service.tellStopping()
    feed.closeAlerts()
    feed.publish(.rig(.stopping))
    // First comes what would be lost: it is on the disk, whatever hangs later.
    memory.finish(engine, of: rig, besides: programs.owned)
    EndGuard.stage("closing the doors to clients")
    await doors.close(of: self)
    if let engine {
      // A change that is being committed is allowed to finish.
      EndGuard.stage("waiting for a change of the rig")
      await wait { !self.changes.isCommitting }
      EndGuard.stage("fading out, by the JACK server")
      engine.gates.silenceAll()
      let silentCycle = server.driver.cycles + server.cycles(for: HostTimes.release, of: engine)
      await wait { !self.server.isRendering || self.server.driver.cycles >= silentCycle }
      await endRecordings(engine)
    }
    server.dismissWorkers()
    for session in engine?.live.sessions ?? [] { session.isolated?.end() }
    memory.finish(engine, of: rig, besides: programs.owned)
    // The processes of graphs are gone before the rig closes; `JACKDriver.leave` says why.
    EndGuard.stage("waiting for the JACK server to let the rig go")
    await server.end {
      await endPlugins()
      EndGuard.stage("waiting for the JACK server to let the rig go")
    }
  }

  /// Makes the rig's engine, for the server that it is on.
  func makeEngine(playing tracks: [String: KeptTrack] = [:]) async throws(RigError) -> Engine {
    var initialState = RigInitialState(
      present: wiring.look(),
      hardware: server.hardware,
      volumes: memory.volumes(for: rig),
      permissions: memory.permissions,
      switches: memory.switches
    )
    initialState.tracks = tracks
    let engine = try await maker.engine(of: present(rig), on: server, in: initialState)
    engine.context.hooks = makeHooks()
    engine.controller.processor.attach(doors.midi.midi)
    engine.tree.hostNodes = { [server, alerts = feed.alerts, unowned engine] in
      HostNodes(host: self, server: server, alerts: alerts, engine: engine) { self.rig.file }
        .nodes
    }
    return engine
  }

  /// Lets JACK call the renderer, and connects the rig's ports.
  func bringUp(_ engine: Engine) throws(RigError) {
    try server.bringUp(engine)
    wiring.connectAtOnce(engine)
    server.claimTimebase(for: rig)
  }

  /// The engine of a rig that is up.
  func runningEngine() throws(RigError) -> Engine {
    guard let engine else {
      throw .busy(server.waitsFor ?? "The rig is still starting; try again in a moment.")
    }
    guard !changes.isClosed else {
      throw .refused("The rig is being stopped.")
    }
    return engine
  }

  // MARK: Time

  /// Looks after meters, reports, latencies and a lost server; called every `HostTimes.tick`.
  func tick() {
    let now = MonotonicTime.now
    let elapsed = feed.elapsed(now: now)
    guard let engine else { return }
    let driver = server.driver
    if !driver.isActive { engine.controller.settleWithoutDriver() }
    engine.tick(now: now, elapsed: elapsed, isRendering: server.isRendering)
    if server.isStuck(elapsed: elapsed), !engine.context.isAbandoned { escape(engine) }
    if driver.isActive, engine.sampleRate == driver.sampleRate {
      server.tellLatencies(of: engine)
    } else if !changes.isCommitting, !changes.isClosed, server.isSearchDue(now) {
      recover(engine)
    }
    if driver.isActive, server.isSearchDue(now), server.hasLostItsCard {
      handle(.shutdown(reason: "its sound card was pulled"))
    }
    if !changes.isCommitting, wiring.beginsConnecting(now) {
      Task { await wiring.connect(engine) }
    }
    if wiring.beginsReading(now) {
      Task { await wiring.read(engine) }
    }
    if feed.isDue(now) {
      feed.tellCollected(engine, now: now)
      if !changes.isCommitting { server.claimTimebase(for: rig) }
      server.tellLostMIDI()
      feed.tellStatus(engine, server)
      doors.midi.tellDropped()
    }
    feed.lookForAlerts(rig, engine, server, now: now)
    feed.tellService(engine, server, now: now)
    EndGuard.takeMeddling().forEach(report)
    doors.midi.look(at: server.link.cables.connections[.control(.output)] ?? [])
    tellObservers(engine)
    tellValues(engine)
    memory.keepIfDue(engine, of: rig, besides: programs.owned, now: now)
    completeEnded(engine)
  }

  /// Waits until the renderer has settled, or until JACK does not call it any more.
  func settle(_ engine: Engine) async {
    await wait { engine.controller.isSettled || !self.server.isRendering }
  }

  /// Waits until `condition` holds, or patience ends.
  func wait(patience: Seconds = HostTimes.patience, until condition: () -> Bool) async {
    let end = MonotonicTime.now.after(patience)
    while !condition() && .now < end {
      await pause(Seconds(0.002))
      tick()
    }
  }

  private func pause(_ time: Seconds) async {
    try? await Task.sleep(nanoseconds: time.nanoseconds)
  }
}
