// SPDX-License-Identifier: Apache-2.0
// The process of an isolated graph: it renders what the rig that started it hands over, and reaches
// no sound server.

import CSandbox
import ChildPrograms
import ControlProtocol
import ControlTower
import Glibc
import InstalledPlugins
import LV2Hosting
import Quantities
import RenderCore
import RigEngine
import RigErrors
import RigModel

/// Runs the graph that the parent describes, until the parent or a plugin ends that.
///
/// - Parameter reason: why its sandbox could not be entered, in which case it runs nothing.
package func runIsolatedGraph(isRefusedSandbox reason: String? = nil) -> Never {
  // Ctrl-C in the rig's terminal is the rig's affair.
  for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
  let channel = LineChannel(IsolatedProcess.channel)
  let inherited = [
    IsolatedProcess.alarm, IsolatedProcess.board, IsolatedProcess.refusals, IsolatedProcess.relay,
  ]
  for descriptor in inherited {
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
  guard let crashes = CrashGuard.install(),
    let board = CallBoard(descriptor: IsolatedProcess.board)
  else { _exit(70) }
  board.observe()
  CrashGuard.guardThread()
  // In a sandbox it is limited already, and makes no processes.
  if Sandbox.held == nil {
    CrashGuard.adoptOrphans()
    tarmac_sandbox_limit()
  }
  unsafe tarmac_sandbox_ask(CallBoard.whoIsHere)
  let watch = CrashWatch(crashes: crashes, parent: channel.descriptor, board: board)
  watch.start()
  if let reason {
    let sentence = "The sandbox can't be entered (\(reason)); use 'isolation: process'."
    channel.send(IsolationReport.refused(sentence))
  } else {
    serve(channel, watch)
  }
  // `watch` and the parent see to it that this does not last.
  _ = LV2World.awaitEndings(seconds: 60)
  channel.drain(within: HostTimes.isolationLeave)
  watch.leave()
}

/// Runs the graph; once this returns, its plugins have ended.
private func serve(_ channel: LineChannel, _ watch: CrashWatch) {
  var orders: [IsolationCommand] = []
  while orders.isEmpty, !channel.isClosed {
    channel.wait(milliseconds: -1)
    orders = channel.receive(IsolationCommand.self)
  }
  guard case .begin(let task)? = orders.first else { return }
  do throws(RigError) {
    let run = try IsolatedGraphRun(task, channel: channel, watch: watch)
    run.begin()
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
  private let live: LiveChannel
  private let controller: RenderController
  private let relay: FarRelay
  private let thread: RelayThread
  private let mostFrames: FrameCount
  private var blockFrames: FrameCount
  private let reporters: [PluginReporter]
  private var compensation = LatencyCompensation()
  private var latencies = LatencyWatch()

  /// Makes the plugins, as they were when they were lost.
  init(_ task: IsolationTask, channel: LineChannel, watch: CrashWatch) throws(RigError) {
    (self.task, self.channel, self.watch) = (task, channel, watch)
    blockFrames = FrameCount(task.blockFrames)
    let world = loadedWorld()
    let sampleRate = SampleRate(hertz: task.sampleRate)
    controller = RenderController(sampleRate: sampleRate, transport: world.transport)
    relay = try Self.relay(of: task, to: controller.processor)
    RelayThread.lockMemory()
    if let walls = Sandbox.held {
      channel.send(IsolationReport.sandboxed(SandboxStatus(walls)))
      watch.tellRefusals()
    }
    thread = try Self.thread(serving: relay, task)
    let builder = ChannelBuilder(
      world: world,
      sampleRate: sampleRate,
      blockFrames: task.blockFrames,
      isOffline: false
    )
    mostFrames = builder.maximumBlock
    live = try builder.build(task.localChannel, as: .session(task.session), places: .none)
    reporters = live.plugins.flatMap(\.instances).compactMap { $0 as? LV2Instance }
      .map { PluginReporter($0) }
    watch.watch(relay)
  }

  private static func relay(
    of task: IsolationTask,
    to processor: RenderProcessor
  ) throws(RigError) -> FarRelay {
    let relay = FarRelay(
      to: processor,
      descriptor: IsolatedProcess.relay,
      inputs: task.inputs,
      outputs: task.outputs
    )
    guard let relay else {
      throw .unavailable("The process of session '\(task.session)' can't reach the rig's memory.")
    }
    return relay
  }

  private static func thread(
    serving relay: FarRelay,
    _ task: IsolationTask
  ) throws(RigError) -> RelayThread {
    guard let thread = RelayThread(serving: relay, realtimePriority: task.realtimePriority) else {
      throw .unavailable(
        "The system refuses session '\(task.session)' a render thread of JACK's priority; see 'tarmac doctor'."
      )
    }
    return thread
  }

  // MARK: The beginning

  /// Takes up where the last process was lost.
  func begin() {
    for (reporter, history) in zip(reporters, task.histories) {
      reporter.replay(history, through: controller)
    }
    hold(task.tokens)
    publish()
    controller.open(live.strip, over: FrameCount(1), after: .zero)
    relay.open()
    channel.send(IsolationReport.ready)
  }

  /// Hands the graph to the renderer, as it is and for blocks of the present length.
  private func publish() {
    live.choosePlugins()
    let indices = SegmentPlan.Indices(channels: task.channels)
    var segment = SegmentPlan(live, indices).segment
    let outputs = task.outputs
    segment.sends = [
      SendDescription(
        node: SendNode(gain: 1),
        bus: 0,
        isPost: false,
        map: (0..<outputs).map { ($0, $0) }
      )
    ]
    let bus = BusDescription(node: BusNode(channels: outputs), driverChannels: Array(0..<outputs))
    var plan = PlanDescription(segments: [segment], buses: [bus])
    latencies.plan(live.reportedLatencies)
    _ = compensation.apply(to: &plan)
    controller.publish(plan, blockFrames: min(blockFrames, mostFrames).value)
  }

  // MARK: Service

  /// Carries out orders, and reports, until the parent is gone.
  func serve() {
    while !channel.isClosed {
      channel.wait(milliseconds: Int32(HostTimes.tick.value * 1000))
      channel.flush()
      for order in channel.receive(IsolationCommand.self) { obey(order) }
      _ = controller.poll()
      if latencies.isOutdated(by: live.reportedLatencies) { publish() }
      report()
    }
  }

  /// Ends what renders; the plugins end with this object.
  func end() {
    relay.silence()
    watch.watch(nil)
    thread.dismiss()
  }

  /// Carries an order out.
  func obey(_ order: IsolationCommand) {
    switch order {
    case .begin: return
    case .block(let frames):
      blockFrames = FrameCount(frames)
      live.setNominalBlock(min(blockFrames, mostFrames))
      publish()
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

  /// Lets the same plugins go on with MIDI connected otherwise.
  private func rewire(_ task: IsolationTask) {
    self.task = task
    live.adopt(task.localChannel, places: .none, routes: [])
    publish()
  }

  private func hold(_ tokens: Set<String>) {
    live.hold(task.graph.tokens.filter { tokens.contains($0.name) })
  }

  private func report() {
    // What is new waits for a parent that has no time to read.
    guard channel.backlog(now: .now) == .zero else { return }
    let update = IsolationUpdate(
      lostMessages: live.midi?.lostMessages ?? 0,
      plugins: reporters.map { $0.takeUpdate() }
    )
    channel.send(IsolationReport.update(update))
  }
}
