// SPDX-License-Identifier: Apache-2.0
// A control port of a running instance.

/// A control port and where its value is.
///
/// Valid while the instance's node lives.
///
/// > Threading: Control.
@safe
package struct ControlPort {
  private let shared: SharedInfo
  private let index: Int
  /// Where the value is.
  ///
  /// Once a plan runs the plugin, inputs are set through the renderer, between cycles.
  package let pointer: UnsafeMutablePointer<Float>

  /// The port at `index` among those of the plugin.
  init(_ shared: SharedInfo, _ index: Int, pointer: UnsafeMutablePointer<Float>) {
    self.shared = shared
    self.index = index
    unsafe self.pointer = unsafe pointer
  }

  /// What is known of the port.
  package var info: PluginInfo.Port { shared.info.ports[index] }

  /// The value now.
  package var value: Float { unsafe pointer.pointee }
}
