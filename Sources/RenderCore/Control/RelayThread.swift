// SPDX-License-Identifier: Apache-2.0
// The thread that renders behind a relay.

internal import CRealtime

/// Renders what a relay is handed, until this is dismissed.
///
/// > Threading: Control.
@safe
public final class RelayThread {
  private let relay: RenderRelay
  private var thread: UInt = 0

  /// Starts the thread; `nil` when the system allows none.
  ///
  /// - Parameters:
  ///   - relay: whom to serve; it has no other thread.
  ///   - realtimePriority: the SCHED_FIFO priority of the driver's thread, below which this one stays; `nil` without
  ///     real-time scheduling.
  public init?(serving relay: RenderRelay, realtimePriority: Int?) {
    self.relay = relay
    let priority = Int32(clamping: realtimePriority.map { max($0 - 1, 1) } ?? 0)
    let argument = unsafe Unmanaged.passRetained(relay)
    guard unsafe tarmac_thread_start(&thread, priority, relayMain, argument.toOpaque()) else {
      unsafe argument.release()
      return nil
    }
  }

  deinit {
    dismiss()
  }

  /// Ends the thread; waits for what it is rendering.
  public func dismiss() {
    guard thread != 0 else { return }
    relay.dismiss()
    tarmac_thread_join(thread)
    thread = 0
  }
}

private nonisolated func relayMain(
  _ argument: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  tarmac_guard_thread()
  tarmac_touch_stack()
  unsafe Unmanaged<RenderRelay>.fromOpaque(argument).takeRetainedValue().serve()
  return nil
}
