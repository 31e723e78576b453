// SPDX-License-Identifier: Apache-2.0
// Makes the plugins of channels, with the states that they start with.

import LV2Hosting
import Quantities
import RigErrors
import RigModel

extension ChannelBuilder {
  /// Brings a plugin up, and the variant that stands for it while its session lacks a token.
  func build(
    _ node: Graph.Node,
    _ channel: Channel,
    _ states: SavedStates? = nil,
    _ statePath: String = ""
  ) throws(RigError) -> LivePlugin {
    do throws(HostingError) {
      let settings = PluginSettings(node)
      let entry = states?.entry(statePath, of: node.plugin, settings)
      let instance = try instantiate(node.plugin, settings, node.start, entry)
      guard let shared = node.shared else {
        return LivePlugin(id: node.id, uri: node.plugin, instance: instance)
      }
      let other = PluginSettings(shared)
      let kept = states?.entry(statePath + PluginSlot.sharedSuffix, of: shared.plugin, other)
      let variant = try instantiate(shared.plugin, other, nil, kept)
      return LivePlugin(
        id: node.id,
        uri: node.plugin,
        instance: instance,
        shared: (variant, shared.token)
      )
    } catch {
      throw .data("Session '\(channel.name)', plugin '\(node.id)': \(error.description)")
    }
  }

  /// Makes an instance that starts with what is kept for it, else as its preset says.
  private func instantiate(
    _ plugin: String,
    _ settings: PluginSettings,
    _ start: Graph.Start?,
    _ kept: SavedStates.Kept?
  ) throws(HostingError) -> LV2Instance {
    let instance = try world.instantiate(
      plugin,
      sampleRate: sampleRate,
      maximumBlock: maximumBlock,
      nominalBlock: blockFrames,
      values: settings.values,
      isOffline: isOffline
    )
    reportGap(of: start, kept)
    if let kept {
      do throws(HostingError) {
        try instance.restoreState(from: kept.folder)
        try begin(instance, kept.changes)
        return instance
      } catch {
        problems.append("'\(kept.name)' has not got its state: \(error.description).")
      }
    }
    switch start {
    case .preset(let uri): try instance.apply(preset: uri)
    case .state(let folder): try instance.restoreState(from: folder)
    case nil: break
    }
    try begin(instance, settings)
    return instance
  }

  /// Reports files that are gone from the state that a plugin starts with.
  func reportGap(of start: Graph.Start?, _ kept: SavedStates.Kept?) {
    let preset: String? = if case .state(let folder) = start { folder } else { nil }
    if let gap = (kept?.folder ?? preset).flatMap(LV2State.gap) { problems.append(gap) }
  }

  private func begin(
    _ instance: LV2Instance,
    _ settings: PluginSettings
  ) throws(HostingError) {
    var parameters: [String: ParameterValue] = [:]
    for (uri, text) in settings.parameters {
      guard let value = instance.info.parameter(uri)?.value(of: text) else {
        throw .wrongParameterValue(plugin: instance.info.uri, parameter: uri)
      }
      parameters[uri] = value
    }
    // Offline the first frame is the first one, unless the preset says otherwise.
    try instance.begin(with: settings.values, parameters: parameters, asks: !isOffline)
  }
}
