// SPDX-License-Identifier: Apache-2.0
// Plugins that read memory which they never wrote, and what they find there.

internal import CLilv
internal import Glibc

/// Memory that is all zeros wherever a plugin allocates without saying so.
///
/// Some plugins read memory that they never wrote: two crash at what they find there, others start
/// with NaN in a filter.
enum CleanMemory {
  /// How many bodies run: the byte is one for the whole process, and two run where one has lost the
  /// plugin lock.
  private static let running = Locked(0)

  /// Runs `body` while what is allocated on this thread is filled with zeros.
  ///
  /// glibc fills new memory with the complement of a byte, and freed memory with that byte. Small
  /// pieces that were freed lately it hands out again as they are, so those are cleaned first.
  ///
  /// > Threading: Control.
  static func during<Value>(_ body: () -> Value) -> Value {
    cleanSmallPieces()
    running.withLock { running in
      if running == 0 { mallopt(M_PERTURB, 0xff) }
      running += 1
    }
    defer {
      running.withLock { running in
        running -= 1
        if running == 0 { mallopt(M_PERTURB, 0) }
      }
    }
    return body()
  }

  /// Takes what the thread's cache may hold of each small size, and gives it back clean.
  private static func cleanSmallPieces() {
    let (sizes, each) = (stride(from: 24, through: 1_032, by: 16), 8)
    var pieces: [UnsafeMutableRawPointer] = unsafe []
    unsafe pieces.reserveCapacity(64 * each)
    for size in sizes {
      for _ in 0..<each {
        guard let piece = unsafe malloc(size) else { continue }
        unsafe memset(piece, 0, size)
        unsafe pieces.append(piece)
      }
    }
    unsafe pieces.forEach { unsafe free($0) }
  }
}
