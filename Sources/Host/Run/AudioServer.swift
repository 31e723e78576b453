// SPDX-License-Identifier: Apache-2.0
// The JACK server that a rig runs on: found or started, joined, looked after, left, and found
// again.

package import AudioBackend
package import ClockDriver
import ControlProtocol
import ControlTower
import Glibc
import JACKDriver
package import JACKVocabulary
import PluginIsolation
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel

/// The JACK server that a rig runs on, and all that the rig has there.
///
/// > Threading: Control.
final class AudioServer {
  /// The rig's client, its ports and what they are connected to.
  let link: AudioLink
  /// Starts the processes of isolated graphs.
  let graphs: GraphProcesses
  let options: RunOptions
  private let report: @Sendable (String) -> Void
  let choice: ServerChoice
  private var search = ServerSearch()
  private var timebase = TimebaseClaim()
  private var watch = CycleWatch()
  /// The threads that help JACK's thread to render.
  private var workers: RenderWorkers?
  /// The latencies that were set in JACK last, by channel.
  private var latencies: [Int: Latency] = [:]
  /// How many MIDI messages JACK's ports had no room for, as far as reported.
  private var toldLostMIDI = 0

  /// Touches no server yet; `events` is called on JACK's threads.
  init(
    _ options: RunOptions,
    for rig: Rig,
    isService: Bool,
    backend: BackendMaker?,
    report: @escaping @Sendable (String) -> Void,
    events: @escaping @Sendable (DriverEvent) -> Void
  ) {
    self.options = options
    self.report = report
    choice = ServerChoice(options, for: rig, isService: isService)
    let other = backend ?? (options.server == .clock ? ClockDriver.make : nil)
    link =
      other.map { [choice] in AudioLink($0(choice.wish, events)) }
      ?? AudioLink(writesPortNames: options.writesPortNames, handler: events)
    graphs = GraphProcesses(
      period: { [driver = link.driver] in driver.bufferFrames },
      realtimePriority: { [driver = link.driver] in driver.realtimePriority }
    )
  }

  var driver: any AudioBackend { link.driver }

  /// The name of the rig there, as the user wants it.
  var name: String { options.name }

  // MARK: Coming and going

  /// Takes what a preset wants of the server; returns whether a server of ours has to be restarted
  /// for it.
  func adopt(_ rig: Rig) -> Bool { choice.adopt(rig) }

  /// What is missing before there is a server, in a sentence.
  var waitsFor: String? { choice.waitsFor }

  /// Finds a server, or starts one.
  func find() throws(RigError) { try choice.find() }

  /// Joins the server.
  func open() throws(RigError) {
    choice.beginJoining()
    let running = choice.running
    do throws(DriverError) {
      try link.open(name: options.name, server: running?.name)
    } catch {
      throw RigError(error)
    }
    link.look(atServerOn: running?.device)
    do throws(RigError) {
      try choice.check(link.outlet.driver)
    } catch {
      link.close()
      throw error
    }
  }

  /// Whether it is time to look for a server that is lost.
  func isSearchDue(_ now: MonotonicTime) -> Bool { search.isDue(now) }

  /// Joins a server that answers again, or restarts one of ours on what it played to before.
  ///
  /// While there is none, it only reports what is missing.
  func reopen() -> Bool {
    do throws(RigError) {
      try rejoin()
      return true
    } catch {
      if let waitsFor { complain(waitsFor) }
      return false
    }
  }

  private func rejoin() throws(RigError) {
    guard choice.running?.isOurs == true else { return try open() }
    if choice.isUsable, (try? open()) != nil { return }
    try choice.restart()
    try open()
  }

  /// Whether a server of ours plays to a card that was pulled.
  var hasLostItsCard: Bool { choice.hasLostItsCard }

  /// Suspends the search for a server while the rig is rebuilt, until it is back or something has
  /// gone wrong.
  func beginReturn() { search.beginReturn() }

  /// Notes that a server was found.
  func endSearch() { search.end() }

  /// Reports that the rig is back.
  func tellReturn() {
    search.end()
    report("The rig is back: \(formatSentence).")
    difference.map(report)
  }

  /// Reports why it is not back, once for each reason.
  func complain(_ sentence: String) {
    search.complaint(sentence).map(report)
  }

  /// Leaves the graph, then, after `body`, the server, which stops if it is ours.
  nonisolated(nonsending) func end(
    afterDeactivation body: nonisolated(nonsending) () async -> Void
  ) async {
    await link.end(afterDeactivation: body)
    for leftover in choice.stop() { report("Left behind by jackd: \(leftover)") }
  }

  // MARK: Rendering

  /// Registers ports, publishes the plan and lets JACK call the renderer.
  func bringUp(_ engine: Engine) throws(RigError) {
    let groups = engine.live.ports
    do throws(DriverError) {
      try link.add(groups)
      engine.context.publish(
        channels: link.channels(of: groups),
        blockFrames: engine.chunk(for: driver.bufferFrames)
      )
      engine.mixer.setLevels()
      engine.controller.settleWithoutDriver()
      try driver.activate(engine.controller.processor)
    } catch {
      throw RigError(error)
    }
    startWorkers(engine)
    link.removeOthers(than: groups).perform()
  }

