// SPDX-License-Identifier: Apache-2.0
// A plugin of an isolated graph as the rig sees it: what was wanted of it, and what it has told.

import LV2Hosting
import Quantities
import RenderCore

/// A plugin in another process.
///
/// Values are those that it has told last, or was told since; it remembers enough to make the next process's plugin what
/// this one was.
///
/// > Threading: Control.
final class RemotePlugin: HostedPlugin {
  let info: PluginInfo
  /// Its place among all instances of the graph.
  private let number: Int
  private weak var graph: IsolatedGraph?
  private(set) var history: PluginHistory
  private(set) var parameters: [String: ParameterValue] = [:]
  private var unheard: [String: (value: ParameterValue, runs: Int)] = [:]
  private var controls: [String: Float]
  private var news: PluginNews?
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
    self.history = history
    self.number = number
    self.graph = graph
    let ports = info.ports.filter { $0.kind == .control }
    controls = Dictionary(
      ports.map { ($0.symbol, values[$0.symbol] ?? $0.defaultValue ?? 0) },
      uniquingKeysWith: { first, _ in first }
    )
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
    if !port.has(.trigger) { history.controls[symbol] = value }
    graph?.send(.setControl(plugin: number, symbol: symbol, value: value))
  }

  func set(parameter uri: String, to value: ParameterValue) throws(HostingError) {
    try info.check(value, for: uri)
    history.parameters[uri] = value
    parameters[uri] = value
    unheard[uri] = (value, runs)
    graph?.send(.setParameter(plugin: number, uri: uri, value: value))
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
    graph?.send(.ask(plugin: number, uri: uri))
  }

  // MARK: States

  func apply(preset uri: String) throws(HostingError) {
    guard graph?.world.preset(uri, of: info.uri) != nil else {
      throw .stateNotReadable(plugin: info.uri, path: uri)
    }
    try change(.apply(preset: uri), path: uri)
  }

  func restoreState(from folder: String) throws(HostingError) {
    _ = try LV2World.state(in: folder, of: info.uri)
    try change(.restore(folder: folder), path: folder)
  }

  func saveState(to folder: String, label: String?) throws(HostingError) {
    guard graph?.isUp == true else { throw .stateRefused(plugin: info.uri) }
    let change = StateChange.save(folder: folder, label: label)
    if let failure = graph?.change(change, of: number) { throw error(failure, path: folder) }
  }

  /// Changes the whole state; what was set before counts no more.
  private func change(_ change: StateChange, path: String) throws(HostingError) {
    if let failure = graph?.change(change, of: number) { throw error(failure, path: path) }
    if case .restore = change { history.changes = [] }
    history.changes.removeAll { $0 == change }
    history.changes.append(change)
    history.controls = [:]
    history.parameters = [:]
  }

  private func error(_ failure: StateFailure, path: String) -> HostingError {
    switch failure {
    case .notReadable: .stateNotReadable(plugin: info.uri, path: path)
    case .notWritten: .stateNotWritten(plugin: info.uri, path: path)
    case .refused: .stateRefused(plugin: info.uri)
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

  /// Takes over what was done to a plugin that this one replaces.
  func succeed(_ old: RemotePlugin) {
    (history, parameters) = (old.history, old.parameters)
    // What can't be read any more was told when it could be.
    for change in history.changes { _ = graph?.change(change, of: number) }
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
