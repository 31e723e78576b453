// SPDX-License-Identifier: Apache-2.0
// Loading no more bundles than are needed.

internal import CLilv
internal import Glibc

extension LV2World {
  /// `tarmac` in the user's cache folder; `nil` where there is no home.
  public static var usualIndexFolder: String? {
    if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/tarmac" }
    return variable("HOME").map { $0 + "/.cache/tarmac" }
  }

  /// Where lilv looks when it is not told.
  static var usualPath: String {
    variable("LV2_PATH")
      ?? "~/.lv2:/usr/lib/\(machine)-linux-gnu/lv2:/usr/lib/lv2:/usr/local/lib/lv2"
  }

  private static var machine: String {
    #if arch(arm64)
      "aarch64"
    #else
      "x86_64"
    #endif
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }

  /// One file for each list of folders.
  static func indexFile(in folder: String, path: String) -> String {
    let hash = path.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64($1)) &* 1_099_511_628_211
    }
    return "\(folder)/plugins-\(String(hash, radix: 16)).index"
  }

  /// The index in a file, if it is whole and nothing has changed since.
  static func validIndex(_ file: String, path: String) -> PluginIndex? {
    guard let text = TextFile.read(file), let index = PluginIndex(text: text), index.path == path,
      index.bundles == BundleStamp.all(in: path)
    else { return nil }
    return index
  }

  /// Writes an index; where it can't be written, the next run is as slow as this one.
  static func keep(_ index: PluginIndex, in file: String) {
    guard let slash = file.lastIndex(of: "/") else { return }
    let folder = String(file[..<slash])
    if let above = folder.lastIndex(of: "/") { _ = unsafe mkdir(String(folder[..<above]), 0o700) }
    _ = unsafe mkdir(folder, 0o755)
    TextFile.write(index.text, to: file)
  }

  /// What the manifests of all bundles have said.
  func makeIndex(of bundles: [BundleStamp]) -> PluginIndex {
    var index = PluginIndex(path: path, bundles: bundles)
    let places = Dictionary(
      bundles.enumerated().map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for uri in uris {
      guard let node = unsafe node(uri),
        let plugin = unsafe lilv_plugins_get_by_uri(lilv_world_get_all_plugins(pointer), node),
        let bundle = unsafe LV2World.path(lilv_plugin_get_bundle_uri(plugin))
      else { continue }
      index.homes[uri] = places[bundle]
    }
    unsafe subjects(ofType: Vocabulary.presets("Preset")).forEach { preset, folder in
      guard let place = places[folder],
        let plugin = unsafe said(of: preset, Vocabulary.core("appliesTo")),
        index.homes[plugin] != place
      else { return }
      index.presets[plugin, default: []].insert(place)
    }
    unsafe subjects(ofType: Vocabulary.core("Specification")).forEach { specification, folder in
      guard let place = places[folder], unsafe LV2World.isNeeded(specification) else { return }
      index.specifications.insert(place)
    }
    return index
  }

  /// Classes, units, groups and parameters; the rest is for authors.
  private static func isNeeded(_ specification: OpaquePointer) -> Bool {
    let uri = unsafe text(specification) ?? ""
    return ["lv2core", "extensions/units", "ext/port-groups", "ext/parameters"].contains {
      uri == "http://lv2plug.in/ns/" + $0
    }
  }

  /// Everything of a type, with the folder of the file that says more of it.
  private func subjects(ofType type: String) -> [(OpaquePointer, String)] {
    guard
      let all = unsafe lilv_world_find_nodes(
        pointer,
        nil,
        node(Vocabulary.rdf("type")),
        node(type)
      )
    else { return unsafe [] }
    defer { unsafe lilv_nodes_free(all) }
    var result: [(OpaquePointer, String)] = unsafe []
    var position = unsafe lilv_nodes_begin(all)
    while unsafe !lilv_nodes_is_end(all, position) {
      if let uri = unsafe LV2World.text(lilv_nodes_get(all, position)),
        let subject = unsafe node(uri),
        let file = unsafe filePath(of: subject, Vocabulary.rdfs("seeAlso")),
        let slash = file.lastIndex(of: "/")
      {
        unsafe result.append((subject, String(file[...slash])))
      }
      unsafe position = lilv_nodes_next(all, position)
    }
    return unsafe result
  }

  private func filePath(of subject: OpaquePointer, _ predicate: String) -> String? {
    guard let file = unsafe lilv_world_get(pointer, subject, node(predicate), nil) else {
      return nil
    }
    defer { unsafe lilv_node_free(file) }
    return unsafe LV2World.path(file)
  }

  private func said(of subject: OpaquePointer, _ predicate: String) -> String? {
    unsafe LV2World.take(lilv_world_get(pointer, subject, node(predicate), nil))
  }

  /// Loads the bundle of a plugin, and with the first one the specifications; returns whether there is one.
  func loadHome(of uri: String) -> Bool {
    guard let index else { return true }
    guard let home = index.homes[uri] else { return isLoadedByHand(uri) }
    if loadedBundles.isEmpty {
      for place in index.specifications { load(bundle: index.bundles[place].path) }
      loadedBundles = index.specifications
      FileReading.alone {
        unsafe lilv_world_load_specifications(pointer)
        unsafe lilv_world_load_plugin_classes(pointer)
      }
    }
    load(home)
    return true
  }

  /// Takes in the bundles that hold presets of a plugin but not the plugin itself.
  func loadPresetBundles(of uri: String) {
    for place in index?.presets[uri] ?? [] { load(place) }
  }

  private func load(_ place: Int) {
    guard let index, loadedBundles.insert(place).inserted else { return }
    load(bundle: index.bundles[place].path)
  }

  /// A plugin of a bundle that came by `load(bundle:)`.
  private func isLoadedByHand(_ uri: String) -> Bool {
    guard let node = unsafe node(uri) else { return false }
    return unsafe lilv_plugins_get_by_uri(lilv_world_get_all_plugins(pointer), node) != nil
  }
}

extension PluginIndex {
  mutating func add(_ list: [PluginSummary]) {
    for summary in list { summaries[summary.uri] = summary }
  }
}
