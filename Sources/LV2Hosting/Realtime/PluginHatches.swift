// SPDX-License-Identifier: Apache-2.0
// The ways out of the compiler's real-time check into a plugin's own code.

internal import CRealtime

/// The functions of a plugin that belong to LV2's audio threading class.
///
/// > Threading: Realtime.
@safe
struct PluginEntry {
  /// Whose they are, for the thread that watches over calls.
  var uri: UnsafePointer<CChar>
  var number: Int32
  var handle: UnsafeMutableRawPointer
  var run: @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Void
  var connect: @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void
  var workResponse:
    (@convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeRawPointer?) -> UInt32)?
  var endRun: (@convention(c) (UnsafeMutableRawPointer?) -> UInt32)?
}

extension PluginEntry {
  /// Calls `body` as that call of the plugin: noted, outside of the sanitizer's watch, and in a
  /// floating-point mode of its own.
  ///
  /// > Threading: Any, inside a hatch.
  func during(_ call: PluginCall, _ body: () -> Void) {
    let outer = unsafe tarmac_call_begin(uri, number, call.rawValue)
    let mode = tarmac_foreign_begin()
    body()
    tarmac_foreign_end(mode)
    unsafe tarmac_call_end(outer)
  }
}

/// The only doors from the host's checked code to the plugin's.
///
/// Whatever floating-point mode a plugin leaves behind ends here.
enum PluginHatch {
  @_noLocks
  static func run(_ plugin: UnsafePointer<PluginEntry>, frames: Int) {
    // RT-ASSUMED: a plugin answers for its own run(); its time is measured.
    unsafe _unsafePerformance {
      let plugin = unsafe plugin.pointee
      let count = UInt32(truncatingIfNeeded: frames)
      unsafe tarmac_run_plugin(plugin.uri, plugin.number, plugin.run, plugin.handle, count)
    }
  }

  @_noLocks
  static func connect(
    _ plugin: UnsafePointer<PluginEntry>,
    port: UInt32,
    to memory: UnsafeMutableRawPointer
  ) {
    // RT-ASSUMED: LV2 puts connect_port() into the audio threading class; it stores a pointer.
    unsafe _unsafePerformance {
      unsafe plugin.pointee.during(.connectPort) {
        unsafe plugin.pointee.connect(plugin.pointee.handle, port, memory)
      }
    }
  }

  /// Hands the answer of a worker back to its plugin.
  @_noLocks
  static func respond(
    _ plugin: UnsafePointer<PluginEntry>,
    size: Int,
    body: UnsafeMutableRawPointer
  ) {
    // RT-ASSUMED: LV2 puts work_response() into the audio threading class.
    unsafe _unsafePerformance {
      unsafe plugin.pointee.during(.workResponse) {
        _ = unsafe plugin.pointee.workResponse?(
          plugin.pointee.handle,
          UInt32(truncatingIfNeeded: size),
          size == 0 ? nil : body
        )
      }
    }
  }

  /// Tells a plugin that all answers of this cycle have been delivered.
  @_noLocks
  static func endRun(_ plugin: UnsafePointer<PluginEntry>) {
    // RT-ASSUMED: LV2 puts end_run() into the audio threading class.
    unsafe _unsafePerformance {
      unsafe plugin.pointee.during(.endRun) {
        _ = unsafe plugin.pointee.endRun?(plugin.pointee.handle)
      }
    }
  }
}
