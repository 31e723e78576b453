// SPDX-License-Identifier: Apache-2.0
// The thread that gets a process out of JACK when a plugin has crashed, hangs, or when the parent is gone.

import Glibc
import JACKDriver
import LV2Hosting
import Quantities
import RenderCore
import Synchronization

/// Watches over the process of an isolated graph.
///
/// Another thread may have crashed in the middle of anything and be parked with its locks, the heap's among them. So
/// the parent is told first, in a way that needs none, and ends what can't leave by itself.
///
/// > Threading: Any.
final class CrashWatch: @unchecked Sendable {
  private let crashes: Int32
  private let parent: Int32
  private let watched = Mutex(Watched())
  private let isLeaving = Atomic(false)

  /// Of the driver only `leave` is called, and of the nodes only what any thread may read.
  private struct Watched: @unchecked Sendable {
    var driver: JACKDriver?
    var relay: RenderRelay?
    var nodes: [PluginNode] = []
  }

  /// Reads crashes from a descriptor of `CrashGuard`, and the end of the parent from the socket to it.
  init(crashes: Int32, parent: Int32) {
    (self.crashes, self.parent) = (crashes, parent)
  }

  /// Leaves the server with this driver, and looks whether the renderer comes back, once there is one.
  func watch(_ driver: JACKDriver, _ relay: RenderRelay? = nil, _ nodes: [PluginNode] = []) {
    let new = Watched(driver: driver, relay: relay, nodes: nodes)
    watched.withLock { $0 = new }
  }

  /// Starts to watch, on a thread of its own.
  func start() {
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(self).toOpaque()
    let status = unsafe pthread_create(
      &thread,
      nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<CrashWatch>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      },
      argument
    )
    precondition(status == 0, "no thread to watch over plugins")
  }

  private func run() {
    var (blocks, since) = (0, monotonicNanoseconds())
    while true {
      var entries = [
        pollfd(fd: crashes, events: Int16(POLLIN), revents: 0),
        pollfd(fd: parent, events: 0, revents: 0),
      ]
      unsafe poll(&entries, 2, Int32(HostTimes.tick.value * 1000))
      if entries[0].revents != 0 { fail(takeCrash()) }
      if entries[1].revents != 0 { leave() }
      let relay = watched.withLock { $0.relay }
      let now = monotonicNanoseconds()
      if let relay, relay.isBusy, relay.blocks == blocks {
        if now - since > HostTimes.hang.nanoseconds { fail(CrashGuard.Crash()) }
      } else {
        (blocks, since) = (relay?.blocks ?? 0, now)
      }
    }
  }

  private func takeCrash() -> CrashGuard.Crash {
    var crash = CrashGuard.Crash()
    unsafe read(crashes, &crash, MemoryLayout<CrashGuard.Crash>.size)
    return crash
  }

  private func fail(_ crash: CrashGuard.Crash) -> Never {
    var crash = crash
    let (relay, nodes) = (watched.withLock { $0.relay }, watched.withLock { $0.nodes })
    relay?.silence()
    crash.cause = Int32(nodes.firstIndex(where: \.isRunning) ?? -1)
    unsafe write(IsolatedProcess.alarm, &crash, MemoryLayout<CrashGuard.Crash>.size)
    leave()
  }

  /// Leaves the server and ends the process, with nothing of a plugin's behind that.
  func leave() -> Never {
    // Whoever comes second waits for the end.
    while isLeaving.exchange(true, ordering: .relaxed) { pause() }
    watched.withLock { $0.driver }?.leave()
    _exit(0)
  }
}
