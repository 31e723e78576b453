// SPDX-License-Identifier: Apache-2.0
// Enters an instance's code, and notes it.

internal import CRealtime
internal import Glibc

/// Calls an instance's code: each call is noted, so that one that crashes, hangs or ends the
/// process has a name.
///
/// > Threading: Any.
@safe
final class PluginCaller: @unchecked Sendable {
  /// The instance's number: instances of a world are counted from 0.
  let number: Int32
  let uri: UnsafeMutablePointer<CChar>

  init(number: Int32, uri: String) {
    self.number = number
    unsafe self.uri = strdup(uri)
  }

  deinit {
    unsafe free(uri)
  }

  /// Does what is inside a call; what the plugin leaves behind of modes, masks and files ends here.
  func during<Value>(_ call: PluginCall, _ body: () -> Value) -> Value {
    let outer = unsafe tarmac_call_begin(uri, number, call.rawValue)
    defer {
      tarmac_keep_after_call()
      unsafe tarmac_call_end(outer)
    }
    return FloatMode.keep(body)
  }
}
