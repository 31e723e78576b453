// SPDX-License-Identifier: Apache-2.0
// The plugin's own part of a state: its save() and restore(), called here because lilv hides what
// they answer.

internal import CLilv

/// A state on its way out of a plugin or into it.
///
/// > Threading: Control.
@safe
final class StateExchange {
  private(set) var state: LV2State
  /// The most bytes that one property may have; what claims to be larger is a lie or a mistake.
  private static let mostBytes = 1 << 28

  init(_ state: LV2State) {
    self.state = state
  }

  /// Has the plugin save what it wants to keep; returns whether it could.
  func save(from core: PluginCore) -> Bool {
    guard let save = unsafe core.stateInterface?.pointee.save else { return true }
    let flags = LV2_STATE_IS_POD.rawValue | LV2_STATE_IS_PORTABLE.rawValue
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let handle = unsafe core.instance.pointee.lv2_handle
    core.features.stateFiles.use(nil)
    let status = core.caller.during(.save) {
      unsafe save(handle, StateExchange.store, me, flags, core.features.forRestoring)
    }
    // What a plugin with nothing to save has stored before it said so counts for lilv as nothing,
    // too.
    if status != LV2_STATE_SUCCESS { state.properties = [:] }
    return StateExchange.isSaved(status)
  }

  /// Whether a plugin has saved all that it has; some have nothing yet, and say that a property is
  /// missing.
  static func isSaved(_ status: LV2_State_Status) -> Bool {
    status == LV2_STATE_SUCCESS || status == LV2_STATE_ERR_NO_PROPERTY
  }

  /// Gives the plugin what it has saved; returns whether it took it.
  ///
  /// Presets often say nothing but controls; what a plugin says to that is no refusal.
  func restore(to core: PluginCore) -> Bool {
    guard let restore = unsafe core.stateInterface?.pointee.restore else { return true }
    let me = unsafe Unmanaged.passUnretained(self).toOpaque()
    let handle = unsafe core.instance.pointee.lv2_handle
    core.features.stateFiles.use(state.folder)
    let status = core.caller.during(.restore) {
      unsafe restore(handle, StateExchange.retrieve, me, 0, core.features.forRestoring)
    }
    return status == LV2_STATE_SUCCESS || state.properties.isEmpty
  }

  private static let store: LV2_State_Store_Function = { me, key, value, size, type, flags in
    guard let me = unsafe me, let value = unsafe value, key != 0 else {
      return LV2_STATE_ERR_UNKNOWN
    }
    guard size <= StateExchange.mostBytes else { return LV2_STATE_ERR_NO_SPACE }
    let exchange = unsafe Unmanaged<StateExchange>.fromOpaque(me).takeUnretainedValue()
    let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: value, count: size))
    let atom = AtomValue(type: type, bytes: bytes)
    exchange.state.properties[key] = LV2State.Property(value: atom, flags: flags)
    return LV2_STATE_SUCCESS
  }

  private static let retrieve: LV2_State_Retrieve_Function = { me, key, size, type, flags in
    guard let me = unsafe me else { return nil }
    let exchange = unsafe Unmanaged<StateExchange>.fromOpaque(me).takeUnretainedValue()
    guard let property = exchange.state.properties[key] else { return nil }
    unsafe size?.pointee = property.value.bytes.count
    unsafe type?.pointee = property.value.type
    unsafe flags?.pointee = property.flags
    return unsafe exchange.lend(property.value.bytes, of: key)
  }

  /// The bytes at a place that they keep as long as this object lives.
  private func lend(_ bytes: [UInt8], of key: UInt32) -> UnsafeRawPointer {
    if let block = unsafe lent[key] { return UnsafeRawPointer(block) }
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(bytes.count, 1), alignment: 8)
    unsafe block.copyMemory(from: bytes, byteCount: bytes.count)
    unsafe lent[key] = block
    return UnsafeRawPointer(block)
  }

  private var lent: [UInt32: UnsafeMutableRawPointer] = unsafe [:]

  deinit {
    unsafe lent.values.forEach { unsafe $0.deallocate() }
  }
}

extension PluginCore {
  /// The plugin's interface for states, where it has one.
  var stateInterface: UnsafePointer<LV2_State_Interface>? {
    unsafe caller.during(.extensionData) {
      unsafe lilv_instance_get_extension_data(instance, Vocabulary.state("interface"))?
        .assumingMemoryBound(to: LV2_State_Interface.self)
    }
  }
}
