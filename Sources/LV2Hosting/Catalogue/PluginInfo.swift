// SPDX-License-Identifier: Apache-2.0
// What is known of a plugin before it is instantiated: plain values, ready for JSON.

/// A plugin in a list.
package struct PluginSummary: Hashable, Codable, Sendable {
  /// The URI, which presets name.
  package var uri: String
  /// The name for people.
  package var name: String
  /// The label of the plugin's class, such as "Compressor Plugin".
  package var category: String
  /// The author, where that is said.
  package var author: String?
  /// How many audio inputs it has.
  package var audioInputs: Int
  /// How many audio outputs it has.
  package var audioOutputs: Int
  /// How many event inputs it has, for MIDI and messages.
  package var eventInputs: Int
  /// How many event outputs it has.
  package var eventOutputs: Int
}

/// A plugin as its data files describe it.
package struct PluginInfo: Hashable, Codable, Sendable {
  /// The URI, which presets name.
  package var uri: String
  /// The name for people.
  package var name: String
  /// The author, where that is said.
  package var author: String?
  /// The distributor, as a URI of a project or a person, where that is said.
  package var homepage: String?
  /// The URI of its licence, where that is said.
  package var licence: String?
  /// What it is for, where that is said.
  package var comment: String?
  /// Its minor and micro version; an even minor version above 0 is a release.
  package var version: String?
  /// The label of the plugin's class, such as "Compressor Plugin".
  package var category: String
  /// The URI of the plugin's class.
  package var classURI: String
  /// The folder of the bundle that it comes from.
  package var bundle: String
  /// Whether its `run` promises not to block; a plugin without that promise is allowed and marked.
  package var isRealtimeCapable: Bool
  /// Whether it has a port that says its latency.
  package var reportsLatency: Bool
  /// The URIs of the interfaces that it declares.
  package var extensionData: [String]
  /// The URIs of the host features without which it does not run.
  package var requiredFeatures: [String]
  /// The URIs of the host features that it can use.
  package var optionalFeatures: [String]
  /// The URIs of the options without which it does not run.
  package var requiredOptions: [String]
  /// The URIs of the options that it takes notice of.
  package var supportedOptions: [String]
  /// The ports, in index order.
  package var ports: [Port]
  /// Groups of ports that belong together.
  package var groups: [PortGroup]
  /// The symbol of the group through which sound comes in, where that is said.
  package var mainInput: String?
  /// The symbol of the group through which it goes out, where that is said.
  package var mainOutput: String?
  /// The parameters that are not ports, by URI.
  package var parameters: [PluginParameter]
  /// Which data file can't be read and why, where one can't.
  package var damage: String?
  /// The presets, by name; empty unless they were asked for.
  package var presets: [PluginPreset] = []
  /// What the data files say that can't be true, and that is left out; each a part of a sentence.
  package var defects: [String] = []
  /// The one of the defects for which the plugin can't be run, if there is one.
  package var obstacle: String?

  /// The parameter with this URI.
  package func parameter(_ uri: String) -> PluginParameter? {
    parameters.first { $0.uri == uri }
  }

  /// The port with this symbol.
  package func port(_ symbol: String) -> Port? {
    ports.first { $0.symbol == symbol }
  }

  /// Why this host can't run the plugin; `nil` when it can.
  package var refusal: HostingError? {
    if let damage { return .dataDamaged(plugin: uri, reason: damage) }
    if let obstacle { return .wrongData(plugin: uri, defect: obstacle) }
    if let feature = requiredFeatures.first(where: { HostFeature(rawValue: $0) == nil }) {
      return .requiresFeature(plugin: uri, feature: feature)
    }
    if let option = requiredOptions.first(where: { HostOption(rawValue: $0) == nil }) {
      return .requiresOption(plugin: uri, option: option)
    }
    if let port = ports.first(where: { $0.kind == .other && !$0.has(.connectionOptional) }) {
      return .unknownPortKind(plugin: uri, symbol: port.symbol)
    }
    return nil
  }
}

