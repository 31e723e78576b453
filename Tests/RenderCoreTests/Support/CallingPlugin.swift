// SPDX-License-Identifier: Apache-2.0
// A plugin that runs a test's closure in its block.

import CRealtime
import RenderCore

/// A plugin without sound that calls a closure in every block; the closure may wait, because the
/// sanitizer does not check it.
final class CallingPlugin: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// A node of such a plugin, which keeps it.
  static func node(_ body: @escaping @Sendable () -> Void) -> PluginNode {
    let plugin = CallingPlugin(body)
    let handle = unsafe Unmanaged.passUnretained(plugin).toOpaque()
    return unsafe PluginNode(
      calls: PluginCalls(handle: handle, run: runCalling, connect: { _, _, _ in }),
      audioInputs: [0],
      audioOutputs: [1],
      owner: plugin
    )
  }

  fileprivate func run() { body() }
}

private func runCalling(_ handle: UnsafeMutableRawPointer?, _ frames: UInt32) {
  guard let handle = unsafe handle else { return }
  tarmac_sanitizer_pause()
  unsafe Unmanaged<CallingPlugin>.fromOpaque(handle).takeUnretainedValue().run()
  tarmac_sanitizer_resume()
}