  /// Gives the renderer a thread on each other processor, scheduled like JACK's own.
  private func startWorkers(_ engine: Engine) {
    dismissWorkers()
    if !driver.isMemoryLocked, driver.realtimePriority != nil {
      report(
        "The system may swap the rig's memory out, and then sound crackles: see 'tarmac doctor'."
      )
    }
    let threads = RenderWorkers.threads(options.threads)
    let workers = RenderWorkers(
      of: engine.controller.processor,
      count: threads - 1,
      realtimePriority: driver.realtimePriority
    )
    self.workers = workers
    if workers.isRefused {
      report(
        "The system refuses render threads of JACK's priority: sessions are rendered by \(workers.count + 1) of \(threads) threads; see 'tarmac doctor'."
      )
    }
  }

  /// Lets the renderer's threads go.
  func dismissWorkers() {
    workers?.dismiss()
  }

  /// Whether JACK calls the renderer.
  var isRendering: Bool { driver.isActive && !driver.isLost }

  /// Whether JACK's thread hangs in the renderer; called with each tick.
  func isStuck(elapsed: Seconds) -> Bool {
    watch.isStuck(driver, elapsed: elapsed)
  }

  /// Leaves a server whose thread hangs in the renderer; that ends the thread, wherever it is.
  nonisolated(nonsending) func escape() async {
    driver.giveUpCycle()
    await link.end {}
  }

  /// How many of the driver's cycles it takes until a ramp that is requested now has surely ended.
  func cycles(for time: Seconds, of engine: Engine) -> Int {
    let period = max(driver.bufferFrames.value, 1)
    return 2 + (time.frames(at: engine.sampleRate).value + period - 1) / period
  }

  /// Has the server run with cycles of that length; a refusal is logged.
  func setPeriod(_ frames: FrameCount) {
    guard frames != driver.bufferFrames else { return }
    do throws(DriverError) {
      try driver.setBufferFrames(frames)
    } catch {
      report(RigError(error).message)
    }
  }

  // MARK: What is set in JACK, and what it reports

  /// Sets the latencies of the rig's ports in JACK, if they have changed.
  func tellLatencies(of engine: Engine) {
    guard engine.context.latencies.ofChannels != latencies else { return }
    let task = countingLatencies(of: engine)
    Task { await task.performed() }
  }

  /// Has JACK compute all latencies again, which it does not do by itself when the period changes.
  func countingLatencies(of engine: Engine) -> ServerTask<Void> {
    latencies = engine.context.latencies.ofChannels
    return driver.setGraphLatency(latencies)
  }

  /// Counts JACK's beats for all programs if the preset says so, or stops that.
  func claimTimebase(for rig: Rig) {
    let isWanted = rig.transport?.isTimebaseMaster == true
    timebase.renew(isWanted: isWanted, on: driver).map(report)
  }

  /// Reports MIDI messages that JACK's ports have refused since the last call.
  func tellLostMIDI() {
    let lost = driver.refusedMIDI
    guard lost > toldLostMIDI else { return }
    report("JACK's MIDI ports had no room for \(lost - toldLostMIDI) messages.")
    toldLostMIDI = lost
  }

  /// What the hardware runs with; `nil` without a server.
  var hardware: Hardware? {
    guard driver.isOpen, !driver.isLost, driver.bufferFrames > .zero else { return nil }
    return Hardware(
      ioBufferDuration: driver.bufferFrames.seconds(at: driver.sampleRate),
      sampleRate: driver.sampleRate
    )
  }

  /// Resets the counts of cycles, xruns and clips.
  func resetCounters(of engine: Engine) {
    link.resetXruns()
    engine.meters.resetClips()
    engine.controller.processor.cycles.reset()
  }

  /// The state of the server; `isLost` says whether the sessions know already that it is gone.
  func status(isLost: Bool) -> ServerStatus {
    var status = link.status(of: choice.running, isLost: isLost)
    status.waitsFor = waitsFor
    return status
  }

  /// Whether nobody hears the rig, although nobody has asked for the dummy driver.
  var playsToNobodyUnasked: Bool { link.playsToNobody && choice.wish.card != .dummy }
}

/// Makes a backend other than JACK, of the format that a preset wants, which reports to a handler.
package typealias BackendMaker =
  @Sendable (ServerWish, @escaping @Sendable (DriverEvent) -> Void) -> any AudioBackend

extension ClockDriver {
  /// Makes a clock at the rate and the period that a preset wants.
  @Sendable
  package static func make(
    for wish: ServerWish,
    handler: @escaping @Sendable (DriverEvent) -> Void
  ) -> ClockDriver {
    let usual = ServerLauncher.Settings()
    return ClockDriver(
      sampleRate: SampleRate(hertz: Double(wish.sampleRate ?? usual.sampleRate)),
      bufferFrames: FrameCount(wish.periodFrames ?? usual.periodFrames),
      handler: handler
    )
  }
}
