// SPDX-License-Identifier: Apache-2.0
// Reads what a plugin's data files say.

internal import CLilv

/// Turns lilv's view of one plugin into values.
@safe
struct PluginReader {
  let world: LV2World
  let plugin: OpaquePointer
  let rate: Double
  let defects = FoundDefects()

  init(world: LV2World, plugin: OpaquePointer, rate: Double) {
    self.world = world
    unsafe self.plugin = unsafe plugin
    self.rate = rate
  }

  func read() -> PluginInfo {
    let uri = unsafe LV2World.text(lilv_plugin_get_uri(plugin)) ?? ""
    let category = unsafe lilv_plugin_get_class(plugin)
    let ports = ports()
    let required = unsafe takeTexts(lilv_plugin_get_required_features(plugin)).sorted()
    let optional = unsafe takeTexts(lilv_plugin_get_optional_features(plugin)).sorted()
    let versions = ["minorVersion", "microVersion"].map { value(Vocabulary.core($0)) }
    var info = unsafe PluginInfo(
      uri: uri,
      name: LV2World.take(lilv_plugin_get_name(plugin)) ?? uri,
      author: LV2World.take(lilv_plugin_get_author_name(plugin)),
      homepage: LV2World.take(lilv_plugin_get_author_homepage(plugin)),
      licence: value(Vocabulary.doap("license")),
      comment: value(Vocabulary.rdfs("comment")) ?? value(Vocabulary.doap("shortdesc")),
      version: versions[0].map { "\($0).\(versions[1] ?? "0")" },
      category: LV2World.text(lilv_plugin_class_get_label(category)) ?? "",
      classURI: LV2World.text(lilv_plugin_class_get_uri(category)) ?? "",
      bundle: LV2World.path(lilv_plugin_get_bundle_uri(plugin)) ?? "",
      isRealtimeCapable: (required + optional).contains {
        // Some write it as its name sounds.
        $0.lowercased() == HostFeature.hardRealtimeCapable.rawValue.lowercased()
      },
      reportsLatency: ports.contains(where: \.reportsLatency),
      extensionData: takeTexts(lilv_plugin_get_extension_data(plugin)).sorted(),
      requiredFeatures: required,
      optionalFeatures: optional,
      requiredOptions: values(Vocabulary.options("requiredOption")).sorted(),
      supportedOptions: values(Vocabulary.options("supportedOption")).sorted(),
      ports: ports,
      groups: groups(of: ports),
      mainInput: mainGroup(.input),
      mainOutput: mainGroup(.output),
      parameters: parameters()
    )
    (info.defects, info.obstacle) = (defects.all, defects.obstacle)
    return info
  }

  /// What is said of the plugin.
  func values(_ predicate: String) -> [String] {
    unsafe takeTexts(lilv_plugin_get_value(plugin, world.node(predicate)))
  }

  /// What is said of the plugin, the first by the alphabet where several things are: lilv has no
  /// order for them.
  func value(_ predicate: String) -> String? {
    values(predicate).min()
  }

  func takeTexts(_ nodes: UnsafeMutableRawPointer?) -> [String] {
    guard let nodes = unsafe nodes else { return [] }
    defer { unsafe lilv_nodes_free(nodes) }
    var result: [String] = []
    var position = unsafe lilv_nodes_begin(nodes)
    while unsafe !lilv_nodes_is_end(nodes, position) {
      if let text = unsafe LV2World.text(lilv_nodes_get(nodes, position)) { result.append(text) }
      unsafe position = lilv_nodes_next(nodes, position)
    }
    return result
  }
}
