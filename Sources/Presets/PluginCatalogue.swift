// SPDX-License-Identifier: Apache-2.0
// What the preset checker must know about plugins and files; the host answers it from what is
// installed.

/// The plugins that a preset may name.
///
/// > Threading: Control.
package protocol PluginCatalogue {
  /// The plugin with this URI, or `nil` when it is not installed.
  func plugin(_ uri: String) -> PluginDescription?
  /// The URIs of all installed plugins, to suggest one for a misspelt one.
  var uris: [String] { get }
  /// The presets of a plugin.
  func presets(of uri: String) -> [PluginDescription.Preset]
  /// The plugin whose state was saved in a folder.
  func plugin(ofState folder: String) -> StateOwner
  /// The findings on an existing sound file.
  func findings(onSoundFile path: String) -> Findings
  /// The findings on an existing list of sound files, or a folder of them.
  func findings(onTrackList path: String) -> Findings
  /// The findings on a preset of a plugin, by its URI.
  func findings(onPreset uri: String, of plugin: String) -> Findings
}

extension PluginCatalogue {
  /// Finds nothing about sound files.
  package func findings(onSoundFile path: String) -> Findings {
    Findings(problem: nil, remarks: [])
  }

  /// Finds nothing about lists.
  package func findings(onTrackList path: String) -> Findings {
    Findings(problem: nil, remarks: [])
  }

  /// Finds nothing about presets of plugins.
  package func findings(onPreset uri: String, of plugin: String) -> Findings {
    Findings(problem: nil, remarks: [])
  }
}

/// Problems and remarks about a file from elsewhere: a sound file, a preset of a plugin.
package struct Findings: Hashable, Sendable {
  /// Why it can't be used, as text after a colon; `nil` when it can, or when that is not known.
  package var problem: String?
  /// What is wrong with a file that can be used, each as the rest of a sentence that begins with
  /// its name.
  package var remarks: [String]

  /// Makes findings.
  package init(problem: String?, remarks: [String]) {
    (self.problem, self.remarks) = (problem, remarks)
  }
}

/// The plugin whose state is in a folder.
package enum StateOwner: Hashable, Sendable {
  /// The plugin with this URI.
  case plugin(String)
  /// There is no state.
  case nobody
  /// The state can't be read; the sentence, without its full stop, names the file and the problem.
  case unreadable(String)
}

/// A plugin as the preset checker sees it.
package struct PluginDescription: Hashable, Sendable {
  /// The URI.
  package var uri: String
  /// The ports in index order.
  package var ports: [Port]
  /// The parameters that are not ports.
  package var parameters: [Parameter]
  /// The audio inputs of the main signal.
  package var input: Path
  /// The audio outputs of the main signal.
  package var output: Path
  /// The side chain inputs, by symbol.
  package var sideChain: [String]
  /// Why this host can't run the plugin, as the end of a sentence ("it requires …"); `nil` when it
  /// can.
  package var refusal: String?
  /// What it did when it was tried, as the end of a sentence ("it crashes …"); such a plugin runs
  /// in a process of its own or not at all.
  package var danger: String?

  /// A port of a plugin.
  package struct Port: Hashable, Sendable {
    /// The symbol, unique in the plugin.
    package var symbol: String
    /// The signal of the port and its direction.
    package var kind: Kind
    /// Values with a name of their own.
    package var scalePoints: [ScalePoint]

    /// Describes a port.
    package init(symbol: String, kind: Kind, scalePoints: [ScalePoint] = []) {
      self.symbol = symbol
      self.kind = kind
      self.scalePoints = scalePoints
    }
  }

  /// A value with a name of its own.
  package struct ScalePoint: Hashable, Sendable {
    /// The value.
    package var value: Float
    /// Its name.
    package var label: String

    /// Names a value.
    package init(value: Float, label: String) {
      self.value = value
      self.label = label
    }
  }

  /// A property of a plugin that is no port.
  package struct Parameter: Hashable, Sendable {
    /// The URI.
    package var uri: String
    /// The names that presets may use instead, the usual one first.
    package var names: [String]
    /// What it takes.
    package var kind: ParameterKind
    /// Whether it can be set.
    package var isWritable: Bool
    /// Values with a name of their own.
    package var scalePoints: [ScalePoint]

    /// Describes a parameter.
    package init(
      uri: String,
      names: [String],
      kind: ParameterKind,
      isWritable: Bool = true,
      scalePoints: [ScalePoint] = []
    ) {
      self.uri = uri
      self.names = names
      self.kind = kind
      self.isWritable = isWritable
      self.scalePoints = scalePoints
    }
  }

  /// What a parameter takes.
  package enum ParameterKind: Hashable, Sendable {
    case number(minimum: Double, maximum: Double, isInteger: Bool)
    case toggle
    case text
    case path
    case uri
    case other
  }

  /// A preset of a plugin.
  package struct Preset: Hashable, Sendable {
    /// The URI.
    package var uri: String
    /// The name for people.
    package var label: String

    /// Describes a preset.
    package init(uri: String, label: String) {
      self.uri = uri
      self.label = label
    }
  }

  /// The audio ports of the main signal through a plugin.
  package struct Path: Hashable, Sendable {
    /// The symbols, in the order of channels.
    package var symbols: [String]
    /// The layout of the channels, such as "StereoGroup", where the plugin declares it.
    package var layout: String?

    /// Describes the ports.
    package init(_ symbols: [String], layout: String? = nil) {
      self.symbols = symbols
      self.layout = layout
    }
  }

  /// The signal of a port.
  package enum Kind: Hashable, Sendable {
    case audioInput
    case audioOutput
    case controlInput(minimum: Float, maximum: Float, isInteger: Bool, isToggle: Bool)
    case controlOutput
    case midiInput
    case midiOutput
    case other
  }

  /// Describes a plugin; by default all of its audio ports belong to the main signal.
  package init(
    uri: String,
    ports: [Port],
    parameters: [Parameter] = [],
    input: Path? = nil,
    output: Path? = nil,
    sideChain: [String] = [],
    refusal: String? = nil,
    danger: String? = nil
  ) {
    self.uri = uri
    self.ports = ports
    self.parameters = parameters
    self.sideChain = sideChain
    self.refusal = refusal
    let inputs = ports.filter { $0.kind == .audioInput && !sideChain.contains($0.symbol) }
    self.input = input ?? Path(inputs.map(\.symbol))
    self.output = output ?? Path(ports.filter { $0.kind == .audioOutput }.map(\.symbol))
    self.danger = danger
  }
}
