// SPDX-License-Identifier: Apache-2.0
// The one thread that reads for all players and writes for all recorders.

internal import Glibc
internal import Synchronization
internal import Threads

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
    let round = round
    // A file that reaches its size limit shall be an error, not a SIGXFSZ.
    let thread = try? SystemThread("sound-files", signals: .faultsOnly) { round.runUntilOver() }
    guard let thread else { preconditionFailure("the system allows no thread for sound files") }
    thread.detach()
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

  /// Looks after the clients until nobody needs that any more.
  fileprivate func runUntilOver() {
    while !isOver.load(ordering: .relaxed) {
      run()
      usleep(10_000)
    }
  }

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
