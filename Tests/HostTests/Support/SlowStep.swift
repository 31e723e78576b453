// SPDX-License-Identifier: Apache-2.0
// A slow request of a client to a rig, and what is to be possible meanwhile.

import ControlClient
import Foundation
import Patience
import Synchronization
import Testing

extension RunningTarmac {
  /// Lets a client of its own do some slow work, and runs `body` while that is under way.
  ///
  /// Once `body` is done, `release` lets the slow work end, which it must not have done before.
  func during(
    _ slow: @escaping @Sendable (ControlClient, URL) throws -> Void,
    underWay what: String,
    when isUnderWay: () throws -> Bool,
    release: () throws -> Void,
    _ body: () throws -> Void
  ) async throws {
    let (other, folder) = (try anotherClient(), folder)
    let step = SlowStep()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask(executorPreference: ownThreads) {
        try await blocking { try slow(other, folder) }
        step.isDone.store(true, ordering: .relaxed)
      }
      try wait(what, until: isUnderWay)
      try body()
      let wasDone = step.isDone.load(ordering: .relaxed)
      #expect(!wasDone, "all that was while it went on")
      try release()
      try await group.waitForAll()
    }
  }
}

/// Some slow work, and whether it is done.
private final class SlowStep: Sendable {
  let isDone = Atomic(false)
}