extension PluginInfo {
  /// A port of a plugin.
  package struct Port: Hashable, Codable, Sendable {
    /// The index in the plugin's list of ports.
    package var index: UInt32
    /// The symbol, unique in the plugin, which presets name.
    package var symbol: String
    /// The name for people.
    package var name: String
    /// What it is for, in words for people, where that is said.
    package var comment: String?
    /// What flows through it.
    package var kind: Kind
    /// Which way it flows.
    package var direction: Direction
    /// The value it starts with, where that is declared.
    package var defaultValue: Float?
    /// The least value, where that is declared.
    package var minimum: Float?
    /// The greatest value, where that is declared.
    package var maximum: Float?
    /// What is said of the port.
    package var properties: [Property]
    /// Values with a name of their own, ascending.
    package var scalePoints: [ScalePoint]
    /// Where along the travel of a knob its values are, ascending, straight in between; empty where
    /// that is not said.
    package var law: [LawPoint] = []
    /// The symbol of the unit, such as "dB".
    package var unit: String?
    /// The URI of the port's role, such as latency, where it has one.
    package var designation: String?
    /// The least size of an event port's buffer in bytes, where that is declared.
    package var minimumSize: Int?
    /// The symbol of the group that it belongs to, if any.
    package var group: String?
    /// The URIs of the types of event that it takes or gives.
    package var supports: [String]

    /// Whether the port has a property.
    package func has(_ property: Property) -> Bool {
      properties.contains(property)
    }

    /// Whether it is a side chain, which a chain leaves unconnected.
    package var isSideChain: Bool { has(.sideChain) }

    /// Whether it takes MIDI or puts it out.
    package var carriesMIDI: Bool {
      (kind == .event || kind == .oldEvent) && supports.contains(Vocabulary.midi("MidiEvent"))
    }

    /// Whether it switches the plugin off and on.
    package var isEnabledSwitch: Bool {
      kind == .control && direction == .input && designation == Vocabulary.core("enabled")
    }

    /// Whether it tells the plugin that time runs as fast as it can.
    package var isFreeWheelingSwitch: Bool {
      kind == .control && direction == .input && designation == Vocabulary.core("freeWheeling")
    }

    /// Whether its value is the plugin's latency in frames.
    package var reportsLatency: Bool {
      kind == .control && direction == .output
        && (has(.reportsLatency) || designation == Vocabulary.core("latency"))
    }
  }

  /// What flows through a port.
  package enum Kind: String, Hashable, Codable, Sendable {
    /// Samples.
    case audio
    /// One number for each block.
    case control
    /// A number for each frame.
    case cv
    /// A sequence of events (atoms).
    case event
    /// Events in the way that came before atoms.
    case oldEvent
    /// Something that this host does not know.
    case other
  }

  /// Which way a port's data flows, as the plugin sees it.
  package enum Direction: String, Hashable, Codable, Sendable {
    /// Into the plugin.
    case input
    /// Out of the plugin.
    case output
  }

  /// What can be said of a port.
  package enum Property: String, Hashable, Codable, Sendable, CaseIterable {
    /// Only whole numbers mean something.
    case integer
    /// 0 is off, everything above is on.
    case toggled
    /// Only the scale points mean something.
    case enumeration
    /// A dial should be logarithmic.
    case logarithmic
    /// The value goes back to its default after a block.
    case trigger
    /// Values beyond the range are not allowed, rather than merely unusual.
    case strictBounds
    /// The declared values are multiples of the sample rate; they are read multiplied.
    case sampleRate
    /// It listens to a second signal that steers the first.
    case sideChain
    /// It need not be connected.
    case connectionOptional
    /// Its value is the plugin's latency in frames.
    case reportsLatency
    /// People need not see it.
    case notOnGUI
    /// Changing it costs much.
    case expensive
    /// Changing it can be heard as a click.
    case causesArtifacts
    /// It is not meant to be changed by a machine.
    case notAutomatic
  }

  /// Ports that belong together, such as the two sides of a stereo signal.
  package struct PortGroup: Hashable, Codable, Sendable {
    /// The symbol, unique in the plugin.
    package var symbol: String
    /// The name for people.
    package var name: String
    /// The layout, such as "StereoGroup" or "MonoGroup", where that is said.
    package var layout: String?
    /// The symbol of the group that it is a side chain of, if it is one.
    package var sideChainOf: String?
    /// The symbols of its ports.
    package var ports: [String]
  }

  /// A value on the way of a knob.
  package struct LawPoint: Hashable, Codable, Sendable {
    /// From 0, the left end, to 1.
    package var place: Float
    /// The value.
    package var value: Float
  }

  /// A value with a name of its own.
  package struct ScalePoint: Hashable, Codable, Sendable {
    /// The value.
    package var value: Float
    /// Its name.
    package var label: String
  }
}

extension PluginInfo {
  /// The ports of one direction that carry MIDI: the one that is designated for control first, the
  /// others in index order.
  package func midiPorts(_ direction: Direction) -> [Port] {
    let all = ports.filter { $0.carriesMIDI && $0.direction == direction }
    let isMain = { (port: Port) in port.designation == Vocabulary.core("control") }
    return all.filter(isMain) + all.filter { !isMain($0) }
  }
}

/// What is known of a plugin, for all of its instances: the value is larger than many a plugin.
final class SharedInfo: Sendable {
  let info: PluginInfo

  init(_ info: PluginInfo) {
    self.info = info
  }
}
