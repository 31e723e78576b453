// SPDX-License-Identifier: Apache-2.0
// Presets and saved states, found and read.

internal import CLilv
internal import Glibc

/// A preset of a plugin.
public struct PluginPreset: Hashable, Codable, Sendable {
  /// The URI.
  public var uri: String
  /// The name for people.
  public var label: String
  /// The bank that it belongs to, where that is said.
  public var bank: String?
}

extension LV2World {
  /// The presets of a plugin, by name.
  ///
  /// The first time this reads the files of all of them. What they say is kept, until a bundle is taken in: lilv keeps some
  /// memory of each reading.
  public func presets(of uri: String) -> [PluginPreset] {
    if let known = knownPresets[uri] { return known }
    let presets = readPresets(of: uri)
    knownPresets[uri] = presets
    return presets
  }

  private func readPresets(of uri: String) -> [PluginPreset] {
    loadPresetBundles(of: uri)
    guard let plugin = unsafe find(uri),
      let all = unsafe lilv_plugin_get_related(plugin, node(Vocabulary.presets("Preset")))
    else { return [] }
    defer { unsafe lilv_nodes_free(all) }
    var result: [PluginPreset] = []
    var loaded: [OpaquePointer] = unsafe []
    var files: Set<String> = []
    var position = unsafe lilv_nodes_begin(all)
    while unsafe !lilv_nodes_is_end(all, position) {
      if let preset = unsafe lilv_nodes_get(all, position) {
        // One file often has all presets of a plugin: it is read once.
        let file = unsafe said(Vocabulary.rdfs("seeAlso"), of: preset) ?? ""
        if files.insert(file).inserted {
          unsafe load(preset)
          unsafe loaded.append(preset)
        }
        unsafe result.append(read(preset))
      }
      unsafe position = lilv_nodes_next(all, position)
    }
    unsafe loaded.forEach { unsafe lilv_world_unload_resource(pointer, $0) }
    return result.sorted { ($0.label, $0.uri) < ($1.label, $1.uri) }
  }

  /// Reads the files that say more of something.
  private func load(_ resource: OpaquePointer) {
    FileReading.alone { _ = unsafe lilv_world_load_resource(pointer, resource) }
  }

  private func read(_ preset: OpaquePointer) -> PluginPreset {
    let uri = unsafe LV2World.text(preset) ?? ""
    return unsafe PluginPreset(
      uri: uri,
      label: said(Vocabulary.rdfs("label"), of: preset) ?? uri,
      bank: said(Vocabulary.presets("bank"), of: preset)
    )
  }

  private func said(_ predicate: String, of preset: OpaquePointer) -> String? {
    unsafe LV2World.take(lilv_world_get(pointer, preset, node(predicate), nil))
  }

  /// A preset of a plugin; `nil` when there is none with this URI, or it is another plugin's.
  public func preset(_ uri: String, of plugin: String) -> LV2State? {
    loadPresetBundles(of: plugin)
    guard let subject = unsafe node(uri) else { return nil }
    unsafe load(subject)
    // Some presets are for several plugins.
    let applies = unsafe node(Vocabulary.core("appliesTo"))
    guard unsafe lilv_world_ask(pointer, subject, applies, node(plugin)) else { return nil }
    var map = unsafe HostFeatures.map
    guard let state = unsafe lilv_state_new_from_world(pointer, &map, subject) else { return nil }
    return unsafe LV2State(state, of: plugin, world: self)
  }

  /// The state that was saved in a folder, the one before if a crash has cut its writing short; `nil` when there is none.
  public func state(in folder: String) -> LV2State? {
    let last = folder + "/" + LV2State.lastFileName
    let path = unsafe access(last, R_OK) == 0 ? last : folder + "/" + LV2State.fileName
    // lilv would say so on standard error.
    guard unsafe access(path, R_OK) == 0 else { return nil }
    var map = unsafe HostFeatures.map
    let state = unsafe FileReading.alone {
      unsafe lilv_state_new_from_file(pointer, &map, nil, path)
    }
    return unsafe state.map { unsafe LV2State($0, world: self) }
  }

  /// Takes in a bundle that was made after the world was loaded, such as a saved preset.
  public func load(bundle folder: String) {
    let path = folder.hasSuffix("/") ? folder : folder + "/"
    guard let node = unsafe lilv_new_file_uri(pointer, nil, path) else { return }
    knownPresets = [:]
    FileReading.alone { unsafe lilv_world_load_bundle(pointer, node) }
    unsafe lilv_node_free(node)
  }
}
