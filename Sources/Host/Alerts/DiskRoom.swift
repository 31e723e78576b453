// SPDX-License-Identifier: Apache-2.0
// How much room there is where recordings go; disks may take their time to say.

import Dispatch
import Glibc
import Quantities
import Synchronization

/// How much room there is in some folders, asked for on a thread of its own.
///
/// > Threading: Control.
final class DiskRoom {
  private let answers = Answers()
  private let queue = DispatchQueue(label: "tarmac disk room")
  private var last: MonotonicTime?
  private static let pause = Seconds(2)

  /// What the other thread has found.
  private final class Answers: Sendable {
    let free = Mutex<[String: Int64]>([:])
    let isAsking = Atomic(false)
  }

  /// What was seen last, in bytes by folder; asks anew now and then, unless the disk has not
  /// answered yet.
  func look(at folders: Set<String>, now: MonotonicTime) -> [String: Int64] {
    let isDue = last.map { now.elapsed(since: $0) >= Self.pause } ?? true
    if isDue, !folders.isEmpty, !answers.isAsking.exchange(true, ordering: .acquiringAndReleasing) {
      last = now
      queue.async { [answers] in
        var free: [String: Int64] = [:]
        for folder in folders { free[folder] = Self.room(in: folder) }
        answers.free.withLock { $0 = free }
        answers.isAsking.store(false, ordering: .releasing)
      }
    }
    return answers.free.withLock { $0 }.filter { folders.contains($0.key) }
  }

  /// What an ordinary user may still write there; `nil` where nobody knows.
  private static func room(in folder: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return isTooMuch ? .max : Int64(clamping: bytes)
  }
}
