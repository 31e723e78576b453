// SPDX-License-Identifier: Apache-2.0
// The threads that work on sound files, as many as disks that don't answer make necessary.

internal import CRealtime
internal import Glibc
internal import Quantities
internal import Synchronization
internal import Threads

/// What the threads of the lanes share.
final class LanePool: Sendable {
  private struct State {
    var files: [ObjectIdentifier: any LaneFile] = [:]
    /// Files that have work to do, and wait for a thread.
    var queue: [any LaneFile] = []
    /// Files that wait for a thread, or have one.
    var busy: Set<ObjectIdentifier> = []
    /// Files to be let go of.
    var leaving: Set<ObjectIdentifier> = []
    var threads = 1
    /// Threads that have no work, or have not begun yet.
    var idle = 1
    /// Whether a piece has been done since the last look.
    var hasMoved = false
    var isOver = false

    mutating func enqueue(_ file: any LaneFile) {
      guard busy.insert(ObjectIdentifier(file)).inserted else { return }
      file.clock.begin()
      queue.append(file)
    }

    /// Forgets a file that is to be let go of; returns whether it is.
    mutating func letGo(of file: any LaneFile) -> Bool {
      let id = ObjectIdentifier(file)
      guard leaving.remove(id) != nil else { return false }
      files[id] = nil
      busy.remove(id)
      return true
    }
  }

  private static let look: UInt32 = 10_000
  /// How long a thread goes without work before it ends, unless it is the last one.
  private static let idleTime = Seconds(2)

  private let state = Mutex(State())
  private let bell = Bell()
  let watch = FileWatch()

  var threads: Int { state.withLock { $0.threads } }

  func add(_ file: any LaneFile) {
    state.withLock { $0.files[ObjectIdentifier(file)] = file }
  }

  func wake(_ file: any LaneFile) {
    state.withLock { state in
      guard state.files[ObjectIdentifier(file)] != nil else { return }
      state.enqueue(file)
    }
    bell.ring()
  }

  func remove(_ file: any LaneFile) {
    state.withLock { state in
      guard state.files[ObjectIdentifier(file)] != nil else { return }
      state.leaving.insert(ObjectIdentifier(file))
      state.enqueue(file)
    }
    bell.ring()
  }

  func end() {
    state.withLock { $0.isOver = true }
  }

  /// Finds out again and again which files have work to do, and sees to it that somebody does it.
  func lookUntilOver() {
    start()
    while let missing = look() {
      for _ in 0..<missing { start() }
      usleep(Self.look)
    }
    bell.ring()
  }

  /// How many threads are missing; `nil` when all is over.
  private func look() -> Int? {
    watch.look()
    let (missing, isWaiting): (Int?, Bool) = state.withLock { state in
      if state.isOver, state.files.isEmpty { return (nil, false) }
      let isStuck = !state.queue.isEmpty && state.idle == 0 && !state.hasMoved
      let missing = isStuck ? (state.threads == 0 ? 1 : state.queue.count) : 0
      state.hasMoved = false
      for file in state.files.values where file.hasWork { state.enqueue(file) }
      state.threads += missing
      state.idle += missing
      return (missing, !state.queue.isEmpty)
    }
    if isWaiting { bell.ring() }
    return missing
  }

  private func start() {
    let thread = try? SystemThread("file-lane", signals: .faultsOnly) { [self] in serve() }
    // Without room for one more the next look tries again.
    guard let thread else {
      return state.withLock { state in
        state.threads -= 1
        state.idle -= 1
      }
    }
    thread.detach()
  }

  /// Does what there is to do, a piece for each file in turn.
  private func serve() {
    var last = MonotonicTime.now
    state.withLock { $0.idle -= 1 }
    while true {
      let seen = bell.count
      switch take(sinceWork: MonotonicTime.now.elapsed(since: last)) {
      case .work(let file):
        file.work()
        finish(file)
        last = .now
      case .close(let file):
        close(file)
        last = .now
      case .sleep:
        bell.wait(since: seen, milliseconds: 1_000)
        state.withLock { $0.idle -= 1 }
      case .leave: return
      }
    }
  }

  private enum Turn {
    case work(any LaneFile)
    case close(any LaneFile)
    case sleep, leave
  }

  private func take(sinceWork time: Seconds) -> Turn {
    state.withLock { state in
      if !state.queue.isEmpty {
        let file = state.queue.removeFirst()
        return state.letGo(of: file) ? .close(file) : .work(file)
      }
      if state.isOver && state.files.isEmpty || state.threads > 1 && time > Self.idleTime {
        state.threads -= 1
        return .leave
      }
      state.idle += 1
      return .sleep
    }
  }

  private func finish(_ file: any LaneFile) {
    let isLeaving = state.withLock { state in
      state.hasMoved = true
      guard !state.letGo(of: file) else { return true }
      file.clock.end()
      state.busy.remove(ObjectIdentifier(file))
      if file.hasWork { state.enqueue(file) }
      return false
    }
    if isLeaving { close(file) }
  }

  private func close(_ file: any LaneFile) {
    file.close()
    state.withLock { $0.hasMoved = true }
  }
}

/// Wakes threads that sleep.
@safe
private final class Bell: @unchecked Sendable {
  private let bell: UnsafeMutablePointer<UInt32>

  init() {
    unsafe bell = .allocate(capacity: 1)
    unsafe bell.initialize(to: 0)
  }

  deinit {
    unsafe bell.deallocate()
  }

  var count: UInt32 { unsafe tarmac_bell_read(bell) }

  func ring() { unsafe tarmac_bell_ring(bell) }

  /// Sleeps until it has been rung since it showed `count`, but no longer than that.
  func wait(since count: UInt32, milliseconds: UInt32) {
    unsafe tarmac_bell_wait(bell, count, milliseconds)
  }
}
