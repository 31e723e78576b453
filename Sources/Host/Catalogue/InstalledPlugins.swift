// SPDX-License-Identifier: Apache-2.0
// The installed LV2 plugins, as the preset checker and the command line want them.

public import LV2Hosting
import Presets

/// Answers the preset checker from the installed LV2 plugins.
///
/// > Threading: Control.
struct InstalledPlugins: PluginCatalogue {
  let world: LV2World
  /// Plugins that are not to be run although they could be.
  var dangerous: [String: PluginCheck] = [:]

  var uris: [String] { world.uris }

  func plugin(_ uri: String) -> PluginDescription? {
    guard let info = world.plugin(uri) else { return nil }
    return PluginDescription(
      uri: uri,
      ports: info.ports.map { port in
        PluginDescription.Port(
          symbol: port.symbol,
          kind: kind(of: port),
          isSideChain: port.isSideChain
        )
      },
      refusal: info.refusal?.reason ?? dangerous[uri]?.refusal
    )
  }

  private func kind(of port: PluginInfo.Port) -> PluginDescription.Kind {
    switch (port.kind, port.direction) {
    case (.audio, .input): .audioInput
    case (.audio, .output): .audioOutput
    case (.control, .output): .controlOutput
    case (.control, .input):
      .controlInput(
        minimum: port.minimum ?? -.infinity,
        maximum: port.maximum ?? .infinity,
        isInteger: port.has(.integer) || port.has(.enumeration),
        isToggle: port.has(.toggled)
      )
    case (.cv, _), (.event, _), (.oldEvent, _), (.other, _): .other
    }
  }
}

extension PluginCheck {
  /// Why it is not run, to go on with after the plugin's name and a colon.
  fileprivate var refusal: String {
    let first = flaws.first ?? verdict.rawValue
    return "its check says that it \(first); use another, or run with --force"
  }
}

/// The installed plugins, by URI.
public func installedPlugins() -> [PluginSummary] {
  loadedWorld().plugins()
}

/// What the data files of a plugin say; `nil` when it is not installed.
public func pluginInfo(uri: String) -> PluginInfo? {
  loadedWorld().plugin(uri, withPresets: true)
}

/// A world with the manifests of all bundles.
func loadedWorld() -> LV2World {
  let world = LV2World()
  world.load()
  return world
}
