// SPDX-License-Identifier: Apache-2.0
// What a bundle's Turtle says that a host shows to people.

internal import CLilv
internal import LV2Hosting

/// The plugins of a bundle, and the presets of each.
@safe
package final class BundleReader {
  private let world: OpaquePointer

  /// The presets of a plugin: the values of each by its name.
  package typealias Presets = [String: [String: Float]]

  /// Reads `bundle`, a folder that ends in `.lv2`; `nil` without memory.
  package init?(_ bundle: String) {
    guard let world = unsafe lilv_world_new() else { return nil }
    unsafe self.world = world
    let folder = unsafe lilv_new_file_uri(world, nil, bundle + "/")
    FileReading.alone { unsafe lilv_world_load_bundle(world, folder) }
    unsafe lilv_node_free(folder)
  }

  deinit {
    unsafe lilv_world_free(world)
  }

  /// The URIs of its plugins.
  package var plugins: [String] {
    guard let all = unsafe lilv_world_get_all_plugins(world) else { return [] }
    var uris: [String] = []
    var place = unsafe lilv_plugins_begin(all)
    while unsafe !lilv_plugins_is_end(all, place) {
      let plugin = unsafe lilv_plugins_get(all, place)
      unsafe uris.append(String(cString: lilv_node_as_uri(lilv_plugin_get_uri(plugin))))
      unsafe place = lilv_plugins_next(all, place)
    }
    return uris.sorted()
  }

  /// The presets of a plugin.
  package func presets(_ uri: String) -> Presets {
    FileReading.alone { readPresets(uri) }
  }

  private func readPresets(_ uri: String) -> Presets {
    let all = unsafe lilv_world_get_all_plugins(world)
    let kind = unsafe lilv_new_uri(world, "http://lv2plug.in/ns/ext/presets#Preset")
    let label = unsafe lilv_new_uri(world, "http://www.w3.org/2000/01/rdf-schema#label")
    guard
      let plugin = unsafe lilv_plugins_get_by_uri(all, lilv_new_uri(world, uri)),
      let nodes = unsafe lilv_plugin_get_related(plugin, kind)
    else { return [:] }
    var presets: Presets = [:]
    var place = unsafe lilv_nodes_begin(nodes)
    while unsafe !lilv_nodes_is_end(nodes, place) {
      let node = unsafe lilv_nodes_get(nodes, place)
      unsafe lilv_world_load_resource(world, node)
      if let name = unsafe lilv_world_get(world, node, label, nil) {
        presets[unsafe String(cString: lilv_node_as_string(name))] = unsafe values(of: node)
      }
      unsafe place = lilv_nodes_next(nodes, place)
    }
    return presets
  }

  private func values(of preset: OpaquePointer?) -> [String: Float] {
    func node(_ name: String) -> OpaquePointer? { unsafe lilv_new_uri(world, name) }
    let core = "http://lv2plug.in/ns/lv2core#"
    var values: [String: Float] = [:]
    guard let ports = unsafe lilv_world_find_nodes(world, preset, node(core + "port"), nil) else {
      return [:]
    }
    var place = unsafe lilv_nodes_begin(ports)
    while unsafe !lilv_nodes_is_end(ports, place) {
      let port = unsafe lilv_nodes_get(ports, place)
      let symbol = unsafe lilv_world_get(world, port, node(core + "symbol"), nil)
      let value = unsafe lilv_world_get(
        world,
        port,
        node("http://lv2plug.in/ns/ext/presets#value"),
        nil
      )
      if let symbol = unsafe symbol, let value = unsafe value {
        values[unsafe String(cString: lilv_node_as_string(symbol))] =
          unsafe lilv_node_as_float(value)
      }
      unsafe place = lilv_nodes_next(ports, place)
    }
    return values
  }
}
