// SPDX-License-Identifier: Apache-2.0
// The threads that run the worker methods of all plugins.

internal import CRealtime
internal import Synchronization
internal import Threads

/// A few threads that sleep until a plugin asks for work.
///
/// They start with the plugins that have a worker. A plugin is served by one of them at a time, so
/// its requests are answered in order; a plugin that sleeps in its worker keeps one thread from the
/// others, and one that never returns keeps it for good.
///
/// > Threading: Control, except where said.
@safe
final class WorkPool: Sendable {
  static let mostThreads = 3
  private let desk = WorkPoolState()
  /// How many threads there are that may be free one day.
  private let threads = Locked(0)

  /// What a plugin rings when it has asked for work.
  ///
  /// Valid as long as this lives.
  var bell: UnsafeMutablePointer<UInt32> { unsafe desk.bell }

  deinit {
    // Nobody waits for them: one of them may be with a plugin that never returns.
    desk.stop()
  }

  /// Serves a plugin from now on; returns `false` when the system has no room for the first thread.
  @discardableResult
  func add(_ work: PluginWork) -> Bool {
    let count = desk.clients.withLock { clients in
      clients.append(work)
      return clients.count
    }
    let isServed = threads.withLock { threads in
      if threads < min(count, WorkPool.mostThreads), startThread() { threads += 1 }
      return threads > 0
    }
    // It may have asked already.
    unsafe tarmac_bell_ring(desk.bell)
    return isServed
  }

  private func startThread() -> Bool {
    let desk = desk
    guard let thread = try? SystemThread("plugin-worker", { desk.serve() }) else { return false }
    thread.detach()
    return true
  }

  /// Does not serve the plugin any more; waits for work that it is doing right now.
  ///
  /// Returns `false` when that does not end; another thread then takes the place of the one that is
  /// lost.
  ///
  /// > Threading: Any.
  @discardableResult
  func remove(_ work: PluginWork) -> Bool {
    desk.clients.withLock { $0.removeAll { $0 === work } }
    guard !work.close() else { return true }
    threads.withLock { threads in
      if !startThread() { threads -= 1 }
    }
    return false
  }
}

/// What the threads and their owner share.
@safe
private final class WorkPoolState: @unchecked Sendable {
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
      // Read before the flag: the thread that sets the flag rings afterwards, and the wait ends at
      // once where the bell has rung since this reading.
      let seen = unsafe tarmac_bell_read(bell)
      if isStopping.load(ordering: .acquiring) { return }
      if serveEach() { continue }
      unsafe tarmac_bell_wait(bell, seen, WorkPoolState.longestSleepMilliseconds)
    }
  }

  /// Serves each plugin once; returns whether there was a request.
  ///
  /// From the last to the first: one that is removed meanwhile moves only those that have had their
  /// turn. One that is added rings afterwards.
  private func serveEach() -> Bool {
    var hasWorked = false
    var turn = clients.withLock(\.count)
    while turn > 0 {
      turn -= 1
      let client = clients.withLock { $0.indices.contains(turn) ? $0[turn] : nil }
      if let client, client.serve() { hasWorked = true }
    }
    return hasWorked
  }
}
