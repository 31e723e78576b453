// SPDX-License-Identifier: Apache-2.0
// A plugin of an isolated graph as the rig sees it: what was wanted of it, and what it has told.

import LV2Hosting
import Presets
import Quantities
import RenderCore
import RigEngine

/// A plugin in another process.
///
/// Values are those that it has told last, or was told since; it remembers enough to make the next process's plugin what
/// this one was.
///
/// > Threading: Control.
final class RemotePlugin: HostedPlugin {
  let info: PluginInfo
  /// Its place among all instances of the graph.
  let number: Int
  private weak var graph: IsolatedGraph?
  private(set) var history: PluginHistory
  /// What was done to it and has not proven harmless yet: since when, and how often it has crashed since.
  private var trials: [PluginHistory.Item: Trial] = [:]
  private(set) var parameters: [String: ParameterValue] = [:]
  private var unheard: [String: (value: ParameterValue, runs: Int)] = [:]
  private var controls: [String: Float]
  /// The values that it begins with.
  private let firstControls: [String: Float]
  /// Whether its present process was given something since it began, that is, not by its history.
  private var isTouched = false
  private var news: PluginNews?
  /// What it has run in processes that are gone.
  private var earlier = (runs: 0, nanoseconds: UInt64(0))
  private var events: [PluginEvent] = []
  private var messages: [PluginMessage] = []
  private static let mostEvents = 2_000

  private struct Trial {
    var since = MonotonicTime.now
    var crashes = 0
  }

  /// Stands for a plugin that begins with `values`.
  init(
    _ info: PluginInfo,
    number: Int,
    values: [String: Float],
    _ history: PluginHistory,
    in graph: IsolatedGraph
  ) {
    self.info = info
    self.history = history
    self.number = number
    self.graph = graph
    for item in history.items { trials[item] = Trial() }
    let ports = info.ports.filter { $0.kind == .control }
    firstControls = Dictionary(
      ports.map { ($0.symbol, values[$0.symbol] ?? $0.defaultValue ?? 0) },
      uniquingKeysWith: { first, _ in first }
    )
    controls = firstControls
  }

  var localNode: PluginNode? { nil }

  /// Its process sees the server's period itself.
  func setNominalBlock(_ frames: FrameCount) -> Bool { false }

  // MARK: Values

  func value(ofControl symbol: String) -> Float? {
    history.controls[symbol] ?? controls[symbol]
  }

  func setControl(_ symbol: String, to value: Float, through renderer: RenderController) {
    guard let port = controls(.input).first(where: { $0.symbol == symbol }) else { return }
    // A trigger falls back by itself, and what it has set off is not to be set off again.
    if !port.has(.trigger) {
      history.controls[symbol] = value
      trials[.control(symbol)] = Trial()
    }
    send(.setControl(plugin: number, symbol: symbol, value: value))
  }

  private func send(_ order: IsolationOrder) {
    isTouched = true
    graph?.send(order)
  }

  func set(parameter uri: String, to value: ParameterValue) throws(HostingError) {
    try info.check(value, for: uri)
    history.parameters[uri] = value
    trials[.parameter(uri)] = Trial()
    parameters[uri] = value
    unheard[uri] = (value, runs)
    send(.setParameter(plugin: number, uri: uri, value: value))
  }

  var unheardParameters: [String: ParameterValue] {
    // Runs are told late; one may have been under way besides.
    unheard.filter { runs < $0.value.runs + 2 }.mapValues(\.value)
  }

  func ask(parameter uri: String?) throws(HostingError) {
    if let uri, info.parameter(uri) == nil {
      throw .noSuchParameter(plugin: info.uri, parameter: uri)
    }
    history.isListening = true
    send(.ask(plugin: number, uri: uri))
  }

  // MARK: States

  nonisolated(nonsending) func take(preset uri: String) async throws(HostingError) {
    let (world, plugin) = (graph?.world, info.uri)
    let isThere = await Workshop.shared.perform { world?.preset(uri, of: plugin) != nil }
    guard isThere == true else { throw .stateNotReadable(plugin: plugin, path: uri) }
    try await change(.apply(preset: uri), path: uri)
  }

  nonisolated(nonsending) func take(stateIn folder: String) async throws(HostingError) {
    let plugin = info.uri
    _ = try await Workshop.shared.perform { () throws(HostingError) in
      try LV2World.state(in: folder, of: plugin)
    }
    try await change(.restore(folder: folder), path: folder)
  }

