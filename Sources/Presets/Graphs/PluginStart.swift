// SPDX-License-Identifier: Apache-2.0
// Reads what a plugin starts with: one of its presets, or a state that was saved.

import RigModel

extension PluginUse {
  /// Reads `preset` and `state`.
  static func start(
    _ fields: Fields,
    of plugin: PluginDescription,
    _ context: PresetContext
  ) -> Graph.Start? {
    if let node = fields["preset"] {
      fields.refuse(["state"], "can't stand beside 'preset', for each says everything")
      return preset(node, of: plugin, context).map { .preset($0) }
    }
    return fields["state"].flatMap { state($0, of: plugin, context) }
  }

  /// The URI of the preset that is named, by its label or its URI.
  private static func preset(
    _ node: YAMLNode,
    of plugin: PluginDescription,
    _ context: PresetContext
  ) -> String? {
    guard let name = node.text(as: "preset", context.log) else { return nil }
    let presets = context.catalogue.presets(of: plugin.uri)
    let found = presets.named(name)
    let owner = "the plugin \(plugin.uri.quoted)"
    if found.count == 1 {
      let findings = context.catalogue.findings(onPreset: found[0].uri, of: plugin.uri)
      let subject = "the preset \(found[0].label.quoted) of \(owner)"
      for remark in findings.remarks { context.log.warn(node.position, "\(subject) \(remark)") }
      guard let problem = findings.problem else { return found[0].uri }
      context.miss(node.position, "\(subject) can't be used: \(problem)")
      return nil
    }
    guard found.isEmpty else {
      let list = Spelling.list(found.map(\.uri))
      let message = "\(owner) has \(found.count) presets called \(name.quoted)"
      context.log.report(node.position, "\(message): name one of \(list)")
      return nil
    }
    let hint = Spelling.hintOrList(name, among: presets.map(\.label), of: "its presets")
    context.miss(node.position, "\(name.quoted) is no preset of \(owner)\(hint)")
    return nil
  }

  private static func state(
    _ node: YAMLNode,
    of plugin: PluginDescription,
    _ context: PresetContext
  ) -> Graph.Start? {
    guard let text = node.text(as: "state", context.log) else { return nil }
    let folder = Path.absolute(text, in: node.position.file)
    let message: String
    switch context.catalogue.plugin(ofState: folder) {
    case .plugin(plugin.uri): return .state(folder: folder)
    case .plugin(let owner):
      message = "the state in \(folder.quotedPath) is one of the plugin \(owner.quoted)"
    case .nobody:
      message =
        "the folder \(folder.quotedPath) holds no saved state: 'tarmac plugin save' makes one"
    case .unreadable(let sentence): message = "\(sentence); save it again, or name another"
    }
    context.miss(node.position, message)
    return nil
  }
}

extension [PluginDescription.Preset] {
  /// The presets with a name: the one with this URI, else those with this label.
  package func named(_ name: String) -> [PluginDescription.Preset] {
    let byURI = filter { $0.uri == name }
    guard byURI.isEmpty else { return byURI }
    let exact = filter { $0.label == name }
    return exact.isEmpty ? filter { $0.label.lowercased() == name.lowercased() } : exact
  }
}

extension YAMLNode {
  /// The folder for the states of the whole rig, which need not be there yet.
  func stateFolder(_ log: ProblemLog) -> String? {
    guard let text = text(as: "state", log) else { return nil }
    let folder = Path.absolute(text, in: position.file)
    if Path.exists(folder), !Path.isFolder(folder) {
      log.report(position, "\(folder.quotedPath) is no folder, so states can't be kept there")
    }
    return folder
  }
}
