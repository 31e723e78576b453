// SPDX-License-Identifier: Apache-2.0
// A plugin of an isolated graph in its own process: what is done to it, and what it reports to the
// rig.

import LV2Hosting
import Quantities
import RenderCore
import RigEngine

/// Reports what has changed of a plugin.
///
/// > Threading: Control.
final class PluginReporter {
  let plugin: LV2Instance
  /// Whether somebody wants the plugin's events.
  var isListening = false
  private let symbols: [String]
  private var told: [String: Float] = [:]
  private var toldParameters: [String: ParameterValue] = [:]
  private static let mostEvents = 200

  init(_ plugin: LV2Instance) {
    self.plugin = plugin
    symbols = (plugin.controls(.input) + plugin.controls(.output)).map(\.symbol)
  }

  /// Makes the plugin what it was.
  func replay(_ history: PluginHistory, through controller: RenderController) {
    // A state that can't be read any more was reported when it was set.
    for change in history.changes { _ = carryOut(change) }
    for (uri, value) in history.parameters { try? plugin.set(parameter: uri, to: value) }
    for (symbol, value) in history.controls {
      plugin.setControl(symbol, to: value, through: controller)
    }
    isListening = history.isListening
  }

  /// Carries out a change of the plugin's state; returns why it could not.
  func carryOut(_ change: StateChange) -> StateFailure? {
    do throws(HostingError) {
      switch change {
      case .apply(let preset): try plugin.apply(preset: preset)
      case .restore(let folder): try plugin.restoreState(from: folder)
      case .save(let folder, let label): try plugin.saveState(to: folder, label: label)
      }
      return nil
    } catch .stateNotReadable {
      return .notReadable
    } catch .stateNotWritten {
      return .notWritten
    } catch {
      return .refused
    }
  }

  /// What is new since the last call.
  func takeUpdate() -> PluginUpdate {
    let events = isListening ? plugin.takeEvents() : []
    var controls: [String: Float] = [:]
    for symbol in symbols {
      guard let value = plugin.value(ofControl: symbol) else { continue }
      if told[symbol]?.bitPattern != value.bitPattern { controls[symbol] = value }
    }
    told.merge(controls) { $1 }
    let parameters = plugin.parameters.filter { toldParameters[$0.key] != $0.value }
    toldParameters.merge(parameters) { $1 }
    return PluginUpdate(
      runs: plugin.runs,
      nanoseconds: plugin.nanoseconds,
      latency_frames: plugin.latency.value,
      health: plugin.health,
      controls: controls,
      parameters: parameters,
      events: Array(events.filter(\.isSmall).prefix(PluginReporter.mostEvents)),
      messages: plugin.takeMessages()
    )
  }
}

extension PluginEvent {
  /// Whether it is worth its way to another process: pictures of a scope are not.
  fileprivate var isSmall: Bool {
    if case .other(_, let bytes) = content { bytes.count <= 1_000 } else { true }
  }
}
