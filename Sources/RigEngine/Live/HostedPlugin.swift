// SPDX-License-Identifier: Apache-2.0
// A plugin of the rig as the host works with it, wherever it runs.

package import LV2Hosting
package import Quantities
package import RenderCore

/// A plugin that is up: in this process, or in one of its own.
///
/// What is asked of a plugin whose process has gone is remembered, and holds once that is back.
///
/// > Threading: Control.
package protocol HostedPlugin: AnyObject {
  /// What is known of the plugin.
  var info: PluginInfo { get }
  /// What plans of this process run; `nil` for a plugin that runs elsewhere.
  var localNode: PluginNode? { get }

  // MARK: Values

  /// The value of a control port, input or output; `nil` when there is none with that symbol.
  func value(ofControl symbol: String) -> Float?

  /// Sets a control input between two cycles; a port that is not there is left alone.
  ///
  /// `renderer` runs the plugin, where that is in this process.
  func setControl(_ symbol: String, to value: Float, through renderer: RenderController)

  /// What is known of the parameters: what was set, and what the plugin has said since.
  var parameters: [String: ParameterValue] { get }

  /// Sets a parameter by its URI.
  func set(parameter uri: String, to value: ParameterValue) throws(HostingError)

  /// Asks for a parameter, or for all of them; `takeEvents` meets the answers and keeps them in
  /// `parameters`.
  func ask(parameter uri: String?) throws(HostingError)

  /// Parameters that were set and that the plugin can't have met yet, because it has not run since.
  var unheardParameters: [String: ParameterValue] { get }

  // MARK: States

  /// Gives the plugin a preset by its URI; others may use the thread meanwhile.
  nonisolated(nonsending) func take(preset uri: String) async throws(HostingError)

  /// Saves the plugin's state into a new folder; with a label it is a preset that other hosts list.
  ///
  /// Returns the folder in which the state is: a plugin in a sandbox can't write to any other than
  /// its own.
  nonisolated(nonsending) func save(
    to folder: String,
    label: String?
  ) async throws(HostingError) -> String

  /// Gives the plugin the state that was saved in a folder.
  nonisolated(nonsending) func take(stateIn folder: String) async throws(HostingError)

  /// Tells it how many frames cycles have from now on; returns whether it took notice.
  @discardableResult
  func setNominalBlock(_ frames: FrameCount) -> Bool

  // MARK: What it reports

  /// Takes the events that the plugin has put out since the last call; the first call starts to
  /// listen.
  func takeEvents() -> [PluginEvent]

  /// Takes what the plugin has logged since the last call.
  func takeMessages() -> [PluginMessage]

  /// How many frames it delays; it may change in any cycle.
  var latency: FrameCount { get }
  /// How well it has behaved.
  var health: PluginHealth { get }
  /// How often it has been run.
  var runs: Int { get }
  /// Time spent in its `run`, in nanoseconds.
  var nanoseconds: UInt64 { get }
}

extension HostedPlugin {
  /// The control ports of one direction, in port order.
  package func controls(_ direction: PluginInfo.Direction) -> [PluginInfo.Port] {
    info.ports.filter { $0.kind == .control && $0.direction == direction }
  }
}

extension LV2Instance: HostedPlugin {
  package var localNode: PluginNode? { node }

  package func value(ofControl symbol: String) -> Float? { control(symbol)?.value }

  package func setControl(_ symbol: String, to value: Float, through renderer: RenderController) {
    guard let port = control(symbol), port.info.direction == .input else { return }
    unsafe renderer.setControl(port.pointer, to: value, of: node)
  }

  package func set(parameter uri: String, to value: ParameterValue) throws(HostingError) {
    try set(parameter: uri, to: value, at: 0)
  }

  package nonisolated(nonsending) func take(preset uri: String) async throws(HostingError) {
    try await atWork { () throws(HostingError) in try self.apply(preset: uri) }
  }

  package nonisolated(nonsending) func save(
    to folder: String,
    label: String?
  ) async throws(HostingError) -> String {
    // One that runs takes what was set last within two of the longest cycles.
    for _ in 0..<200 where !unheardParameters.isEmpty {
      try? await Task.sleep(for: .milliseconds(1))
    }
    try await atWork { () throws(HostingError) in try self.writeState(to: folder, label: label) }
    return folder
  }

  package nonisolated(nonsending) func take(stateIn folder: String) async throws(HostingError) {
    try await atWork { () throws(HostingError) in try self.restoreState(from: folder) }
  }

  /// Lets the plugin do something slow on the background queue.
  private nonisolated(nonsending) func atWork(
    _ job: @escaping () throws(HostingError) -> Void
  ) async throws(HostingError) {
    guard try await BackgroundQueue.shared.perform(job) != nil else {
      throw .noAnswer(plugin: info.uri)
    }
  }

  package var runs: Int { node.runs }
  package var nanoseconds: UInt64 { node.nanoseconds }
}
