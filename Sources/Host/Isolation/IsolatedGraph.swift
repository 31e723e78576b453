// SPDX-License-Identifier: Apache-2.0
// Looks after the process of an isolated graph: starts it, notices its end, starts it again as it was.

import Glibc
import LV2Hosting
import Presets
import Quantities
import RenderCore

/// Where isolated graphs find the rig on JACK; the same for all of them, and up to date.
final class IsolationSite {
  /// The name of the server.
  var server: String?
  /// The rig's client.
  var client = ""
}

/// The graph of an isolated session.
///
/// > Threading: Control.
final class IsolatedGraph {
  /// What is to be told of it.
  enum News {
    /// Its process is lost, for a reason (the end of a sentence); the time until it is started again.
    case lost(String, wait: Seconds)
    /// It is back, after so long.
    case returned(after: Seconds)
  }

  enum Phase {
    case starting(since: UInt64)
    case running(since: UInt64)
    /// It has told that it crashed, and is given until then to leave JACK.
    case leaving(until: UInt64)
    /// There is no process.
    case waiting(until: UInt64)
  }

  private(set) var session: Session
  let world: LV2World
  private(set) var plugins: [RemotePlugin] = []
  private(set) var phase = Phase.waiting(until: 0)
  /// How often its process was lost.
  private(set) var losses = 0
  /// Why it was lost the last time.
  private(set) var lastLoss: String?
  /// The name that JACK knows its client by.
  private(set) var client = ""
  private(set) var news = IsolationNews()
  /// Why it can't run at all.
  private(set) var refusal: String?
  /// What the last process has said before it left.
  private var complaint: String?
  let site: IsolationSite
  private var process: IsolatedProcess?
  private var lostAt: UInt64?
  private var wait = Seconds.zero
  private(set) var isSounding = false
  private(set) var tokens: Set<String> = []
  private var answers: [Int: StateFailure?] = [:]
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
    process?.leave()
  }

  /// Asks its process to go for good, so that many can do that at the same time; `finish` waits for it.
  func end() {
    phase = .waiting(until: .max)
    process?.beginToLeave()
  }

  /// Returns once its process has gone.
  func finish() {
    process?.leave()
    process = nil
  }

  /// Whether its process runs it.
  var isUp: Bool { if case .running = phase { true } else { false } }

  /// The process; `nil` when there is none.
  var processID: Int? { process.map { Int($0.id) } }

  // MARK: What the rig wants

  /// Sends an order; while there is no process, the next one learns of it by its task.
  func send(_ order: IsolationOrder) {
    process?.channel.send(order)
  }

  /// Lets the graph run, or stand still.
  func sound(_ isOn: Bool) {
    guard isOn != isSounding else { return }
    isSounding = isOn
    send(.sound(isOn))
  }

  /// Says what the session holds for itself alone.
  func hold(_ tokens: Set<String>) {
    guard tokens != self.tokens else { return }
    self.tokens = tokens
    send(.hold(tokens))
  }

  /// Takes over a session with the same sound, whose MIDI may go other ways.
  func rewire(_ session: Session) {
    let before = self.session
    self.session = session
    guard
      session.exchangePortNames != before.exchangePortNames
        || session.graph.midiWays != before.graph.midiWays
    else { return }
    var task = task
    task.histories = []
    process?.channel.send(IsolationOrder.rewire(task), patience: 5_000)
  }

  /// Carries a change out and waits for that; returns why it could not.
  ///
  /// Without a process the next one carries it out.
  func change(_ change: StateChange, of plugin: Int) -> StateFailure? {
    guard isUp, let process else { return nil }
    lastNumber += 1
    let number = lastNumber
    process.channel.send(IsolationOrder.change(plugin: plugin, change, number: number))
    let end = monotonicNanoseconds() + HostTimes.isolationAnswer.nanoseconds
    while monotonicNanoseconds() < end, !process.channel.isClosed {
      process.channel.wait(milliseconds: 20)
      takeReports(from: process)
      if let answer = answers.removeValue(forKey: number) { return answer }
    }
    return .refused
  }

  /// Takes over what was done to a graph that this one replaces.
  func succeed(_ old: IsolatedGraph) {
    for (plugin, before) in zip(plugins, old.plugins) { plugin.succeed(before) }
    (losses, lastLoss) = (old.losses, old.lastLoss)
  }

  // MARK: Life

  /// Starts a process, if there is none.
  func start() {
    guard process == nil else { return }
    guard let process = IsolatedProcess() else { return schedule() }
    self.process = process
    complaint = nil
    phase = .starting(since: monotonicNanoseconds())
    // A whole graph may be more than the socket holds.
    process.channel.send(IsolationOrder.begin(task), patience: 5_000)
  }

  /// Waits until it runs, is known not to, or takes too long; that it is lost meanwhile is told by `poll`.
  func waitUntilUp() throws(HostError) {
    while case .starting(let since) = phase, let process, !process.channel.isClosed,
      monotonicNanoseconds() - since < HostTimes.isolationStart.nanoseconds
    {
      process.channel.wait(milliseconds: 20)
      takeReports(from: process)
    }
    if let refusal { throw .data(refusal) }
  }

  /// Looks after it; `canStart` says whether there is a server to join.
  func poll(now: UInt64, canStart: Bool) -> [News] {
    guard let process else {
      if case .waiting(let until) = phase, canStart, now >= until, refusal == nil { start() }
      return []
    }
    var found = takeReports(from: process)
    guard self.process === process else { return found }
    if let crash = process.takeCrash() { found += lose(sentence(of: crash), now) }
    switch phase {
    case .starting(let since) where now - since > HostTimes.isolationStart.nanoseconds:
      found += lose("it did not come up", now)
    case .leaving(let until) where now > until:
      process.kill()
    default: break
    }
    guard !process.isRunning else { return found }
    found += takeReports(from: process)
    guard self.process === process else { return found }
    if let crash = process.takeCrash() { found += lose(sentence(of: crash), now) }
    found += lose(complaint ?? endSentence(of: process), now)
    self.process = nil
    schedule()
    // Who has lived for a while is started again at once.
    return found + poll(now: monotonicNanoseconds(), canStart: canStart)
  }

  /// Notes that the process is lost; the first reason counts.
  private func lose(_ reason: String, _ now: UInt64) -> [News] {
    if case .leaving = phase { return [] }
    let livedSince: UInt64? = if case .running(let since) = phase { since } else { nil }
    let isSteady = livedSince.map { now - $0 >= HostTimes.steady.nanoseconds } ?? false
    let longer = min(max(wait.value * 2, HostTimes.shortestWait.value), HostTimes.longestWait.value)
    // The first loss of all may be bad luck.
    wait = isSteady || losses == 0 ? .zero : Seconds(longer)
    phase = .leaving(until: now + HostTimes.isolationEnd.nanoseconds)
    losses += 1
    lastLoss = reason
    lostAt = lostAt ?? now
    client = ""
    for plugin in plugins { plugin.noteLoss() }
    return [.lost(reason, wait: wait)]
  }

  private func schedule() {
    phase = .waiting(until: monotonicNanoseconds() + wait.nanoseconds)
  }

  // MARK: Reports

  @discardableResult
  private func takeReports(from process: IsolatedProcess) -> [News] {
    var found: [News] = []
    for report in process.channel.receive(IsolationReport.self) {
      switch report {
      case .ready(let client): found += noteReady(client)
      case .refused(let sentence): refuse(sentence)
      case .serverLost: forget()
      case .answer(let number, let failure): answers[number] = .some(failure)
      case .news(let news):
        self.news = news
        for (plugin, news) in zip(plugins, news.plugins) { plugin.take(news) }
      }
    }
    return found
  }

  private func noteReady(_ client: String) -> [News] {
    let now = monotonicNanoseconds()
    guard case .starting = phase else { return [] }
    self.client = client
    phase = .running(since: now)
    defer { lostAt = nil }
    return lostAt.map { [.returned(after: Seconds(Double(now - $0) / 1e9))] } ?? []
  }

  /// Only who has never run can be refused; later, a server that goes or a file that is gone may be the reason.
  private func refuse(_ sentence: String) {
    if losses == 0, case .starting = phase { refusal = sentence }
    complaint = sentence
  }

  /// Its server has gone; no fault of its own.
  private func forget() {
    process?.leave()
    process = nil
    wait = .zero
    client = ""
    for plugin in plugins { plugin.noteLoss() }
    schedule()
  }
}

extension IsolatedGraph {
  /// The plugins of the graph, each with what stands for it while the session does not hold its token.
  var livePlugins: [LivePlugin] {
    var rest = plugins[...]
    return session.graph.nodes.compactMap { node in
      guard let plugin = rest.popFirst() else { return nil }
      let variant = node.shared.flatMap { shared in rest.popFirst().map { ($0, shared.token) } }
      return LivePlugin(id: node.id, uri: node.plugin, instance: plugin, shared: variant)
    }
  }
}
