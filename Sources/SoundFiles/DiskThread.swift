// SPDX-License-Identifier: Apache-2.0
// The one thread that reads for all players and writes for all recorders.

internal import Glibc
internal import Synchronization

/// What the disk thread looks after.
protocol DiskClient: AnyObject, Sendable {
  /// Does one piece of work and returns whether there is more to do now.
  ///
  /// > Threading: Worker, the disk thread.
  func work() -> Bool
}

/// The thread that keeps the rings of players full and those of recorders empty.
///
/// It looks at each ring every few milliseconds, for rings hold a second or more. Players and recorders are forgotten when
/// nobody else keeps them; the thread ends when the `DiskThread` goes.
///
/// > Threading: Control.
public final class DiskThread: @unchecked Sendable {
  private let round = DiskRound()

  /// Starts the thread.
  public init() {
    var every = sigset_t()
    var before = sigset_t()
    // Signals are for the main thread; and a file that reaches its size limit shall be an error, not a SIGXFSZ.
    unsafe sigfillset(&every)
    unsafe pthread_sigmask(SIG_SETMASK, &every, &before)
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(round).toOpaque()
    let code = unsafe pthread_create(&thread, nil, diskThreadMain, argument)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(code == 0, "the system allows no thread for sound files")
    pthread_detach(thread)
  }

  deinit {
    round.isOver.store(true, ordering: .relaxed)
  }

  /// Looks after `client` until nobody else keeps it.
  func add(_ client: any DiskClient) {
    round.clients.withLock { $0.append(DiskRound.Entry(client: client)) }
  }
}

/// What the thread goes through again and again.
final class DiskRound: Sendable {
  struct Entry: Sendable {
    weak var client: (any DiskClient)?
  }

  let clients = Mutex<[Entry]>([])
  let isOver = Atomic<Bool>(false)

  /// Goes round until no client has more to do, a piece for each in turn, so that none starves.
  func run() {
    let clients = clients.withLock { entries in
      entries.removeAll { $0.client == nil }
      return entries.compactMap(\.client)
    }
    while !isOver.load(ordering: .relaxed) {
      var isBusy = false
      for client in clients where client.work() { isBusy = true }
      guard isBusy else { return }
    }
  }
}

private nonisolated func diskThreadMain(
  _ argument: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let round = unsafe Unmanaged<DiskRound>.fromOpaque(argument).takeRetainedValue()
  while !round.isOver.load(ordering: .relaxed) {
    round.run()
    usleep(10_000)
  }
  return nil
}
