// SPDX-License-Identifier: Apache-2.0
// Writes a plugin's state into a folder, as a bundle that other hosts read too.

internal import CLilv
internal import Glibc

extension PluginCore {
  /// Saves the state into a folder that exists, through lilv, which copies and links the plugin's
  /// files.
  ///
  /// - Parameters:
  ///   - folder: the folder; a state that is in it already is replaced.
  ///   - label: a name for people; with one it is a preset.
  /// - Throws: when the plugin refuses, or the folder can't be written to.
  func save(to folder: String, label: String?) throws(HostingError) {
    settleWork()
    guard isFree(folder + "/" + LV2State.manifestName) else {
      throw .stateNotWritten(plugin: info.uri, path: folder)
    }
    features.savedPaths.use(folder)
    let captured = unsafe PluginLock.withLock { unsafe captureByLilv(folder) }
    guard let state = unsafe captured else { throw .stateRefused(plugin: info.uri) }
    defer { unsafe lilv_state_free(state) }
    if let label { unsafe lilv_state_set_label(state, label) }
    // Whatever happens meanwhile, one of the two is whole.
    let (file, last) = (folder + "/" + LV2State.fileName, folder + "/" + LV2State.lastFileName)
    unsafe rename(file, last)
    guard unsafe write(state, to: folder), isWhole(folder) else {
      unsafe rename(last, file)
      throw .stateNotWritten(plugin: info.uri, path: folder)
    }
    unsafe unlink(last)
  }

  /// Whether lilv may write a file: it would wait for a FIFO, and write through a link.
  private func isFree(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  /// The state for lilv to write; `nil` when the plugin refuses.
  private func captureByLilv(_ folder: String) -> OpaquePointer? {
    guard let plugin = unsafe world.find(info.uri) else { return nil }
    var map = unsafe HostFeatures.map
    var call = unsafe tarmac_state_call(
      handle: instance.pointee.lv2_handle,
      interface: stateInterface,
      status: LV2_STATE_SUCCESS
    )
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let state = unsafe caller.during(.save) {
      unsafe tarmac_state_capture(
        plugin,
        &call,
        &map,
        features.paths.existing,
        folder,
        PluginCore.portValue,
        me,
        features.forSaving
      )
    }
    guard unsafe StateExchange.isSaved(call.status) else {
      unsafe lilv_state_free(state)
      return nil
    }
    return unsafe state
  }

  private func write(_ state: OpaquePointer, to folder: String) -> Bool {
    var (map, unmap) = unsafe (HostFeatures.map, HostFeatures.unmap)
    let status = unsafe lilv_state_save(
      world.pointer,
      &map,
      &unmap,
      state,
      nil,
      folder,
      LV2State.fileName
    )
    guard status == 0 else { return false }
    ExactValues.put(controls, into: folder + "/" + LV2State.fileName)
    return true
  }

  /// Whether what is in the file is what the plugin has: a full disk cuts it short, and says so
  /// late or never.
  private func isWhole(_ folder: String) -> Bool {
    let path = folder + "/" + LV2State.fileName
    guard let triples = try? DataFile.triples(path, base: FileURI.make(path)) else { return false }
    let reader = StateReader(triples: triples, folder: folder)
    let state = try? reader.state(of: .uri(FileURI.make(path)), for: info.uri)
    return state.map { state in
      controls.allSatisfy { !$0.value.isFinite || state.controls[$0.key] == $0.value }
    } ?? false
  }

  private static let portValue: LilvGetPortValueFunc = { symbol, me, size, type in
    guard let me = unsafe me, let symbol = unsafe symbol else { return nil }
    let core = unsafe Unmanaged<PluginCore>.fromOpaque(me).takeUnretainedValue()
    guard let port = core.control(unsafe String(cString: symbol)) else {
      unsafe size?.pointee = 0
      unsafe type?.pointee = 0
      return nil
    }
    unsafe size?.pointee = 4
    unsafe type?.pointee = URIDs.shared.float
    return unsafe UnsafeRawPointer(core.buffers.value(of: port))
  }
}
