// SPDX-License-Identifier: Apache-2.0
// A plugin's state outside the plugin: from an instance, a folder or a preset.

internal import CLilv
internal import Glibc

/// A snapshot of a plugin: values of its controls and what it saves itself.
///
/// > Threading: Control.
@safe
public final class LV2State: Equatable {
  /// The URI of the plugin that it belongs to.
  public let plugin: String
  let pointer: OpaquePointer
  private let world: LV2World

  /// Takes over a state of lilv's.
  init(_ pointer: OpaquePointer, of plugin: String? = nil, world: LV2World) {
    unsafe self.pointer = unsafe pointer
    self.world = world
    self.plugin = unsafe plugin ?? LV2World.text(lilv_state_get_plugin_uri(pointer)) ?? ""
  }

  deinit {
    unsafe lilv_state_free(pointer)
  }

  /// Whether two states say the same; of files in saved states the contents count, not the names.
  public static func == (one: LV2State, other: LV2State) -> Bool {
    unsafe lilv_state_equals(one.pointer, other.pointer)
  }

  /// The name for people, where it has one.
  public var label: String? {
    unsafe lilv_state_get_label(pointer).map { unsafe String(cString: $0) }
  }

  /// How many properties the plugin has saved, besides its controls.
  public var propertyCount: Int { unsafe Int(lilv_state_get_num_properties(pointer)) }

  /// The values of control inputs, by symbol.
  public var controls: [String: Float] {
    let values = ControlValues()
    unsafe lilv_state_emit_port_values(
      pointer,
      { symbol, values, value, size, type in
        guard let symbol = unsafe symbol, let value = unsafe value else { return }
        let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: Int(size)))
        let number = ParameterValue(type: type, bytes: bytes[...], EventURIDs.shared)?.number
        guard let values = unsafe values else { return }
        unsafe Unmanaged<ControlValues>.fromOpaque(values).takeUnretainedValue()
          .byName[String(cString: symbol)] = number.map { Float($0) }
      },
      Unmanaged.passUnretained(values).toOpaque()
    )
    return values.byName
  }

  private final class ControlValues {
    var byName: [String: Float] = [:]
  }

  /// Writes it to a folder that exists, as a bundle that other hosts read too.
  ///
  /// - Parameters:
  ///   - folder: the folder; a state that is in it already is replaced.
  ///   - label: a name for people; with one it is a preset.
  /// - Throws: when the folder can't be written to.
  func write(to folder: String, label: String?) throws(HostingError) {
    var (map, unmap) = unsafe (HostFeatures.map, HostFeatures.unmap)
    if let label { unsafe lilv_state_set_label(pointer, label) }
    // Whatever happens meanwhile, one of the two is whole.
    let (file, last) = (folder + "/" + LV2State.fileName, folder + "/" + LV2State.lastFileName)
    unsafe rename(file, last)
    let status = unsafe lilv_state_save(
      world.pointer,
      &map,
      &unmap,
      pointer,
      nil,
      folder,
      LV2State.fileName
    )
    guard status == 0 else {
      unsafe rename(last, file)
      throw .stateNotWritten(plugin: plugin, path: folder)
    }
    ExactValues.put(controls, into: file)
    unsafe unlink(last)
  }

  /// The file in the folder, as jalv calls it.
  static let fileName = "state.ttl"
  /// Where the one before is while a new one is being written.
  static let lastFileName = "state.ttl.last"
}

extension LV2Instance {
  /// The state of the plugin as it is now; files that it made stay where they are.
  ///
  /// - Throws: when the plugin refuses.
  public func state() throws(HostingError) -> LV2State {
    awaitParameters()
    guard let state = unsafe core.capture(into: nil) else {
      throw .stateRefused(plugin: info.uri)
    }
    return unsafe LV2State(state, world: core.world)
  }

  /// Saves the plugin's state, with copies of the files that it made and links to the others, into a folder.
  ///
  /// The folder is made if need be; a state that is in it already is replaced. jalv reads it (`jalv -l FOLDER`), and it may
  /// be moved.
  ///
  /// - Parameters:
  ///   - folder: the folder.
  ///   - label: a name for people, for a folder that other hosts are to list as a preset.
  /// - Throws: when the plugin refuses or the folder can't be written to.
  public func saveState(to folder: String, label: String? = nil) throws(HostingError) {
    guard unsafe mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw .stateNotWritten(plugin: info.uri, path: folder)
    }
    awaitParameters()
    guard let state = unsafe core.capture(into: folder) else {
      throw .stateRefused(plugin: info.uri)
    }
    try unsafe LV2State(state, world: core.world).write(to: folder, label: label)
  }

  /// Gives the plugin a state, its controls included.
  ///
  /// The plugin is silent meanwhile, unless it says that it can take a state while it runs.
  ///
  /// - Parameter state: a state of the same plugin.
  /// - Throws: when it belongs to another plugin.
  public func restore(_ state: LV2State) throws(HostingError) {
    guard state.plugin == info.uri else { throw .stateRefused(plugin: info.uri) }
    unsafe core.restore(state.pointer)
  }

  /// Gives the plugin the state that was saved in a folder.
  ///
  /// - Parameter folder: the folder.
  /// - Throws: when there is none in it, or it belongs to another plugin.
  public func restoreState(from folder: String) throws(HostingError) {
    guard let state = core.world.state(in: folder) else {
      throw .stateNotReadable(plugin: info.uri, path: folder)
    }
    try restore(state)
  }

  /// Gives the plugin a preset.
  ///
  /// - Parameter uri: the preset's URI.
  /// - Throws: when there is no such preset of the plugin.
  public func apply(preset uri: String) throws(HostingError) {
    guard let state = core.world.preset(uri, of: info.uri) else {
      throw .stateNotReadable(plugin: info.uri, path: uri)
    }
    try restore(state)
  }
}
