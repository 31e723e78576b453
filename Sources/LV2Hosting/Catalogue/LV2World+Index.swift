// SPDX-License-Identifier: Apache-2.0
// Loading no more bundles than are needed.

internal import CLilv
internal import RigFiles

extension LV2World {
  /// The folders in which bundles are looked for: those of `LV2_PATH`, else the program's own and
  /// LV2's usual ones.
  package static var searchFolders: [String] { BundlePath.folders(in: BundlePath.usual) }

  /// What tells whether a bundle has changed: names, sizes and times of all its files.
  ///
  /// - Parameter folder: the bundle's folder.
  /// - Returns: the stamp; `nil` when there is no such bundle.
  package static func stamp(ofBundle folder: String) -> String? {
    BundleStamp.contents(of: folder)
  }

  /// One file for each list of folders.
  static func indexFile(in folder: String, path: String) -> String {
    let hash = path.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
      ($0 ^ UInt64(truncatingIfNeeded: $1)) &* 1_099_511_628_211
    }
    return "\(folder)/plugins-\(String(hash, radix: 16)).index"
  }

  /// Finds plugins that were installed since the bundles were looked at last; what is loaded stays
  /// as it was read.
  package func refresh() {
    let loaded = Set(loadedBundles.map { index.bundles[$0].path })
    index = makeIndex()
    loadedBundles = Set(index.bundles.indices.filter { loaded.contains(index.bundles[$0].path) })
  }

  /// The index that is kept, if it is whole and nothing has changed since; else a new one, which is
  /// kept.
  func makeIndex() -> PluginIndex {
    let bundles = BundleStamp.all(in: folders)
    if let indexFile, let text = TextFile.read(indexFile), let index = PluginIndex(text: text),
      index.path == path, index.bundles == bundles
    {
      return index
    }
    let index = PluginIndex(path: path, reading: bundles)
    keep(index)
    return index
  }

  /// Writes an index; where it can't be written, the next run is as slow as this one.
  func keep(_ index: PluginIndex) {
    guard let indexFile, let slash = indexFile.lastIndex(of: "/") else { return }
    _ = try? Folder(making: String(indexFile[..<slash]))
    TextFile.write(index.text, to: indexFile)
  }

  /// Loads the bundle of a plugin and those that speak of it, and with the first one the
  /// specifications; returns whether there is one.
  func loadHome(of uri: String) -> Bool {
    guard let home = index.homes[uri] else { return isLoadedByHand(uri) }
    if loadedBundles.isEmpty {
      for bundle in index.specifications.sorted() { load(index.bundles[bundle].path) }
      loadedBundles = index.specifications
      FileReading.alone {
        unsafe lilv_world_load_specifications(pointer)
        unsafe lilv_world_load_plugin_classes(pointer)
      }
    }
    // The home comes last: lilv reads those files of a plugin that it knows of by then.
    for bundle in (index.related[uri] ?? []).sorted() + [home]
    where loadedBundles.insert(bundle).inserted {
      load(index.bundles[bundle].path)
    }
    return true
  }

  /// The manifests that may speak of a plugin.
  func manifests(of uri: String) -> [String] {
    let bundles = (index.homes[uri].map { [$0] } ?? []) + (index.related[uri] ?? []).sorted()
    return (bundles.map { index.bundles[$0].path } + bundlesByHand).map { $0 + "manifest.ttl" }
  }

  /// Takes in a bundle that was made after the world was loaded, such as a saved preset.
  package func load(bundle folder: String) {
    let path = folder.hasSuffix("/") ? folder : folder + "/"
    bundlesByHand.removeAll { $0 == path }
    bundlesByHand.append(path)
    knownPresets = [:]
    load(path)
  }

  private func load(_ path: String) {
    guard let node = unsafe lilv_new_file_uri(pointer, nil, path) else { return }
    FileReading.alone { unsafe lilv_world_load_bundle(pointer, node) }
    unsafe lilv_node_free(node)
  }

  /// A plugin of a bundle that came by `load(bundle:)`.
  private func isLoadedByHand(_ uri: String) -> Bool {
    guard let node = unsafe node(uri) else { return false }
    return unsafe lilv_plugins_get_by_uri(lilv_world_get_all_plugins(pointer), node) != nil
  }
}
