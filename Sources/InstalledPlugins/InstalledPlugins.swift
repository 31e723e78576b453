// SPDX-License-Identifier: Apache-2.0
// The installed LV2 plugins, as the preset checker and the command line want them.

package import LV2Hosting
import Presets
import SoundFiles

/// Answers the preset checker from the installed LV2 plugins.
///
/// > Threading: Control.
package struct InstalledPlugins: PluginCatalogue {
  let world: LV2World
  /// Plugins that are not to be run although they could be, with what they have done, to go on with
  /// after a colon.
  var dangerous: [PluginCopy: String] = [:]

  package init(world: LV2World, dangerous: [PluginCopy: String] = [:]) {
    (self.world, self.dangerous) = (world, dangerous)
  }

  var uris: [String] { world.uris }

  func plugin(_ uri: String) -> PluginDescription? {
    guard let info = world.plugin(uri) else { return nil }
    return PluginDescription(
      uri: uri,
      ports: info.ports.map { port in
        PluginDescription.Port(
          symbol: port.symbol,
          kind: kind(of: port),
          scalePoints: port.scalePoints.map(PluginDescription.ScalePoint.init)
        )
      },
      parameters: info.parameters.map { description(of: $0, of: info) },
      input: PluginDescription.Path(info.mainPath(.input)),
      output: PluginDescription.Path(info.mainPath(.output)),
      sideChain: info.sideChainInputs,
      refusal: info.refusal?.reason,
      danger: dangerous[info.copy]
    )
  }

  func presets(of uri: String) -> [PluginDescription.Preset] {
    world.presets(of: uri).map { PluginDescription.Preset(uri: $0.uri, label: $0.label) }
  }

  func plugin(ofState folder: String) -> StateOwner {
    do throws(StateFileProblem) {
      return .plugin(try LV2State(in: folder).plugin)
    } catch {
      return error.isMissing ? .nobody : .unreadable(error.sentence)
    }
  }

  func findings(onSoundFile path: String) -> Findings {
    let (problem, remarks) = SoundFile.findings(on: path)
    return Findings(problem: problem, remarks: remarks)
  }

  func findings(onTrackList path: String) -> Findings {
    let (problem, remarks) = TrackList.findings(on: path)
    return Findings(problem: problem, remarks: remarks)
  }

  func findings(onPreset uri: String, of plugin: String) -> Findings {
    do throws(HostingError) {
      let state = try world.preset(uri, of: plugin)
      let remarks = state.flatMap { state in world.plugin(plugin).map(state.remarks) }
      return Findings(problem: nil, remarks: remarks ?? [])
    } catch {
      return Findings(problem: error.reason, remarks: [])
    }
  }

  private func description(
    of parameter: PluginParameter,
    of plugin: PluginInfo
  ) -> PluginDescription.Parameter {
    PluginDescription.Parameter(
      uri: parameter.uri,
      names: plugin.names(of: parameter),
      kind: kind(of: parameter),
      isWritable: parameter.isWritable,
      scalePoints: parameter.scalePoints.map(PluginDescription.ScalePoint.init)
    )
  }

  private func kind(of parameter: PluginParameter) -> PluginDescription.ParameterKind {
    switch parameter.type {
    case .int: number(parameter, Double(Int32.min)...Double(Int32.max), isInteger: true)
    case .long: number(parameter, -0x1p63...0x1p63.nextDown, isInteger: true)
    case .float, .double: number(parameter, -.infinity ... .infinity, isInteger: false)
    case .bool: .toggle
    case .string: .text
    case .path: .path
    case .uri, .urid: .uri
    case .other: .other
    }
  }

  private func number(
    _ parameter: PluginParameter,
    _ bounds: ClosedRange<Double>,
    isInteger: Bool
  ) -> PluginDescription.ParameterKind {
    .number(
      minimum: parameter.minimum.map(Double.init) ?? bounds.lowerBound,
      maximum: parameter.maximum.map(Double.init) ?? bounds.upperBound,
      isInteger: isInteger
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
    case (.event, let direction) where port.carriesMIDI,
      (.oldEvent, let direction) where port.carriesMIDI:
      direction == .input ? .midiInput : .midiOutput
    case (.cv, _), (.event, _), (.oldEvent, _), (.other, _): .other
    }
  }
}

extension PluginDescription.ScalePoint {
  fileprivate init(_ point: PluginInfo.ScalePoint) {
    self.init(value: point.value, label: point.label)
  }
}

extension PluginDescription.Path {
  fileprivate init(_ path: PluginInfo.MainPath) {
    self.init(path.symbols, layout: path.layout)
  }
}

/// The installed plugins, by URI.
package func installedPlugins() -> [PluginSummary] {
  loadedWorld().plugins()
}

/// What is wrong with manifests of installed bundles, a sentence for each.
package func bundleProblems() -> [String] {
  loadedWorld().problems.map { "\($0); its bundle is left out." }
}

/// What the data files of a plugin say; `nil` when it is not installed.
package func pluginInfo(uri: String) -> PluginInfo? {
  loadedWorld().plugin(uri, withPresets: true)
}

/// A world with the manifests of all bundles.
package func loadedWorld() -> LV2World {
  let world = LV2World()
  world.load()
  return world
}
