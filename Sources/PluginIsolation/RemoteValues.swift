// SPDX-License-Identifier: Apache-2.0
// The values of a plugin in another process, as far as the rig knows them.

import LV2Hosting
import RigEngine

/// The controls and parameters of a plugin: those that it has reported last, or that were set
/// since.
struct RemoteValues {
  private(set) var controls: [String: Float]
  private(set) var parameters: [String: ParameterValue] = [:]
  /// The values that it begins with.
  private let firstControls: [String: Float]
  /// Parameters that were set, and how often the plugin had run then.
  private var unheard: [String: (value: ParameterValue, runs: Int)] = [:]

  /// Begins with `values`, else with what the plugin says of its controls.
  init(_ info: PluginInfo, _ values: [String: Float]) {
    let ports = info.ports.filter { $0.kind == .control }
    firstControls = Dictionary(
      ports.map { ($0.symbol, values[$0.symbol] ?? $0.defaultValue ?? 0) },
      uniquingKeysWith: { first, _ in first }
    )
    controls = firstControls
  }

  /// Notes that a parameter is set, after so many runs.
  mutating func set(parameter uri: String, to value: ParameterValue, runs: Int) {
    parameters[uri] = value
    unheard[uri] = (value, runs)
  }

  /// The parameters that were set and that it may not have heard of yet, after so many runs.
  func unheard(runs: Int) -> [String: ParameterValue] {
    // Runs are reported late; one may have been under way besides.
    unheard.filter { runs < $0.value.runs + 2 }.mapValues(\.value)
  }

  /// Takes in what its process reports.
  mutating func take(_ update: PluginUpdate) {
    controls.merge(update.controls) { $1 }
    parameters.merge(update.parameters) { $1 }
  }

  /// Notes that a control is not set any more.
  mutating func reset(control symbol: String) {
    controls[symbol] = firstControls[symbol]
  }

  /// Takes over the parameters of a plugin that this one replaces.
  mutating func succeed(_ old: RemoteValues) {
    parameters = old.parameters
  }
}
