// SPDX-License-Identifier: Apache-2.0
// The running rig: JACK on one side, clients on the other, the conductor between them.

import ControlProtocol
import ControlServer
import ControlTower
import Glibc
import InstalledPlugins
import JACKDriver
import LV2Hosting
import PluginIsolation
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors
import SoundFiles

/// A rig that runs on JACK.
///
/// All control happens on this actor; JACK's threads and the clients only send it messages.
actor RigHost {
  let options: RunOptions
  let report: @Sendable (String) -> Void
  let world: LV2World
  let diskThread = DiskThread()
  let launcher = ServerLauncher()
  let link: JACKLink
  /// Where isolated graphs find the rig.
  let site = IsolationSite()
  let volumes: VolumeStore
  let permissions: PermissionStore
  var rig: Rig
  /// Which routes can be used.
  var presence: RoutePresence
  /// The server that the rig runs on, once one was found.
  var server: RunningServer?
  var conductor: RigConductor?
  private var crew: RenderCrew?
  /// Reloads and the like, one at a time.
  let changes = ChangeQueue()
  /// Whether the rig's ports are about to be others.
  var isChanging: Bool { changes.phase == .committing }
  var isStopping = false
  /// Sessions of programs that no preset knows.
  var guests: [Session] = []
  /// Which connection owns which session.
  var owners: [ClientID: SessionID] = [:]
  /// Who waits for the user's answer about recording.
  var waitingForPermission: [SessionID: [CheckedContinuation<Bool, Never>]] = [:]
  /// Takes events to the clients.
  var publisher: @Sendable (HostEvent, EventRecipients) -> Void = { _, _ in }
  /// What has been told of the manners of plugins.
  var healthWatch = HealthWatch()
  /// What was reported last of what goes wrong again and again.
  var lastComplaint: String?
  private var lastTick = MonotonicTime.now
  private var lastSearch = MonotonicTime.now
  private var lastNews = MonotonicTime.now
  private var lastRemembered = MonotonicTime.now
  /// MIDI messages that JACK's ports had no room for, as far as that has been told.
  private var toldLostMIDI = 0
  /// Whether it was reported that another program counts the beats of JACK's transport.
  var hasToldTimebase = false
  /// When connections are to be looked at again.
  var connectionsDue: MonotonicTime?
  /// Whether connections are being made.
  var isConnecting = false
  /// Whether connections have changed since they were read.
  var areConnectionsOld = true
  /// Whether connections are being read; what changes meanwhile is read afterwards, however often it does.
  var isReadingConnections = false
  private var latencies: [Int: Latency] = [:]

  /// Reads the preset; nothing sounds and no server is touched yet.
  init(
    _ options: RunOptions,
    report: @escaping @Sendable (String) -> Void,
    events: @escaping @Sendable (DriverEvent) -> Void
  ) throws(RigError) {
    self.options = options
    self.report = report
    let world = loadedWorld()
    for problem in world.problems { report("\(problem); its bundle is left out.") }
    rig = try readPreset(options.preset, world: world, refusing: options.dangerous)
    self.world = world
    link = JACKLink(writesPortNames: options.writesPortNames, handler: events)
    presence = RoutePresence(of: rig.routes)
    volumes = VolumeStore(of: options.name, report: report)
    permissions = PermissionStore(of: options.name, report: report)
  }

  /// Finds or starts a server and brings the rig up on it.
  func start(_ steps: SlowSteps) async throws(RigError) {
    do throws(LauncherError) {
      server = try steps.during("looking for a JACK server that answers") {
        () throws(LauncherError) in
        try launcher.prepare(options.server.mode)
      }
    } catch {
      throw RigError(error)
    }
    try steps.during("waiting for JACK to take the client", openDriver)
    let conductor = try steps.during("making plugins and opening sound files", makeConductor)
    try await awaitProcesses(of: conductor.live.sessions)
    self.conductor = conductor
    try steps.during("waiting for JACK to start the client") { () throws(RigError) in
      try bringUp(conductor)
    }
    await readConnections()
    report(serverSentence)
    for sentence in conductor.start() { report(sentence) }
    for recording in rig.recordings {
      try conductor.recorders.start(of: recording.subject, to: recording.file)
    }
  }

  /// Ends everything without a click: sessions fall silent, recordings are completed, a server of ours stops.
  func stop() async {
    isStopping = true
    publish(.rig(.stopping))
    if let conductor {
      // A change that has begun to take hold is let to its end.
      await wait { !self.isChanging }
      conductor.gates.silenceAll()
      let silentCycle = link.driver.cycles + cycles(conductor, for: HostTimes.release)
      await wait { self.isUnheard || self.link.driver.cycles >= silentCycle }
      let recordings = conductor.recorders.running.compactMap {
        try? conductor.recorders.detach($0.subject)
      }
      await settle(conductor)
      for recording in recordings { complete(recording, conductor) }
    }
    crew?.dismiss()
    for session in conductor?.live.sessions ?? [] { session.isolated?.end() }
    conductor.map(remember)
    volumes.settle()
    permissions.settle()
    // Processes of graphs have gone before the rig closes; `JACKDriver.leave` says why.
    await link.end { await endPlugins() }
    for remains in launcher.stop() { report("Left behind by jackd: \(remains)") }
  }

  /// Whether nobody renders, so that there is nothing to wait for.
  var isUnheard: Bool { !link.driver.isActive || link.driver.isLost }

  /// How many of the driver's cycles it takes until a ramp that is ordered now has surely ended.
  func cycles(_ conductor: RigConductor, for time: Seconds) -> Int {
    let period = max(link.driver.bufferFrames.value, 1)
    return 2 + (time.frames(at: conductor.sampleRate).value + period - 1) / period
  }

  // MARK: Parts

  func openDriver() throws(RigError) {
    do throws(DriverError) {
      try link.open(name: options.name, server: server?.name)
    } catch {
      throw RigError(error)
    }
    (site.server, site.client) = (server?.name, link.driver.clientName)
  }

  func makeConductor() throws(RigError) -> RigConductor {
    let conductor = try RigConductor(
      rig,
      world: world,
      sampleRate: link.driver.sampleRate,
      blockFrames: link.driver.bufferFrames.value,
      diskThread: diskThread,
      site: site,
      surroundings: surroundings
    )
    conductor.stage.hooks = makeHooks()
    return conductor
  }

  /// The world as it is, and what is remembered of an earlier run.
  private var surroundings: RigSurroundings {
    presence.look(at: link.driver.presentPorts(), client: link.driver.clientName)
    return RigSurroundings(
      present: presence.present,
      hardware: hardware,
      volumes: volumes.remembered(for: rig),
      permissions: permissions.answers
    )
  }

  /// Registers ports, publishes the plan and lets JACK call the renderer.
  func bringUp(_ conductor: RigConductor) throws(RigError) {
    let groups = conductor.live.ports
    do throws(DriverError) {
      try link.add(groups)
      conductor.stage.publish(
        channels: link.channels(of: groups),
        blockFrames: conductor.chunk(for: link.driver.bufferFrames)
      )
      conductor.mixer.setLevels()
      conductor.controller.settleWithoutDriver()
      try link.driver.activate(conductor.controller.processor)
    } catch {
      throw RigError(error)
    }
    callCrew(conductor)
    link.removeOthers(than: groups).perform()
    connectAtOnce(conductor)
    claimTimebase()
  }

  /// Gives the renderer a thread on each other processor, scheduled like JACK's own.
  private func callCrew(_ conductor: RigConductor) {
    self.crew?.dismiss()
    let threads = options.threads ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    let crew = RenderCrew(
      of: conductor.controller.processor,
      count: min(threads, 64) - 1,
      realtimePriority: link.driver.realtimePriority
    )
    self.crew = crew
    if crew.isRefused {
      report(
        "The system refuses render threads of JACK's priority: sessions are rendered by \(crew.count + 1) of \(threads) threads; see 'tarmac doctor'."
      )
    }
  }

  var serverSentence: String {
    guard let server, server.isOurs else { return "JACK: attached to \(formatSentence)." }
    let device = server.device ?? "dummy"
    let sound = device == "dummy" ? "no sound card found, so the dummy driver" : device
    let scheduling = server.isRealtime ? "real time" : "no real-time rights, see 'tarmac doctor'"
    return "JACK: no server was running; started jackd, \(sound), \(scheduling): \(formatSentence)."
  }

  var formatSentence: String {
    let driver = link.driver
    let format = "\(Int(clamping: driver.sampleRate.hertz)) Hz, \(driver.bufferFrames.value) frames"
    return "server '\(server?.realName ?? "")' (\(format))"
  }

  // MARK: Time

  /// Looks after meters, reports, latencies and a lost server; called every `HostTimes.tick`.
  func tick() {
    let now = MonotonicTime.now
    defer { lastTick = now }
    guard let conductor else { return }
    if !link.driver.isActive { conductor.controller.settleWithoutDriver() }
    let isRendering = link.driver.isActive && !link.driver.isLost
    conductor.tick(
      now: now,
      elapsed: now.elapsed(since: lastTick),
      isRendering: isRendering
    )
    if link.driver.isActive, conductor.sampleRate == link.driver.sampleRate {
      tellLatencies(conductor)
    } else if now.elapsed(since: lastSearch) > HostTimes.search, !isChanging, !isStopping {
      lastSearch = now
      recover(conductor)
    }
    lookAfterConnections(conductor, now: now)
    if now.elapsed(since: lastNews) > HostTimes.news {
      lastNews = now
      tellMisbehaviour(conductor, now: now)
      conductor.notices.take().forEach(report)
      ProcessEnding.takeNews().forEach(report)
      if !isChanging { claimTimebase() }
      tellLostMIDI()
    }
    if now.elapsed(since: lastRemembered) > HostTimes.remember {
      lastRemembered = now
      remember(conductor)
    }
    completeEnded(conductor)
  }

  private func tellLostMIDI() {
    let lost = link.driver.refusedMIDI
    guard lost > toldLostMIDI else { return }
    report("JACK's MIDI ports had no room for \(lost - toldLostMIDI) messages.")
    toldLostMIDI = lost
  }

  private func tellLatencies(_ conductor: RigConductor) {
    let present = conductor.live.latencies(channels: conductor.stage.channels)
    guard present != latencies else { return }
    latencies = present
    let errand = link.driver.setGraphLatency(present)
    Task { await errand.performed() }
  }

  /// Waits until the renderer has obeyed, or nobody renders.
  func settle(_ conductor: RigConductor) async {
    await wait { conductor.controller.isSettled || self.isUnheard }
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

extension ServerChoice {
  fileprivate var mode: ServerMode {
    switch self {
    case .auto: .auto
    case .attach: .attach
    case .start: .start
    }
  }
}
