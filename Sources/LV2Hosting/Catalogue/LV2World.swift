// SPDX-License-Identifier: Apache-2.0
// The installed plugins, through lilv.

internal import CLilv
internal import Glibc
public import Quantities

/// All installed LV2 plugins.
///
/// Plugins that only a dynamic manifest declares are not found: lilv would run the manifest's code while
/// scanning, and such code has been seen to abort its host.
///
/// > Threading: Control; lilv is not thread-safe.
@safe
public final class LV2World {
  let pointer: OpaquePointer
  /// The transport that all plugins of this world follow.
  public let transport = TransportClock()
  let workers = WorkPool()
  private var nodes: [String: OpaquePointer] = unsafe [:]
  private var known: [InfoKey: PluginInfo] = [:]

  private struct InfoKey: Hashable {
    var uri: String
    var rate: Double
  }

  /// Makes a world without plugins; `load()` finds them.
  ///
  /// - Parameter path: folders of bundles, separated by colons; without it `LV2_PATH` or LV2's usual folders.
  public init(path: String? = nil) {
    guard let world = unsafe lilv_world_new() else { preconditionFailure("out of memory") }
    unsafe pointer = world
    let dynamic = unsafe lilv_new_bool(world, false)
    unsafe lilv_world_set_option(world, LILV_OPTION_DYN_MANIFEST, dynamic)
    unsafe lilv_node_free(dynamic)
    if let path {
      let node = unsafe lilv_new_string(world, path)
      unsafe lilv_world_set_option(world, LILV_OPTION_LV2_PATH, node)
      unsafe lilv_node_free(node)
    }
    LV2World.spareDisplay()
  }

  deinit {
    unsafe nodes.values.forEach { unsafe lilv_node_free($0) }
    unsafe lilv_world_free(pointer)
  }

  /// Reads the manifests of all bundles.
  public func load() {
    unsafe lilv_world_load_all(pointer)
  }

  /// The URIs of all installed plugins, ascending.
  ///
  /// Cheap: manifests say them.
  public var uris: [String] {
    unsafe plugins { unsafe LV2World.text(lilv_plugin_get_uri($0)) ?? "" }.sorted()
  }

  /// All installed plugins by URI.
  ///
  /// This reads the data files of all of them.
  public func plugins() -> [PluginSummary] {
    unsafe plugins { unsafe summary($0) }.sorted { $0.uri < $1.uri }
  }

  /// What the plugin's data files say; `nil` when it is not installed.
  ///
  /// - Parameters:
  ///   - uri: the plugin's URI.
  ///   - sampleRate: what values that are declared relative to the sample rate are multiplied by.
  /// - Returns: the description, kept for the next call.
  public func plugin(
    _ uri: String,
    sampleRate: SampleRate = SampleRate(hertz: 48_000)
  ) -> PluginInfo? {
    let key = InfoKey(uri: uri, rate: sampleRate.hertz)
    if let info = known[key] { return info }
    guard let plugin = unsafe find(uri) else { return nil }
    let info = unsafe PluginReader(world: self, plugin: plugin, rate: sampleRate.hertz).read()
    known[key] = info
    return info
  }

  /// Takes in the bundles that hold presets of a plugin but not the plugin itself.
  func loadPresetBundles(of uri: String) {}

  func find(_ uri: String) -> OpaquePointer? {
    guard let node = unsafe node(uri) else { return nil }
    return unsafe lilv_plugins_get_by_uri(lilv_world_get_all_plugins(pointer), node)
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

  private func plugins<Value>(_ body: (OpaquePointer) -> Value) -> [Value] {
    guard let all = unsafe lilv_world_get_all_plugins(pointer) else { return [] }
    var result: [Value] = []
    var position = unsafe lilv_plugins_begin(all)
    while unsafe !lilv_plugins_is_end(all, position) {
      if let plugin = unsafe lilv_plugins_get(all, position) { unsafe result.append(body(plugin)) }
      unsafe position = lilv_plugins_next(all, position)
    }
    return result
  }

  private func summary(_ plugin: OpaquePointer) -> PluginSummary {
    let uri = unsafe LV2World.text(lilv_plugin_get_uri(plugin)) ?? ""
    return unsafe PluginSummary(
      uri: uri,
      name: LV2World.take(lilv_plugin_get_name(plugin)) ?? uri,
      category: LV2World.text(lilv_plugin_class_get_label(lilv_plugin_get_class(plugin))) ?? ""
    )
  }

  /// Some plugins start Qt, which aborts the process when it finds no display.
  private static func spareDisplay() {
    let isHeadless = unsafe getenv("DISPLAY") == nil && getenv("WAYLAND_DISPLAY") == nil
    if isHeadless { unsafe setenv("QT_QPA_PLATFORM", "offscreen", 0) }
  }
}
