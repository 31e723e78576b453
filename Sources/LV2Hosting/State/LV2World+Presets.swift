// SPDX-License-Identifier: Apache-2.0
// Presets, found and read.

internal import CLilv

/// A preset of a plugin.
package struct PluginPreset: Hashable, Codable, Sendable {
  /// The URI.
  package var uri: String
  /// The name for people.
  package var label: String
  /// The bank that it belongs to, where that is said.
  package var bank: String?
}

extension LV2World {
  /// The presets of a plugin, by name.
  ///
  /// The first time this reads the files of all of them. What they say is kept, until a bundle is
  /// taken in: lilv keeps some memory of each reading.
  package func presets(of uri: String) -> [PluginPreset] {
    if let known = knownPresets[uri] { return known }
    let presets = readPresets(of: uri)
    knownPresets[uri] = presets
    return presets
  }

  private func readPresets(of uri: String) -> [PluginPreset] {
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
  ///
  /// - Throws: which of its files can't be read, and why.
  package func preset(_ uri: String, of plugin: String) throws(HostingError) -> LV2State? {
    try stateInBundles(of: .uri(uri), for: plugin)
  }

  /// What the bundle of a plugin says that it starts with.
  func defaultState(of plugin: String) -> LV2State? {
    try? stateInBundles(of: .uri(plugin), for: plugin)
  }

  /// The state that is said of something in the files of a plugin's bundles.
  private func stateInBundles(
    of subject: Term,
    for plugin: String
  ) throws(HostingError) -> LV2State? {
    var (files, seen) = (manifests(of: plugin), Set<String>())
    var state = LV2State(plugin: plugin)
    // Some presets are for several plugins.
    var applies = subject == .uri(plugin)
    while !files.isEmpty {
      let file = files.removeFirst()
      guard seen.insert(file).inserted, let triples = dataOfBundle(file) else { continue }
      applies = applies || triples.has(subject, Vocabulary.core("appliesTo"), .uri(plugin))
      files += triples.objects(of: subject, Vocabulary.rdfs("seeAlso")).compactMap(\.path)
      let folder = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex))
      let reader = StateReader(triples: triples, folder: folder)
      let part: LV2State
      do throws(StateProblem) {
        part = try reader.state(of: subject, for: plugin)
      } catch {
        throw .dataDamaged(plugin: plugin, reason: "\(file) can't be read: \(error.sentence)")
      }
      state.label = state.label ?? part.label
      state.controls.merge(part.controls) { first, _ in first }
      state.properties.merge(part.properties) { first, _ in first }
    }
    return applies ? state : nil
  }

  /// What a file of a bundle says; the last one is remembered, for some hold a thousand presets.
  private func dataOfBundle(_ file: String) -> Triples? {
    let stamp = FileStamp(file)
    if let lastData, stamp != nil, lastData.stamp == stamp { return lastData.triples }
    guard let triples = try? DataFile.triplesOfBundle(file) else { return nil }
    if let stamp { lastData = (stamp, triples) }
    return triples
  }
}
