// SPDX-License-Identifier: Apache-2.0
// Looks after the process of an isolated graph: starts it, notices its end, starts it again as it was.

import ControlProtocol
import Glibc
import LV2Hosting
package import Presets
package import Quantities
import RenderCore
package import RigEngine

/// The graph of an isolated session.
///
/// > Threading: Control; nothing here waits for the process.
package final class IsolatedGraph: RemoteGraph {
  enum Phase {
    case starting(since: MonotonicTime)
    case running(since: MonotonicTime)
    /// It is lost, and given until then to leave JACK.
    case leaving(until: MonotonicTime)
    /// There is no process.
    case waiting(until: MonotonicTime)
    /// There is no process, and there will be none until somebody says so.
    case held
  }

  enum Answer {
    case awaited
    case given(StateFailure?)
  }

  var session: Session
  let world: LV2World
  private(set) var plugins: [RemotePlugin] = []
  var phase = Phase.waiting(until: .distantPast)
  /// How often its process was lost.
  var losses = 0
  /// Why it was lost the last time.
  var lastLoss: String?
  /// The name that JACK knows its client by.
  var client = ""
  var news = IsolationNews()
  /// Why it can't run at all.
  package var refusal: String?
  /// What the last process has said before it left.
  var complaint: String?
  let site: IsolationSite
  var process: IsolatedProcess?
  var lostAt: MonotonicTime?
  var wait = Seconds.zero
  /// Whether it is not to be started again when its process has gone.
  var isToBeHeld = false
  /// What has not been told yet.
  var untold: [RemoteGraphEvent] = []
  /// The only folder that its process may write to in a sandbox, and the one for temporary files in any case.
  private(set) lazy var folder = try? TemporaryFolder()
  /// What holds in the present process's sandbox, and what was refused.
  var sandbox: SandboxStatus?
  var toldRefusals: Set<String> = []
  private(set) var isSounding = false
  private(set) var tokens: Set<String> = []
  /// The answers that somebody waits for, by their number.
  var answers: [Int: Answer] = [:]
  private var lastNumber = 0

  /// Describes it, without its plugins.
  init(_ session: Session, world: LV2World, site: IsolationSite) {
    self.session = session
    self.world = world
    self.site = site
  }

  /// Adds the next instance of its graph, with the values that it begins with and what was done to it before.
  func add(_ info: PluginInfo, values: [String: Float], history: PluginHistory) {
    let number = plugins.count
    plugins.append(RemotePlugin(info, number: number, values: values, history, in: self))
  }

  deinit {
    end()
  }

  /// Ends its process for good, in order; nobody need wait for that.
  package func end() {
    phase = .held
    let farewell = FarewellWords(session: session.name, loss: words)
    process?.leave(within: HostTimes.isolationEnd, farewell)
    process = nil
  }

  package var hostedPlugins: [any HostedPlugin] { plugins }
  package var latency: FrameCount { FrameCount(news.way_frames) }
  package var lostMessages: Int { news.lostMessages }

  /// Whether its process runs it.
  var isUp: Bool { if case .running = phase { true } else { false } }

  /// The process; `nil` when there is none.
  var processID: Int? { process.map { Int($0.id) } }

  // MARK: What the rig wants

  /// Sends an order; while there is no process, the next one learns of it by its task.
  func send(_ order: IsolationOrder) {
    process?.channel.send(order)
  }

  /// Lets it connect to the rig's ports, which are there.
  package func connect() { send(.connect) }

  /// Lets the graph run, or stand still.
  package func sound(_ isOn: Bool) {
    guard isOn != isSounding else { return }
    isSounding = isOn
    send(.sound(isOn))
  }

  /// Says what the session holds for itself alone.
  package func hold(_ tokens: Set<String>) {
    guard tokens != self.tokens else { return }
    self.tokens = tokens
    send(.hold(tokens))
  }

  /// Takes over a session with the same sound, whose MIDI may go other ways.
  package func rewire(_ session: Session) {
    let before = self.session
    self.session = session
    guard
      session.exchangePortNames != before.exchangePortNames
        || session.graph.midiWays != before.graph.midiWays
    else { return }
    var task = task
    task.histories = []
    send(.rewire(task))
  }

  /// Carries a change out, and returns once the process has answered or is lost; returns why it could not.
  ///
  /// Without a process the next one carries it out.
  nonisolated(nonsending) func change(_ change: StateChange, of plugin: Int) async -> StateFailure?
  {
    guard let process else { return nil }
    lastNumber += 1
    let number = lastNumber
    answers[number] = .awaited
    defer { answers[number] = nil }
    process.channel.send(IsolationOrder.change(plugin: plugin, change, number: number))
    let end = MonotonicTime.now.after(HostTimes.isolationAnswer)
    while self.process === process, .now < end {
      takeReports(from: process)
      if case .given(let failure)? = answers[number] { return failure }
      try? await Task.sleep(nanoseconds: HostTimes.answer.nanoseconds)
    }
    return .lost
  }

  /// Sends a change that nobody waits for.
  func changeUnanswered(_ change: StateChange, of plugin: Int) {
    send(.change(plugin: plugin, change, number: 0))
  }

  /// Takes over what was done to a graph that this one replaces.
  package func succeed(_ old: any RemoteGraph) {
    guard let old = old as? IsolatedGraph else { return }
    for (plugin, before) in zip(plugins, old.plugins) { plugin.succeed(before) }
    (losses, lastLoss) = (old.losses, old.lastLoss)
  }

  /// Tries again with a graph that is held.
  package func release() {
    guard case .held = phase else { return }
    (refusal, wait, isToBeHeld) = (nil, .zero, false)
    phase = .waiting(until: .distantPast)
  }
}
