// SPDX-License-Identifier: Apache-2.0
// A control port of a running instance.

/// A control port and where its value is.
///
/// Valid while the instance's node lives.
///
/// > Threading: Control.
@safe
public struct ControlPort {
  /// What is known of the port.
  public let info: PluginInfo.Port
  /// Where the value is.
  ///
  /// Once a plan runs the plugin, inputs are set through the renderer, between cycles.
  public let pointer: UnsafeMutablePointer<Float>

  init(info: PluginInfo.Port, pointer: UnsafeMutablePointer<Float>) {
    self.info = info
    unsafe self.pointer = unsafe pointer
  }

  /// The value now.
  public var value: Float { unsafe pointer.pointee }
}
