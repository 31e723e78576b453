// SPDX-License-Identifier: Apache-2.0
// The thread that ends a process when a plugin has crashed, hangs, or when the parent is gone.

import Glibc
import LV2Hosting
import Quantities
import RenderCore
import RigEngine
import Synchronization
import Threads

/// Watches over the process of an isolated graph.
///
/// Another thread may have crashed in the middle of anything and be parked with its locks, the
/// heap's among them. So the parent is notified first, in a way that needs no lock, and ends what
/// can't leave by itself.
///
/// > Threading: Any.
final class CrashWatch: @unchecked Sendable {
  private let crashes: Int32
  private let parent: Int32
  private let board: CallBoard
  /// What renders, once there is something; only what any thread may ask is asked of it.
  private let watched = Mutex<FarRelay?>(nil)
  private let isLeaving = Atomic(false)
  private let isCaged = Atomic(false)

  /// Reads crashes from a descriptor of `CrashGuard`, and the end of the parent from the socket to
  /// it.
  init(crashes: Int32, parent: Int32, board: CallBoard) {
    (self.crashes, self.parent, self.board) = (crashes, parent, board)
  }

  /// Looks whether what renders comes back, as long as there is something.
  func watch(_ relay: FarRelay?) {
    watched.withLock { $0 = relay }
  }

  /// The sandbox is entered: what it refuses is reported from now on.
  func tellRefusals() {
    isCaged.store(true, ordering: .releasing)
  }

  private func tellWhatWasRefused() {
    guard isCaged.load(ordering: .acquiring) else { return }
    SandboxRefusal.tellAll(to: IsolatedProcess.refusals)
  }

  /// Starts to watch, on a thread of its own.
  func start() {
    guard let thread = try? SystemThread("crash-watch", { self.run() }) else {
      preconditionFailure("no thread to watch over plugins")
    }
    thread.detach()
  }

  private func run() {
    var (blocks, since) = (UInt32(0), MonotonicTime.now)
    var calls = CallObserver()
    var end: MonotonicTime?
    while true {
      var entries = [
        pollfd(fd: crashes, events: Int16(POLLIN), revents: 0),
        pollfd(fd: end == nil ? parent : -1, events: 0, revents: 0),
      ]
      unsafe poll(&entries, 2, Int32(HostTimes.tick.value * 1000))
      board.beat()
      tellWhatWasRefused()
      if entries[0].revents != 0 { fail(takeLoss()) }
      let now = MonotonicTime.now
      // The graph ends in order, as long as it comes back for that.
      if entries[1].revents != 0 { end = now.after(HostTimes.isolationEnd) }
      if let end, now > end {
        if let call = board.calls.first { fail(CrashGuard.Loss(stuck: call)) }
        leave()
      }
      if let longest = calls.look(at: board.calls, now: now), longest.time > HostTimes.longCall {
        fail(CrashGuard.Loss(stuck: longest.entry))
      }
      let relay = watched.withLock { $0 }
      if let relay, relay.isBusy, relay.blocks == blocks {
        let call = board.calls.first { $0.call.isRealtime }
        // A thread that is in no plugin waits for a busy machine.
        let patience = call == nil ? HostTimes.stall : HostTimes.hang
        if now.elapsed(since: since) > patience { fail(CrashGuard.Loss(stuck: call)) }
      } else {
        (blocks, since) = (relay?.blocks ?? 0, now)
      }
    }
  }

  private func takeLoss() -> CrashGuard.Loss {
    var loss = CrashGuard.Loss()
    unsafe read(crashes, &loss, MemoryLayout<CrashGuard.Loss>.size)
    return loss
  }

  private func fail(_ loss: CrashGuard.Loss) -> Never {
    var loss = loss
    watched.withLock { $0 }?.silence()
    unsafe write(IsolatedProcess.alarm, &loss, MemoryLayout<CrashGuard.Loss>.size)
    leave()
  }

  /// Ends the process, with nothing of a plugin's behind that.
  func leave() -> Never {
    // A second thread that crashes waits for the end.
    while isLeaving.exchange(true, ordering: .relaxed) { pause() }
    // What was refused in the last call of a plugin, since the watch looked last.
    tellWhatWasRefused()
    CrashGuard.killChildren(of: getpid())
    _exit(0)
  }
}
