// SPDX-License-Identifier: Apache-2.0
// The check of the checks: under ThreadSanitizer a planted race must end the process, under
// AddressSanitizer an overflow.

import Dispatch
import Glibc
import Synchronization
import Testing

/// Whether a sanitizer is linked in, by a symbol of its own.
private func isLinked(_ symbol: String) -> Bool {
  unsafe dlsym(nil, symbol) != nil
}

@Suite("ThreadSanitizer")
struct ThreadSanitizerTests {
  @Test(
    "ends the process when two threads write the same without a lock",
    .enabled(if: isLinked("__tsan_init"), "not linked in; 'make sanitize-threads' builds with it")
  )
  func catchesRace() async {
    await #expect(processExitsWith: .exitCode(66)) {
      nonisolated(unsafe) let planted = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      unsafe planted.initialize(to: 0)
      let hereAndThere = Atomic(0)
      DispatchQueue.concurrentPerform(iterations: 2) { _ in
        // Each waits for the other, so that there are two threads.
        hereAndThere.add(1, ordering: .relaxed)
        while hereAndThere.load(ordering: .relaxed) < 2 {}
        // Repeated beside the other thread's accesses: the sanitizer remembers only the last few
        // accesses, and where they came from.
        for _ in 0..<1_000 {
          unsafe planted.pointee &+= 1
          usleep(100)
        }
      }
      print(unsafe planted.pointee)
    }
  }
}

@Suite("AddressSanitizer")
struct AddressSanitizerTests {
  @Test(
    "ends the process when a block is read beyond its end",
    .enabled(if: isLinked("__asan_init"), "not linked in; 'make sanitize-memory' builds with it")
  )
  func catchesOverflow() async {
    await #expect(processExitsWith: .failure) {
      let planted = UnsafeMutablePointer<Float>.allocate(capacity: 64)
      unsafe planted.initialize(repeating: 1, count: 64)
      print(unsafe planted[Int.random(in: 64...65)])
    }
  }
}
