// SPDX-License-Identifier: Apache-2.0
// The states of a rig's plugins in a folder: one folder for each instance, and a file that says what is where.

import FoundationEssentials
import Presets

/// What the file in a folder with the states of a rig says.
struct PluginStates: Codable, Hashable {
  /// The version of the format.
  var version = 1
  /// The states.
  var plugins: [Entry] = []

  /// The name of the file.
  static let fileName = "tarmac-state.json"

  /// The state of one instance.
  struct Entry: Codable, Hashable {
    /// Where the state is, relative to the folder; it says which instance it is.
    var folder: String
    /// The URI of the plugin.
    var plugin: String
    /// What the preset wanted of the plugin when it was saved.
    var settings: PluginSettings
    /// Parameters that the plugin had been sent and not met, as text, by URI.
    var unheard: [String: String]
  }

  /// Reads the file in `folder`; `nil` when there is none.
  static func read(from folder: String) throws(HostError) -> PluginStates? {
    let path = "\(folder)/\(fileName)"
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    do {
      let bytes = try Data(contentsOf: URL(filePath: path))
      let states = try JSONDecoder().decode(PluginStates.self, from: bytes)
      if states.version == 1 { return states }
    } catch {
      throw .data("The states in \(folder) can't be understood: \(fileName) is damaged.")
    }
    throw .data("The states in \(folder) were saved by another version of Tarmac.")
  }

  /// Writes the file into `folder`, as a whole or not at all.
  func write(to folder: String) throws(HostError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      let bytes = try encoder.encode(self)
      try bytes.write(to: URL(filePath: "\(folder)/\(Self.fileName)"), options: .atomic)
    } catch {
      throw .inputOutput("Cannot write to \(folder): is there room, and may it be written to?")
    }
  }
}

/// What a preset wants of one plugin instance.
struct PluginSettings: Codable, Hashable {
  /// A preset or a folder that it starts with.
  var start: String?
  /// Values of control inputs by symbol.
  var values: [String: Float] = [:]
  /// Values of parameters as text, by URI.
  var parameters: [String: String] = [:]

  init(_ node: Graph.Node) {
    switch node.start {
    case .preset(let uri): start = uri
    // The folder moves along with the rig's; its name tells it.
    case .state(let folder): start = folder.split(separator: "/").last.map(String.init)
    case nil: start = nil
    }
    (values, parameters) = (node.values, node.parameters)
  }

  init(_ variant: Graph.SharedVariant) {
    (values, parameters) = (variant.values, variant.parameters)
  }

  /// What is other here than in `before`; what is gone from it is left to the state.
  func changes(since before: PluginSettings) -> PluginSettings {
    var changes = self
    changes.values = values.filter { before.values[$0.key] != $0.value }
    changes.parameters = parameters.filter { before.parameters[$0.key] != $0.value }
    return changes
  }
}
