// SPDX-License-Identifier: Apache-2.0
// The process of an isolated graph: a JACK client of its own, steered by the rig that started it.

import ControlTower
import Glibc
import InstalledPlugins
import JACKDriver
import LV2Hosting
import Presets
import Quantities
import RenderCore
import RigEngine
import RigErrors

/// Runs the graph that the parent describes, until the parent, the server or a plugin ends that.
public func runIsolatedGraph() -> Never {
  // Ctrl-C in the rig's terminal is the rig's affair.
  for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
  let channel = LineChannel(IsolatedProcess.channel)
  for descriptor in [IsolatedProcess.alarm, IsolatedProcess.board, IsolatedProcess.refusals] {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
  guard let crashes = CrashGuard.install(),
    let board = CallBoard(descriptor: IsolatedProcess.board)
  else { _exit(70) }
  board.observe()
  CrashGuard.guardThread()
  CrashGuard.adoptOrphans()
  Sandbox.limit()
  let watch = CrashWatch(crashes: crashes, parent: channel.descriptor, board: board)
  watch.start()
  serve(channel, watch)
  // Who watches over the process sees to it that this does not last.
  _ = LV2World.awaitEndings(seconds: 60)
  channel.drain(within: HostTimes.isolationLeave)
  watch.leave()
}

/// Runs the graph; once this returns, its plugins have ended.
private func serve(_ channel: LineChannel, _ watch: CrashWatch) {
  var orders: [IsolationOrder] = []
  while orders.isEmpty, !channel.isClosed {
    channel.wait(milliseconds: -1)
    orders = channel.receive(IsolationOrder.self)
  }
  guard case .begin(let task)? = orders.first else { return }
  do throws(RigError) {
    let run = try IsolatedGraphRun(task, channel: channel, watch: watch)
    try run.begin()
    for order in orders.dropFirst() { run.obey(order) }
    run.serve()
    run.end()
  } catch {
    channel.send(IsolationReport.refused(error.message))
  }
}

/// A graph in a process of its own.
///
/// > Threading: Control, the process's first thread.
final class IsolatedGraphRun {
  private(set) var task: IsolationTask
  private let channel: LineChannel
  private let watch: CrashWatch
  private let events: IsolationEvents
  let driver: JACKDriver
  private let live: LiveSession
  private let controller: RenderController
  private let relay: RenderRelay
  private let mostFrames: FrameCount
  private var thread: RelayThread?
  private var isSounding = false
  private var reporters: [PluginReporter]

  /// Joins the server and makes the plugins, as they were when they were lost.
  init(_ task: IsolationTask, channel: LineChannel, watch: CrashWatch) throws(RigError) {
    (self.task, self.channel, self.watch) = (task, channel, watch)
    let events = IsolationEvents()
    self.events = events
    driver = JACKDriver { event in events.note(event) }
    watch.watch(driver)
    do throws(DriverError) {
      try driver.open(name: task.client, server: task.server)
    } catch {
      throw RigError(error)
    }
    let world = loadedWorld()
    // From here on threads are Landlock's, too; those before are JACK's and the one that watches.
    if let folder = task.writableFolder {
      channel.send(IsolationReport.sandboxed(try Sandbox.enter(folder)))
      watch.tellRefusals()
    }
    let builder = SessionBuilder(
      world: world,
      sampleRate: driver.sampleRate,
      blockFrames: driver.bufferFrames.value,
      isOffline: false
    )
    mostFrames = builder.maximumBlock
    live = try builder.build(task.localSession, outputs: [])
    controller = RenderController(sampleRate: driver.sampleRate, transport: world.transport)
    relay = RenderRelay(
      to: controller.processor,
      inputs: task.sends.count,
      outputs: task.returns.count,
      longestBlock: max(driver.bufferFrames.value, JACKDriver.longestPeriod)
    )
    reporters = live.plugins.flatMap(\.instances).compactMap { $0 as? LV2Instance }
      .map { PluginReporter($0) }
    watch.watch(driver, relay)
    events.attach(relay)
  }

  // MARK: The beginning

  /// Takes up where the last process was lost, and lets JACK call.
  func begin() throws(RigError) {
    for (reporter, history) in zip(reporters, task.histories) {
      reporter.replay(history, through: controller)
    }
    hold(task.tokens)
    publish()
    sound(task.isSounding)
    do throws(DriverError) {
      try addPorts()
      guard let thread = RelayThread(serving: relay, realtimePriority: driver.realtimePriority)
      else { throw .notActivated(code: EAGAIN) }
      self.thread = thread
      try driver.activate(relay)
    } catch {
      throw RigError(error)
    }
    connect()
    channel.send(IsolationReport.ready(client: driver.clientName))
  }

  /// Hands the graph to the renderer, as it is and for the present period.
  private func publish() {
    live.choosePlugins()
    var channels = midiChannels
    for (index, source) in live.session.sources.enumerated() {
      let first = task.sources[..<index].reduce(0, +)
      for channel in 0..<source.channels {
        channels[.source(session: live.name, source: source.name, channel: channel)] =
          first + channel
      }
    }
    let indices = SegmentPlan.Indices(channels: channels)
    var segment = SegmentPlan(live, indices).segment
    let outputs = task.returns.count
    segment.sends = [
      SendDescription(
        node: SendNode(gain: 1),
        bus: 0,
        isPost: false,
        map: (0..<outputs).map { ($0, $0) }
      )
    ]
    let bus = BusDescription(node: BusNode(channels: outputs), driverChannels: Array(0..<outputs))
    controller.publish(
      PlanDescription(segments: [segment], buses: [bus]),
      blockFrames: min(driver.bufferFrames.value, mostFrames.value)
    )
  }

  // MARK: Service

  /// Obeys and reports until the parent or the server is gone.
  func serve() {
    while !channel.isClosed, !driver.isLost {
      channel.wait(milliseconds: Int32(HostTimes.tick.value * 1000))
      channel.flush()
      for order in channel.receive(IsolationOrder.self) { obey(order) }
      _ = controller.poll()
      if events.takePeriodChange() {
        live.setNominalBlock(min(driver.bufferFrames, mostFrames))
        publish()
      }
      report()
    }
    if driver.isLost { channel.send(IsolationReport.serverLost) }
  }

  /// Leaves the server's graph first, so that nobody waits for plugins that take their time; they end with this object.
  ///
  /// The server forgets the client with the process.
  func end() {
    driver.deactivate()
    watch.watch(driver)
    thread?.dismiss()
  }

  /// Carries an order out.
  func obey(_ order: IsolationOrder) {
    switch order {
    case .begin: return
    case .connect: connect()
    case .sound(let isOn): sound(isOn)
    case .hold(let tokens):
      hold(tokens)
      publish()
    case .rewire(let task): rewire(task)
    case .setControl(let plugin, let symbol, let value):
      with(plugin) { $0.plugin.setControl(symbol, to: value, through: controller) }
    case .setParameter(let plugin, let uri, let value):
      with(plugin) { try? $0.plugin.set(parameter: uri, to: value) }
    case .ask(let plugin, let uri):
      with(plugin) { reporter in
        reporter.isListening = true
        try? reporter.plugin.ask(parameter: uri)
      }
    case .listen(let plugin): with(plugin) { $0.isListening = true }
    case .change(let plugin, let change, let number):
      with(plugin) { reporter in
        let failure = reporter.carryOut(change)
        report()
        channel.send(IsolationReport.answer(number: number, failure))
      }
    }
  }

  private func with(_ plugin: Int, _ body: (PluginReporter) -> Void) {
    if reporters.indices.contains(plugin) { body(reporters[plugin]) }
  }

  /// Runs the graph or lets it stand still; the rig fades.
  private func sound(_ isOn: Bool) {
    guard isOn != isSounding else { return }
    isSounding = isOn
    if isOn {
      controller.open(live.strip, over: FrameCount(1), after: .zero)
    } else {
      controller.close(live.strip, over: FrameCount(1))
    }
  }

  /// Lets the same plugins go on with MIDI connected otherwise.
  private func rewire(_ task: IsolationTask) {
    self.task = task
    live.adopt(task.localSession, outputs: [], routes: [])
    // A server that has no port left says so to the rig, too.
    try? addMIDIPorts()
    publish()
    removeMIDIPorts()
    connect()
  }

  private func hold(_ tokens: Set<String>) {
    live.hold(task.graph.tokens.filter { tokens.contains($0.name) })
  }

  private var lostMessages: Int {
    relay.lostMessages + driver.refusedMIDI + (live.midi?.lostMessages ?? 0)
  }

  private func report() {
    // What is new waits for a parent that has no time to read.
    guard channel.backlog(now: .now) == .zero else { return }
    let update = IsolationUpdate(
      // One period until JACK's loop closes, and one until the renderer is done.
      latency_frames: 2 * driver.bufferFrames.value,
      lateBlocks: relay.late,
      lostMessages: lostMessages,
      plugins: reporters.map { $0.takeUpdate() }
    )
    channel.send(IsolationReport.update(update))
  }
}
