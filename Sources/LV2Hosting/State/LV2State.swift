// SPDX-License-Identifier: Apache-2.0
// A plugin's state outside the plugin: from an instance, a folder or a preset.

/// A snapshot of a plugin: values of its controls and what it saves itself.
package struct LV2State: Equatable, Sendable {
  /// The URI of the plugin that it belongs to.
  package let plugin: String
  /// The name for people, where it has one.
  package var label: String?
  /// The values of control inputs, by symbol.
  package var controls: [String: Float] = [:]
  /// The folder that relative names of files in texts and chunks begin at; `nil` for a state that
  /// was never in a folder.
  var folder: String?
  /// What the plugin has saved itself, by the URIDs of the keys.
  var properties: [UInt32: Property] = [:]

  /// Something that a plugin has saved.
  struct Property: Hashable, Sendable {
    var value: AtomValue
    /// What the plugin says of it, as `LV2_State_Flags`.
    var flags: UInt32
  }

  /// Makes a state that says nothing yet.
  init(plugin: String) {
    self.plugin = plugin
  }

  /// What a plugin can't take of it as it is, each to go on with after its name: controls that it
  /// does not have, values beyond their range.
  package func remarks(for plugin: PluginInfo) -> [String] {
    controls.sorted { $0.key < $1.key }.compactMap { symbol, value in
      guard let port = plugin.port(symbol) else {
        return "sets '\(symbol)', which it does not have"
      }
      let taken = port.ranged(value)
      let isBeyond = value < (port.minimum ?? value) || value > (port.maximum ?? value)
      return isBeyond && taken != value
        ? "sets '\(symbol)' to \(value), which is beyond its range: it gets \(taken)" : nil
    }
  }

  /// How many properties the plugin has saved, besides its controls.
  package var propertyCount: Int { properties.count }

  /// Whether two states say the same; of files the contents count, not the names.
  package static func == (one: LV2State, other: LV2State) -> Bool {
    one.plugin == other.plugin && one.label == other.label && one.controls == other.controls
      && one.properties.count == other.properties.count
      && one.properties.allSatisfy { key, property in
        other.properties[key].map { areSame(property.value, $0.value) } ?? false
      }
  }

  private static func areSame(_ one: AtomValue, _ other: AtomValue) -> Bool {
    guard one.type == other.type else { return false }
    if one.bytes == other.bytes { return true }
    guard let path = one.path, let otherPath = other.path,
      let bytes = try? DataFile.bytes(path), let otherBytes = try? DataFile.bytes(otherPath)
    else { return false }
    return bytes == otherBytes
  }
}

extension AtomValue {
  /// The path, if it is one.
  var path: String? {
    guard type == EventURIDs.shared.path else { return nil }
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
