// SPDX-License-Identifier: Apache-2.0
// The installed plugins, through lilv.

internal import CLilv
internal import Glibc
package import Quantities
internal import RigFiles
package import RenderCore

/// All installed LV2 plugins.
///
/// Plugins that only a dynamic manifest declares are not found: lilv would run the manifest's code
/// while scanning, and such code has been seen to abort its host.
///
/// > Threading: Control; lilv is not thread-safe.
@safe
package final class LV2World {
  /// The transport that all plugins of this world follow.
  package let transport = TransportClock()
  let pointer: OpaquePointer
  let workers = WorkPool()
  /// Where bundles are looked for, from the root.
  let folders: [String]
  let indexFile: String?
  /// Where plugins are; bundles are loaded as they are needed.
  var index: PluginIndex
  var loadedBundles: Set<Int> = []
  /// Bundles that came by `load(bundle:)`; each path ends in a slash.
  var bundlesByHand: [String] = []
  /// The file of a bundle that was read last.
  var lastData: (stamp: FileStamp, triples: Triples)?
  private var instancesMade: Int32 = 0
  private var nodes: [String: OpaquePointer] = unsafe [:]
  private var known: [InfoKey: SharedInfo] = [:]
  /// What is wrong with the indices of ports, of the plugins that were looked at.
  var portDefects: [String: String?] = [:]
  /// For each plugin the first of its data files that lilv was kept from, and why.
  private var damage: [String: String] = [:]
  /// The presets of plugins whose files have been read.
  var knownPresets: [String: [PluginPreset]] = [:]

  private struct InfoKey: Hashable {
    var uri: String
    var rate: Double
  }

  /// Makes a world without plugins; `load()` finds them.
  ///
  /// - Parameters:
  ///   - path: folders of bundles, separated by colons; without it `searchFolders`.
  ///   - indexFolder: where it is remembered which bundle a plugin is in; without it all manifests
  ///     are read each time.
  package init(path: String? = nil, indexFolder: String? = CacheFolder.usual) {
    guard let world = unsafe lilv_world_new() else { preconditionFailure("out of memory") }
    unsafe pointer = world
    folders = BundlePath.folders(in: path ?? BundlePath.usual)
    let path = folders.joined(separator: ":")
    index = PluginIndex(path: path, bundles: [])
    indexFile = indexFolder.map { LV2World.indexFile(in: $0, path: path) }
    let dynamic = unsafe lilv_new_bool(world, false)
    unsafe lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, dynamic)
    unsafe lilv_node_free(dynamic)
    LV2World.spareDisplay()
    LV2World.readUntranslated()
  }

  var path: String { index.path }

  deinit {
    unsafe nodes.values.forEach { unsafe lilv_node_free($0) }
    unsafe lilv_world_free(pointer)
  }

  /// The caller for the next instance.
  func makeCaller(of uri: String) -> PluginCaller {
    defer { instancesMade &+= 1 }
    return PluginCaller(number: instancesMade & .max, uri: uri)
  }

  /// Finds all plugins: by an index that is still true, else by the manifests of all bundles.
  package func load() {
    index = makeIndex()
  }

  /// What is wrong with manifests, a sentence without its point for each.
  package var problems: [String] { index.problems }

  /// The URIs of all installed plugins, ascending.
  ///
  /// Cheap: manifests say them.
  package var uris: [String] { index.homes.keys.sorted() }

  /// All installed plugins by URI.
  ///
  /// This reads the data files of all of them, unless the index knows them already and none has
  /// changed since.
  package func plugins() -> [PluginSummary] {
    let contents = BundleStamp.contents(of: index.bundles)
    if index.contents != contents {
      // In a world of its own: this one goes on with its rig's bundles only.
      let whole = LV2World(path: path, indexFolder: nil)
      whole.index = index
      let summaries = uris.compactMap { uri in
        unsafe whole.find(uri).map { unsafe whole.summary($0) }
      }
      index.summaries = Dictionary(summaries.map { ($0.uri, $0) }) { first, _ in first }
      index.contents = contents
      keep(index)
    }
    return index.summaries.values.sorted { $0.uri < $1.uri }
  }

  /// What the plugin's data files say; `nil` when it is not installed.
  ///
  /// - Parameters:
  ///   - uri: the plugin's URI.
  ///   - sampleRate: what values that are declared relative to the sample rate are multiplied by.
  ///   - withPresets: whether its presets are listed too, for which all their files are read.
  /// - Returns: the description, kept for the next call.
  package func plugin(
    _ uri: String,
    sampleRate: SampleRate = SampleRate(hertz: 48_000),
    withPresets: Bool = false
  ) -> PluginInfo? {
    var info = sharedInfo(of: uri, sampleRate: sampleRate)?.info
    if withPresets { info?.presets = presets(of: uri) }
    return info
  }

  /// What the plugin's data files say, kept once for all its instances; `nil` when it is not
  /// installed.
  func sharedInfo(of uri: String, sampleRate: SampleRate) -> SharedInfo? {
    let key = InfoKey(uri: uri, rate: sampleRate.hertz)
    if let known = known[key] { return known }
    guard let plugin = unsafe find(uri) else { return nil }
    var info = unsafe PluginReader(world: self, plugin: plugin, rate: sampleRate.hertz).read()
    info.damage = damage[uri]
    let shared = SharedInfo(info)
    known[key] = shared
    return shared
  }

  /// The plugin, with all that its data files say; `nil` when it is not installed.
  func find(_ uri: String) -> OpaquePointer? {
    guard let node = unsafe node(uri) else { return nil }
    let (plugin, refusals, suspects) = unsafe FileReading.refusals { () -> OpaquePointer? in
      guard loadHome(of: uri),
        let plugin = unsafe lilv_plugins_get_by_uri(lilv_world_get_all_plugins(pointer), node)
      else { return nil }
      // lilv reads the files of a plugin when it is asked for something in them.
      _ = unsafe portDefect(of: plugin)
      return unsafe plugin
    }
    // A file that its package has left out is missed only where nothing else says what ports there
    // are.
    let hasPorts = unsafe plugin.map { unsafe lilv_plugin_get_num_ports($0) > 0 } ?? true
    if let reason = refusals.first ?? (hasPorts ? nil : suspects.first) { damage[uri] = reason }
    return unsafe plugin
  }

  /// The node of a URI, made once; `nil` for what is not a URI.
  func node(_ uri: String) -> OpaquePointer? {
    if let node = unsafe nodes[uri] { return unsafe node }
    // lilv complains on standard error about what has no scheme.
    let scheme = uri.prefix { $0 != "/" && $0 != " " }
    guard scheme.dropFirst().contains(":") else { return nil }
    let node = unsafe lilv_new_uri(pointer, uri)
    unsafe nodes[uri] = unsafe node
    return unsafe node
  }

  /// The text of a node that lilv keeps.
  static func text(_ node: OpaquePointer?) -> String? {
    guard let node = unsafe node, let text = unsafe lilv_node_as_string(node) else { return nil }
    return unsafe String(cString: text)
  }

  /// The path that a node with a file's URI stands for.
  static func path(_ node: OpaquePointer?) -> String? {
    guard let node = unsafe node, let path = unsafe lilv_node_get_path(node, nil) else {
      return nil
    }
    defer { unsafe lilv_free(path) }
    return unsafe String(cString: path)
  }

  /// The text of a node that is the caller's, which is freed.
  static func take(_ node: OpaquePointer?) -> String? {
    defer { unsafe lilv_node_free(node) }
    return unsafe text(node)
  }

  private func summary(_ plugin: OpaquePointer) -> PluginSummary {
    let uri = unsafe LV2World.text(lilv_plugin_get_uri(plugin)) ?? ""
    let ports = unsafe PluginReader(world: self, plugin: plugin, rate: 1).portKinds()
    return unsafe PluginSummary(
      uri: uri,
      name: LV2World.take(lilv_plugin_get_name(plugin)) ?? uri,
      category: LV2World.text(lilv_plugin_class_get_label(lilv_plugin_get_class(plugin))) ?? "",
      author: LV2World.take(lilv_plugin_get_author_name(plugin)),
      audioInputs: ports.count { $0 == (.audio, .input) },
      audioOutputs: ports.count { $0 == (.audio, .output) },
      eventInputs: ports.count { $0 == (.event, .input) || $0 == (.oldEvent, .input) },
      eventOutputs: ports.count { $0 == (.event, .output) || $0 == (.oldEvent, .output) }
    )
  }

  /// Some plugins start Qt, which aborts the process when it finds no display.
  private static func spareDisplay() {
    let isHeadless = unsafe getenv("DISPLAY") == nil && getenv("WAYLAND_DISPLAY") == nil
    if isHeadless { unsafe setenv("QT_QPA_PLATFORM", "offscreen", 0) }
  }

  /// lilv gives names of ports and values in the language of `LANG`; presets are to mean the same
  /// in every country.
  private static func readUntranslated() {
    unsafe setenv("LANG", "C.UTF-8", 1)
  }
}
