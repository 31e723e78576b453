// SPDX-License-Identifier: Apache-2.0
// The states of a rig's plugins in a folder: one folder for each instance, and a file that says
// what is where.

import RigErrors
import RigFiles
import RigModel

/// What the file in a folder with the states of a rig says.
struct PluginStates: Codable, Hashable {
  /// The version of the format; in 1 there were neither checksums nor lists of files.
  var version = 2
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
  ///
  /// If it is damaged and the one before it counts, `tell` hears of it.
  static func read(
    from folder: String,
    tell: (String) -> Void = { _ in }
  ) throws(RigError) -> PluginStates? {
    let states: PluginStates
    switch file(in: folder).read(PluginStates.self, settingAside: false) {
    case .nothing: return nil
    case .present(let present): states = present
    case .former(let former, let sentence):
      tell(sentence)
      states = former
    case .damaged:
      throw .data("The states in \(folder) can't be understood: \(fileName) is damaged.")
    }
    guard (1...2).contains(states.version) else {
      throw .data("The states in \(folder) were saved by another version of Tarmac.")
    }
    return states
  }

  /// Writes the file into `folder`, as a whole or not at all.
  func write(to folder: String) throws(RigError) { try Self.file(in: folder).write(self) }

  private static func file(in folder: String) -> StoredJSON {
    StoredJSON(fileName, in: folder, mode: .file)
  }

  /// Refuses a folder that is neither new nor empty, and holds no states of a rig; returns those
  /// that it holds.
  static func require(
    writable folder: String,
    _ links: Folder.Links
  ) throws(RigError) -> PluginStates? {
    let root = try Folder(making: folder, links: links)
    try root.requireOwn()
    if let states = try read(from: folder) { return states }
    guard root.names.isEmpty else {
      throw .data(
        "There is something else in \(folder) than states that a rig has saved: name another folder."
      )
    }
    return nil
  }
}

/// The states in a folder, for plugins that are being built.
package struct SavedStates {
  let folder: String
  let states: PluginStates

  /// What is kept for one plugin.
  struct Kept {
    /// How people call the plugin.
    let name: String
    /// Where its state is.
    let folder: String
    /// What is to be set on top of it.
    let changes: PluginSettings
  }

  /// What is kept for the plugin at a place, unless its preset wants it to start with something
  /// else since.
  ///
  /// On top of its state come parameters that it had not met, and what its preset says and did not
  /// say then.
  func entry(_ path: String, of plugin: String, _ settings: PluginSettings) -> Kept? {
    guard let entry = states.plugins.first(where: { $0.folder == path }),
      entry.plugin == plugin, entry.settings.start == settings.start
    else { return nil }
    var changes = settings.changes(since: entry.settings)
    changes.parameters.merge(entry.unheard) { new, _ in new }
    let name = path.replacing("/", with: ".")
    return Kept(name: name, folder: "\(folder)/\(path)", changes: changes)
  }
}

extension Channel {
  /// For each node of the graph its place in a folder with states: `deck/comp`, `deck/comp.2` for a
  /// second instance.
  var statePaths: [String] {
    var counts: [String: Int] = [:]
    return graph.nodes.map { node in
      let number = counts[node.id, default: 0] + 1
      counts[node.id] = number
      return "\(name)/\(node.id)" + (number == 1 ? "" : ".\(number)")
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
