// SPDX-License-Identifier: Apache-2.0
// Lets a plugin ask for a larger event output while it runs.

internal import CLilv

/// The event ports of one instance, as resize-port knows them.
///
/// The memory is there from the start, so asking costs nothing and may happen in the middle of a
/// block.
///
/// > Threading: Realtime, to ask.
@safe
final class PluginResize: @unchecked Sendable {
  /// How large a port of a plugin that uses resize-port can become, in bytes.
  static let reserve = 1 << 20

  private let events: UnsafeMutablePointer<UnsafeMutableBufferPointer<EventSlot>>

  init() {
    unsafe events = .allocate(capacity: 1)
    unsafe events.initialize(to: UnsafeMutableBufferPointer(start: nil, count: 0))
  }

  deinit {
    unsafe events.deallocate()
  }

  /// Says which ports these are.
  ///
  /// > Threading: Control, before the instance is activated.
  func attach(_ slots: UnsafeMutableBufferPointer<EventSlot>) {
    unsafe events.pointee = unsafe slots
  }

  /// The feature data of `rsz:resize`.
  var feature: LV2_Resize_Port_Resize {
    unsafe LV2_Resize_Port_Resize(
      data: Unmanaged.passUnretained(self).toOpaque(),
      resize: { handle, port, size in
        guard let handle = unsafe handle else { return LV2_RESIZE_PORT_ERR_UNKNOWN }
        return unsafe Unmanaged<PluginResize>.fromOpaque(handle)._withUnsafeGuaranteedRef {
          $0.resize(port: port, to: size) ? LV2_RESIZE_PORT_SUCCESS : LV2_RESIZE_PORT_ERR_NO_SPACE
        }
      }
    )
  }

  @_noLocks
  private func resize(port: UInt32, to size: Int) -> Bool {
    let slots = unsafe events.pointee
    for index in 0..<(slots.count) where unsafe slots[index].port == port {
      guard size >= 0, unsafe size <= slots[index].reserve else { return false }
      let capacity = unsafe max(slots[index].capacity, size)
      unsafe slots[index].capacity = capacity
      return true
    }
    return false
  }
}
