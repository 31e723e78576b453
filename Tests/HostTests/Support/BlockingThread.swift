// SPDX-License-Identifier: Apache-2.0
// Where tests run that wait for a program: not on the threads that all other tests share.

import Dispatch

/// A thread for a test that blocks while it waits; the shared threads, of which there is one for
/// each processor, are for tests that suspend.
final class BlockingThread: TaskExecutor {
  private let queue = DispatchQueue(label: "a test that waits")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs `body` there, as soon as fewer than two others do: more rigs than processors would only
  /// be slower.
  static func run(_ body: () async throws -> Void) async throws {
    // A test with two rigs has its thread already.
    guard !isHeld else { return try await body() }
    await BlockingGate.shared.enter()
    let result = await $isHeld.withValue(true) {
      await withTaskExecutorPreference(BlockingThread()) { () async -> Result<Void, any Error> in
        do { return .success(try await body()) } catch { return .failure(error) }
      }
    }
    await BlockingGate.shared.leave()
    try result.get()
  }

  @TaskLocal private static var isHeld = false
}

/// Lets two tests at a time in.
private actor BlockingGate {
  static let shared = BlockingGate()
  private var free = 2
  private var queue: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    guard free == 0 else {
      free -= 1
      return
    }
    await withCheckedContinuation { queue.append($0) }
  }

  func leave() {
    if queue.isEmpty { free += 1 } else { queue.removeFirst().resume() }
  }
}
