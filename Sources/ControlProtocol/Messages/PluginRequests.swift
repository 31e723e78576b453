// SPDX-License-Identifier: Apache-2.0
// Requests about what plugins remember: their presets, their states, the states of a whole rig.

package import ControlTree

/// Asks for the presets of a plugin of the rig.
package struct PluginPresetsRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = [PluginPresetStatus]
  /// The JSON-RPC method.
  package static let method = "plugin.presets"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["plugin": .path]
  /// Needs the permission to see.
  package var right: Right { .see }
  /// Such as `deckA.comp`, or `deckA.comp.shared` for the instance that runs without its token.
  package var plugin: String

  /// Asks for presets.
  package init(plugin: String) {
    self.plugin = plugin
  }
}

/// Gives a plugin one of its presets.
package struct PluginApplyRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = PluginPresetStatus
  /// The JSON-RPC method.
  package static let method = "plugin.apply"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["plugin": .path, "preset": .file]
  /// Such as `deckA.comp`.
  package var plugin: String
  /// The label or the URI of the preset.
  package var preset: String

  /// Asks for a preset.
  package init(plugin: String, preset: String) {
    self.plugin = plugin
    self.preset = preset
  }
}

/// A preset of a plugin.
package struct PluginPresetStatus: Codable, Hashable, Sendable {
  /// The URI.
  package var uri: String
  /// The name for people.
  package var label: String
  /// The bank that it belongs to, where that is said.
  package var bank: String?

  /// Describes a preset.
  package init(uri: String, label: String, bank: String? = nil) {
    self.uri = uri
    self.label = label
    self.bank = bank
  }
}

/// Saves the state of a plugin into a folder.
package struct PluginSaveRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "plugin.save"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["folder": .file, "plugin": .path]
  /// Such as `deckA.comp`.
  package var plugin: String
  /// The folder, which is made if need be; a relative path starts at the folder of the preset.
  package var folder: String
  /// A name for people, for a state that is to be a preset; hosts list it if the folder is where
  /// they look for bundles.
  package var label: String?
  /// Whether the folder gets copies of files that the plugin uses, rather than links; `nil` means
  /// no.
  package var copies: Bool?

  /// Asks for a state to be saved.
  package init(plugin: String, folder: String, label: String? = nil, copies: Bool? = nil) {
    self.plugin = plugin
    self.folder = folder
    self.label = label
    self.copies = copies
  }
}

/// Gives a plugin the state that was saved in a folder.
package struct PluginRestoreRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = Done
  /// The JSON-RPC method.
  package static let method = "plugin.restore"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["folder": .file, "plugin": .path]
  /// Such as `deckA.comp`.
  package var plugin: String
  /// The folder; a relative path starts at that of the preset.
  package var folder: String

  /// Asks for a state to be restored.
  package init(plugin: String, folder: String) {
    self.plugin = plugin
    self.folder = folder
  }
}

/// Saves the states of all plugins of the rig.
package struct StateSaveRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = StateReport
  /// The JSON-RPC method.
  package static let method = "state.save"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["folder": .file]
  /// The folder, `nil` for the one that the preset names; a relative path starts at the folder of
  /// the preset.
  package var folder: String?
  /// Whether the folder gets copies of files that plugins use, rather than links; `nil` means no.
  package var copies: Bool?

  /// Asks for all states to be saved.
  package init(folder: String? = nil, copies: Bool? = nil) {
    self.folder = folder
    self.copies = copies
  }
}

/// Gives all plugins of the rig the states that were saved in a folder.
package struct StateRestoreRequest: ControlRequest {
  /// What the host answers.
  package typealias Reply = StateReport
  /// The JSON-RPC method.
  package static let method = "state.restore"
  /// Which of its texts are no names.
  package static let bounds: [String: TextBound] = ["folder": .file]
  /// The folder, `nil` for the one that the preset names; a relative path starts at the folder of
  /// the preset.
  package var folder: String?

  /// Asks for all states to be restored.
  package init(folder: String? = nil) {
    self.folder = folder
  }
}

/// The result of saving or restoring the states of a rig.
package struct StateReport: Codable, Hashable, Sendable {
  /// The folder.
  package var folder: String
  /// The plugins whose states were saved or restored, such as `deckA.comp`.
  package var plugins: [String]
  /// A sentence for each plugin where that failed.
  package var problems: [String]

  /// Reports what was done.
  package init(folder: String, plugins: [String], problems: [String]) {
    self.folder = folder
    self.plugins = plugins
    self.problems = problems
  }
}
