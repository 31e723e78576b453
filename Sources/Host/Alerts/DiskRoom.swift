// SPDX-License-Identifier: Apache-2.0
// The free space where recordings go; a disk may take its time to answer.

import Dispatch
import Glibc
import Quantities
import Synchronization

/// The free space in some folders, read on a queue of its own.
///
/// > Threading: Control.
final class DiskRoom {
  private let answers = Answers()
  private let queue = DispatchQueue(label: "tarmac disk room")
  private var last: MonotonicTime?
  private static let pause = Seconds(2)

  /// What the queue has found.
  private final class Answers: Sendable {
    let free = Mutex<[String: Int64]>([:])
    let isAsking = Atomic(false)
  }

  /// The free bytes that were found last, by folder; asks again at intervals, unless the disk has
  /// not answered yet.
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

  /// How many bytes an ordinary user may still write there; `nil` where that is not known.
  private static func room(in folder: String) -> Int64? {
    var status = statvfs()
    guard unsafe statvfs(folder, &status) == 0 else { return nil }
    let (bytes, isTooMuch) = status.f_bavail.multipliedReportingOverflow(by: status.f_frsize)
    return isTooMuch ? .max : Int64(clamping: bytes)
  }
}
