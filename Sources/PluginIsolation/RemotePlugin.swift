// SPDX-License-Identifier: Apache-2.0
// A plugin of an isolated graph as the rig sees it: what was wanted of it, and what it has
// reported.

import LV2Hosting
import Quantities
import RenderCore
import RigEngine
import RigFiles
import RigModel

/// A plugin in another process.
///
/// Values are those that it has reported last, or that were set since; it remembers enough to make
/// the next process's plugin what this one was.
///
/// > Threading: Control.
final class RemotePlugin: HostedPlugin {
  let info: PluginInfo
  /// Its index among all instances of the graph.
  let number: Int
  private weak var graph: IsolatedGraph?
  /// What was done to it.
  private var past: PluginPast
  private var values: RemoteValues
  private var update: PluginUpdate?
  /// What it has run in processes that are gone.
  private var earlier = (runs: 0, nanoseconds: UInt64(0))
  private var events: [PluginEvent] = []
  private var messages: [PluginMessage] = []
  private static let mostEvents = 2_000

  /// Stands for a plugin that begins with `values`.
  init(
    _ info: PluginInfo,
    number: Int,
    values: [String: Float],
    _ history: PluginHistory,
    in graph: IsolatedGraph
  ) {
    self.info = info
    self.number = number
    self.graph = graph
    past = PluginPast(history)
    self.values = RemoteValues(info, values)
  }

  /// What the next process is sent of it.
  var history: PluginHistory { past.history }

  var localNode: PluginNode? { nil }

  /// The graph tells its process.
  func setNominalBlock(_ frames: FrameCount) -> Bool { false }

  // MARK: Values

  func value(ofControl symbol: String) -> Float? {
    history.controls[symbol] ?? values.controls[symbol]
  }

  func setControl(_ symbol: String, to value: Float, through renderer: RenderController) {
    guard let port = controls(.input).first(where: { $0.symbol == symbol }) else { return }
    // A trigger falls back by itself, and what it has set off is not to be set off again.
    if !port.has(.trigger) { past.set(control: symbol, to: value) }
    send(.setControl(plugin: number, symbol: symbol, value: value))
  }

  private func send(_ order: IsolationCommand) {
    past.touch()
    graph?.send(order)
  }

  func set(parameter uri: String, to value: ParameterValue) throws(HostingError) {
    try info.check(value, for: uri)
    past.set(parameter: uri, to: value)
    values.set(parameter: uri, to: value, runs: runs)
    send(.setParameter(plugin: number, uri: uri, value: value))
  }

  var parameters: [String: ParameterValue] { values.parameters }
  var unheardParameters: [String: ParameterValue] { values.unheard(runs: runs) }

  func ask(parameter uri: String?) throws(HostingError) {
    if let uri, info.parameter(uri) == nil {
      throw .noSuchParameter(plugin: info.uri, parameter: uri)
    }
    _ = past.listen()
    send(.ask(plugin: number, uri: uri))
  }

  // MARK: States

  nonisolated(nonsending) func take(preset uri: String) async throws(HostingError) {
    let (world, plugin) = (graph?.world, info.uri)
    let isThere = try await BackgroundQueue.shared.perform { () throws(HostingError) in
      try world?.preset(uri, of: plugin) != nil
    }
    guard isThere == true else { throw .stateNotReadable(plugin: plugin, path: uri) }
    try await change(.apply(preset: uri), path: uri)
  }

  nonisolated(nonsending) func take(stateIn folder: String) async throws(HostingError) {
    let plugin = info.uri
    _ = try await BackgroundQueue.shared.perform { () throws(HostingError) in
      try LV2World.state(in: folder, of: plugin)
    }
    try await change(.restore(folder: folder), path: folder)
  }

  nonisolated(nonsending) func save(
    to folder: String,
    label: String?
  ) async throws(HostingError) -> String {
    guard graph?.isUp == true else { throw .processLost(plugin: info.uri) }
    // In a sandbox it can write to one folder only.
    let isSandboxed = graph?.wanted.isSandboxed == true
    let target = isSandboxed ? graph?.folder.map { "\($0.path)/state.\(number)" } : folder
    guard let target else { throw .stateNotWritten(plugin: info.uri, path: folder) }
    let change = StateChange.save(folder: target, label: label)
    if let failure = await graph?.change(change, of: number) { throw error(failure, path: folder) }
    return target
  }

  /// Changes the whole state; what was set before counts no more.
  private nonisolated(nonsending) func change(
    _ change: StateChange,
    path: String
  ) async throws(HostingError) {
    past.touch()
    if let failure = await graph?.change(change, of: number) { throw error(failure, path: path) }
    past.change(by: change)
  }

  private func error(_ failure: StateFailure, path: String) -> HostingError {
    switch failure {
    case .notReadable: .stateNotReadable(plugin: info.uri, path: path)
    case .notWritten: .stateNotWritten(plugin: info.uri, path: path)
    case .refused: .stateRefused(plugin: info.uri)
    case .lost: .processLost(plugin: info.uri)
    }
  }

  // MARK: What it reports

  /// Takes in what its process reports.
  func take(_ told: PluginUpdate) {
    let update = told.believed(of: info)
    self.update = update
    values.take(update)
    events = (events + update.events).suffix(RemotePlugin.mostEvents)
    messages = (messages + update.messages).suffix(RemotePlugin.mostEvents)
  }

  /// Notes that its process has gone.
  func noteLoss() {
    earlier = (runs, nanoseconds)
    update = nil
  }

  /// Notes what has proven harmless: the process has lived with it for a while, up since then.
  func prove(now: MonotonicTime, since start: MonotonicTime) {
    past.prove(now: now, since: start)
  }

  /// Notes that a process begins, which is given the history.
  func noteStart() {
    past.begin()
  }

  /// Notes that the plugin has crashed, or hung: what has done that twice, the second time by
  /// itself, is not done again.
  ///
  /// - Returns: what that was, in words.
  func giveUp(name: String) -> [String] {
    let (controls, words) = past.giveUp(name: name)
    for symbol in controls { values.reset(control: symbol) }
    return words
  }

  /// Takes over what was done to a plugin that this one replaces.
  func succeed(_ old: RemotePlugin) {
    past.succeed(old.past)
    values.succeed(old.values)
    // A state that can't be read any more was reported when it was set.
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
    if past.listen() { graph?.send(.listen(plugin: number)) }
    defer { events = [] }
    return events
  }

  func takeMessages() -> [PluginMessage] {
    defer { messages = [] }
    return messages
  }

  var latency: FrameCount { FrameCount(update?.latency_frames ?? 0) }
  var health: PluginHealth { update?.health ?? .good }
  var runs: Int { earlier.runs + (update?.runs ?? 0) }
  var nanoseconds: UInt64 { earlier.nanoseconds + (update?.nanoseconds ?? 0) }
}
