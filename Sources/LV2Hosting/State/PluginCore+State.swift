// SPDX-License-Identifier: Apache-2.0
// What a plugin remembers: its controls, and what it saves itself.

internal import CLilv
internal import Glibc

extension PluginCore {
  /// Gives the plugin the state that its bundle declares as the one to start with.
  ///
  /// > Threading: Control, before anything runs it; its controls have their starting values already.
  func restoreDefaultState() {
    var map = unsafe HostFeatures.map
    let subject = unsafe world.node(info.uri)
    guard let state = unsafe lilv_state_new_from_world(world.pointer, &map, subject) else { return }
    unsafe lilv_state_restore(state, instance, nil, nil, 0, features.forRestoring)
    unsafe lilv_state_free(state)
  }

  /// Sees that what the plugin has asked its worker for is done, and that the plugin has it: from its next run, or from here
  /// when nobody runs it.
  ///
  /// A plugin that takes longer than two seconds is not waited for.
  func settleWork() {
    guard hasWorker else { return }
    awaitWork()
    wait(milliseconds: 25) { unsafe !runner.pointee.hasAnswers() }
    takeAnswers()
  }

  /// The state as it is now; files of the plugin are copied to `folder` if there is one.
  func capture(into folder: String?) -> OpaquePointer? {
    var map = unsafe HostFeatures.map
    guard let plugin = unsafe world.find(info.uri) else { return nil }
    // A file that a state has brought is loaded, but not yet the plugin's.
    settleWork()
    let flags = LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    if let folder { features.savedPaths.use(folder) }
    return unsafe PluginLock.withLock {
      unsafe lilv_state_new_from_instance(
        plugin,
        instance,
        &map,
        features.paths.existing,
        folder,
        folder,
        folder,
        PluginCore.portValue,
        me,
        flags,
        folder == nil ? features.forRestoring : features.forSaving
      )
    }
  }

  /// Takes a state; the plugin is silent meanwhile unless it says that it need not be.
  func restore(_ state: OpaquePointer) {
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let restore = {
      unsafe lilv_state_restore(
        state,
        self.instance,
        PluginCore.setPortValue,
        me,
        0,
        self.features.forRestoring
      )
    }
    PluginLock.withLock {
      if info.mentions(.threadSafeRestore) {
        restore()
        // A control is one word: a block sees the old value or the new one, and none is left out for that.
        takeRestoredControls()
      } else {
        whileStill {
          restore()
          takeRestoredControls()
        }
      }
    }
  }

  private func takeRestoredControls() {
    for (port, value) in restoredControls { unsafe buffers.value(of: port).pointee = value }
    restoredControls = []
  }

  private func control(_ symbol: UnsafePointer<CChar>?) -> PluginInfo.Port? {
    guard let symbol = unsafe symbol, let port = unsafe info.port(String(cString: symbol)),
      port.kind == .control, port.direction == .input
    else { return nil }
    return port
  }

  private static let portValue: LilvGetPortValueFunc = { symbol, me, size, type in
    guard let me = unsafe me else { return nil }
    let core = unsafe Unmanaged<PluginCore>.fromOpaque(me).takeUnretainedValue()
    guard let port = unsafe core.control(symbol) else {
      unsafe size?.pointee = 0
      unsafe type?.pointee = 0
      return nil
    }
    unsafe size?.pointee = 4
    unsafe type?.pointee = URIDs.shared.float
    return unsafe UnsafeRawPointer(core.buffers.value(of: port))
  }

  private static let setPortValue: LilvSetPortValueFunc = { symbol, me, value, size, type in
    guard let me = unsafe me, let value = unsafe value else { return }
    let core = unsafe Unmanaged<PluginCore>.fromOpaque(me).takeUnretainedValue()
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: Int(size)))
    let given = ParameterValue(type: type, bytes: bytes[...], EventURIDs.shared)
    guard let number = given?.number.map({ Float($0) }), number.isFinite,
      let port = unsafe core.control(symbol)
    else { return }
    core.restoredControls.append((port, port.nearest(to: number)))
  }
}

extension ParameterValue {
  /// The value as a number, if it is one.
  public var number: Double? {
    switch self {
    case .int(let value): Double(value)
    case .long(let value): Double(value)
    case .float(let value): Double(value)
    case .double(let value): value
    case .bool(let value): value ? 1 : 0
    case .string, .path, .uri, .urid: nil
    }
  }
}
