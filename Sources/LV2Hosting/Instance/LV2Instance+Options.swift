// SPDX-License-Identifier: Apache-2.0
// Telling a plugin that the conditions it runs in have changed.

internal import CLilv
package import Quantities

extension LV2Instance {
  /// Tells the plugin how many frames cycles have from now on, if it wants to know; it is silent
  /// meanwhile.
  ///
  /// The longest block that it got when the instance was made stays, and so does the length of
  /// blocks that are fixed. For plugins that went by the usual length of that time, longer cycles
  /// are cut.
  ///
  /// - Parameter frames: the usual number of frames, at most the longest block.
  /// - Returns: whether the plugin took notice.
  @discardableResult
  package func setNominalBlock(_ frames: FrameCount) -> Bool {
    core.setNominalBlock(frames.value)
  }
}

extension PluginCore {
  func setNominalBlock(_ frames: Int) -> Bool {
    let data = unsafe PluginLock.withLock {
      unsafe lilv_instance_get_extension_data(instance, Vocabulary.options("interface"))
    }
    guard unsafe runner.pointee.shape == .any,
      let interface = unsafe data?.assumingMemoryBound(to: LV2_Options_Interface.self),
      let set = unsafe interface.pointee.set
    else { return false }
    let key = URIDs.number(HostOption.nominalBlock.rawValue)
    return unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 1) { value in
      unsafe value.initialize(repeating: Int32(clamping: frames))
      return unsafe withUnsafeTemporaryAllocation(of: LV2_Options_Option.self, capacity: 2) {
        list in
        unsafe list.initialize(repeating: .end)
        unsafe list[0].key = key
        unsafe list[0].size = 4
        unsafe list[0].type = URIDs.shared.int
        unsafe list[0].value = UnsafeRawPointer(value.baseAddress)
        return PluginLock.withLock {
          whileStill {
            let status = unsafe set(instance.pointee.lv2_handle, list.baseAddress)
            guard status == LV2_OPTIONS_SUCCESS.rawValue else { return false }
            var now = options
            now.nominalBlock = min(frames, options.nominalBlock)
            unsafe runner.pointee.longestBlock = info.longestBlock(now)
            return true
          } ?? false
        }
      }
    }
  }
}
