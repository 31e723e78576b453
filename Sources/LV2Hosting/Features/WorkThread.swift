// SPDX-License-Identifier: Apache-2.0
// The one thread that runs the worker methods of all plugins.

internal import CRealtime
internal import Glibc
internal import Synchronization

/// A thread that sleeps until a plugin asks for work.
///
/// It starts with the first plugin that has a worker.
///
/// > Threading: Control.
@safe
final class WorkThread {
  private let desk = WorkDesk()
  private var thread: pthread_t?

  /// What a plugin rings when it has asked for work.
  ///
  /// Valid as long as this lives.
  var bell: UnsafeMutablePointer<UInt32> { unsafe desk.bell }

  deinit {
    guard let thread else { return }
    desk.stop()
    pthread_join(thread, nil)
  }

  /// Serves a plugin from now on.
  func add(_ work: PluginWork) {
    desk.clients.withLock { $0.append(work) }
    guard thread == nil else {
      // It may have asked already.
      unsafe tarmac_bell_ring(desk.bell)
      return
    }
    var id = pthread_t()
    let argument = unsafe Unmanaged.passRetained(desk).toOpaque()
    let status = unsafe pthread_create(
      &id,
      nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        unsafe Unmanaged<WorkDesk>.fromOpaque(argument).takeRetainedValue().serve()
        return nil
      },
      argument
    )
    precondition(status == 0, "no thread for the plugins' workers")
    thread = id
  }

  /// Does not serve the plugin any more; waits for work that it is doing right now.
  func remove(_ work: PluginWork) {
    desk.clients.withLock { $0.removeAll { $0 === work } }
    work.close()
  }
}

/// What the thread and its owner share.
@safe
private final class WorkDesk: @unchecked Sendable {
  let bell: UnsafeMutablePointer<UInt32>
  let clients = Mutex<[PluginWork]>([])
  private let isStopping = Atomic(false)
  private static let longestSleepMilliseconds: UInt32 = 10_000

  init() {
    unsafe bell = .allocate(capacity: 1)
    unsafe bell.initialize(to: 0)
  }

  deinit {
    unsafe bell.deallocate()
  }

  func stop() {
    isStopping.store(true, ordering: .releasing)
    unsafe tarmac_bell_ring(bell)
  }

  /// One request of each plugin in turn, so that none waits for all of another's.
  func serve() {
    while !isStopping.load(ordering: .acquiring) {
      let seen = unsafe tarmac_bell_read(bell)
      var hasWorked = false
      for client in clients.withLock({ $0 }) where client.serve() { hasWorked = true }
      if !hasWorked { unsafe tarmac_bell_wait(bell, seen, WorkDesk.longestSleepMilliseconds) }
    }
  }
}
