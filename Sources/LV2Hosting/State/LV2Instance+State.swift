// SPDX-License-Identifier: Apache-2.0
// States of an instance: taken, saved and given back.

internal import Glibc

extension LV2Instance {
  /// The state of the plugin as it is now; files that it made stay where they are.
  ///
  /// - Throws: when the plugin refuses.
  package func state() throws(HostingError) -> LV2State {
    awaitParameters()
    return try core.capture()
  }

  /// Saves the plugin's state, with copies of the files that it made and links to the others, into
  /// a folder.
  ///
  /// The folder is made if need be; a state that is in it already is replaced. jalv reads it (`jalv
  /// -l FOLDER`), and it may be moved.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - label: a name for people, for a folder that other hosts are to list as a preset.
  /// - Throws: when the plugin refuses or the folder can't be written to.
  package func saveState(to folder: String, label: String? = nil) throws(HostingError) {
    awaitParameters()
    try writeState(to: folder, label: label)
  }

  /// The same for a plugin that has met all its parameters.
  ///
  /// > Threading: Any, one at a time; values may be set meanwhile.
  package func writeState(to folder: String, label: String? = nil) throws(HostingError) {
    guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw .stateNotWritten(plugin: info.uri, path: folder)
    }
    try core.save(to: folder, label: label)
  }

  /// Gives the plugin a state, its controls included.
  ///
  /// The plugin is silent meanwhile, unless it says that it can take a state while it runs.
  ///
  /// - Parameter state: a state of the same plugin.
  /// - Throws: when it belongs to another plugin, or the plugin refuses it; its controls are set
  ///   all the same then.
  package func restore(_ state: LV2State) throws(HostingError) {
    guard state.plugin == info.uri, core.restore(state) else {
      throw .stateRefused(plugin: info.uri)
    }
  }

  /// Gives the plugin the state that was saved in a folder.
  ///
  /// - Parameter folder: the folder.
  /// - Throws: when there is none in it, or it belongs to another plugin.
  package func restoreState(from folder: String) throws(HostingError) {
    try restore(LV2World.state(in: folder, of: info.uri))
  }

  /// Gives the plugin a preset; values beyond the range of a control stop at its end.
  ///
  /// - Parameter uri: the preset's URI.
  /// - Throws: when there is no such preset of the plugin.
  package func apply(preset uri: String) throws(HostingError) {
    guard var state = try core.world.preset(uri, of: info.uri) else {
      throw .stateNotReadable(plugin: info.uri, path: uri)
    }
    for (symbol, value) in state.controls {
      if let port = info.port(symbol) { state.controls[symbol] = port.ranged(value) }
    }
    try restore(state)
  }
}
