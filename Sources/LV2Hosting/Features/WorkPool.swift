// SPDX-License-Identifier: Apache-2.0
// The threads that run the worker methods of all plugins.

internal import CRealtime
internal import Glibc
internal import Synchronization

/// A few threads that sleep until a plugin asks for work.
///
/// They start with the plugins that have a worker. A plugin is served by one of them at a time, so its requests are answered
/// in order; a plugin that sleeps in its worker keeps one thread from the others.
///
/// > Threading: Control.
@safe
final class WorkPool {
  static let mostThreads = 3
  private let desk = WorkDesk()
  private var threads: [pthread_t] = []

  /// What a plugin rings when it has asked for work.
  ///
  /// Valid as long as this lives.
  var bell: UnsafeMutablePointer<UInt32> { unsafe desk.bell }

  deinit {
    desk.stop()
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Serves a plugin from now on.
  func add(_ work: PluginWork) {
    let count = desk.clients.withLock { clients in
      clients.append(work)
      return clients.count
    }
    if threads.count < min(count, WorkPool.mostThreads) { startThread() }
    // It may have asked already.
    unsafe tarmac_bell_ring(desk.bell)
  }

  private func startThread() {
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
    threads.append(id)
  }

  /// Does not serve the plugin any more; waits for work that it is doing right now.
  func remove(_ work: PluginWork) {
    desk.clients.withLock { $0.removeAll { $0 === work } }
    work.close()
  }
}

/// What the threads and their owner share.
@safe
private final class WorkDesk: @unchecked Sendable {
  let bell: UnsafeMutablePointer<UInt32>
  let clients = Locked<[PluginWork]>([])
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
    while true {
      // Before the flag: whoever sets that rings after it, and a ring that was seen is not waited for.
      let seen = unsafe tarmac_bell_read(bell)
      if isStopping.load(ordering: .acquiring) { return }
      var hasWorked = false
      for client in clients.withLock({ $0 }) where client.serve() { hasWorked = true }
      if !hasWorked { unsafe tarmac_bell_wait(bell, seen, WorkDesk.longestSleepMilliseconds) }
    }
  }
}