  nonisolated(nonsending) func save(
    to folder: String,
    label: String?
  ) async throws(HostingError) {
    guard graph?.isUp == true else { throw .processLost(plugin: info.uri) }
    // In a sandbox it can write to one folder only.
    let isSandboxed = graph?.session.isolation == .sandbox
    let place = isSandboxed ? graph?.folder.map { "\($0.path)/state.\(number)" } : folder
    guard let place else { throw .stateNotWritten(plugin: info.uri, path: folder) }
    let change = StateChange.save(folder: place, label: label)
    if let failure = await graph?.change(change, of: number) { throw error(failure, path: folder) }
    guard place == folder || StateCopy.copy(from: place, to: folder) else {
      throw .stateNotWritten(plugin: info.uri, path: folder)
    }
  }

  /// Changes the whole state; what was set before counts no more.
  private nonisolated(nonsending) func change(
    _ change: StateChange,
    path: String
  ) async throws(HostingError) {
    isTouched = true
    if let failure = await graph?.change(change, of: number) { throw error(failure, path: path) }
    if case .restore = change { history.changes = [] }
    history.changes.removeAll { $0 == change }
    history.changes.append(change)
    trials[.change(change)] = Trial()
    history.controls = [:]
    history.parameters = [:]
  }

  private func error(_ failure: StateFailure, path: String) -> HostingError {
    switch failure {
    case .notReadable: .stateNotReadable(plugin: info.uri, path: path)
    case .notWritten: .stateNotWritten(plugin: info.uri, path: path)
    case .refused: .stateRefused(plugin: info.uri)
    case .lost: .processLost(plugin: info.uri)
    }
  }

  // MARK: News

  /// Takes in what its process tells.
  func take(_ news: PluginNews) {
    self.news = news
    controls.merge(news.controls) { $1 }
    parameters.merge(news.parameters) { $1 }
    events = (events + news.events).suffix(RemotePlugin.mostEvents)
    messages = (messages + news.messages).suffix(RemotePlugin.mostEvents)
  }

  /// Notes that its process has gone.
  func noteLoss() {
    earlier = (runs, nanoseconds)
    news = nil
  }

  /// Notes what has proven harmless: the process has lived with it for a while, up since then.
  func prove(now: MonotonicTime, since start: MonotonicTime) {
    guard !trials.isEmpty else { return }
    trials = trials.filter { now.elapsed(since: max($0.value.since, start)) < HostTimes.steady }
  }

  /// Notes that a process begins, which is given the history.
  func noteStart() {
    isTouched = false
  }

  /// Notes that the plugin has crashed, or hung: what has done that twice, the second time by itself, is not done again.
  ///
  /// - Returns: what that was, in words.
  func giveUp(name: String) -> [String] {
    for (item, trial) in trials where trial.crashes == 0 || !isTouched {
      trials[item]?.crashes += 1
    }
    let guilty = trials.filter { $0.value.crashes > 1 }.keys
    for item in guilty {
      trials[item] = nil
      if case .control(let symbol) = item { controls[symbol] = firstControls[symbol] }
    }
    return guilty.compactMap { history.remove($0, of: name) }.sorted()
  }

  /// Takes over what was done to a plugin that this one replaces.
  func succeed(_ old: RemotePlugin) {
    (history, parameters, trials) = (old.history, old.parameters, old.trials)
    // What can't be read any more was told when it could be.
    for change in history.changes { graph?.changeUnanswered(change, of: number) }
    for (uri, value) in history.parameters {
      graph?.send(.setParameter(plugin: number, uri: uri, value: value))
    }
    for (symbol, value) in history.controls {
      graph?.send(.setControl(plugin: number, symbol: symbol, value: value))
    }
    if history.isListening { graph?.send(.listen(plugin: number)) }
  }

  func takeEvents() -> [PluginEvent] {
    if !history.isListening { graph?.send(.listen(plugin: number)) }
    history.isListening = true
    defer { events = [] }
    return events
  }

  func takeMessages() -> [PluginMessage] {
    defer { messages = [] }
    return messages
  }

  var latency: FrameCount { FrameCount(news?.latency_frames ?? 0) }
  var health: PluginHealth { news?.health ?? .good }
  var runs: Int { earlier.runs + (news?.runs ?? 0) }
  var nanoseconds: UInt64 { earlier.nanoseconds + (news?.nanoseconds ?? 0) }
}
