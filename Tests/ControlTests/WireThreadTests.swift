// SPDX-License-Identifier: Apache-2.0
// Threads that wait on sockets leave signals to others, but not their own faults.

import ControlProtocol
import Glibc
import Patience
import Synchronization
import Testing

@Suite("Wire threads")
struct WireThreadTests {
  @Test("A wire thread takes no signals from outside, and all faults of its own")
  func signals() async throws {
    let mask = Mutex(sigset_t())
    let thread = try #require(
      WireThread {
        mask.withLock { mask in _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &mask) }
      }
    )
    try await blocking { thread.join() }
    var blocked = mask.withLock { $0 }
    let isBlocked = { (number: Int32) in unsafe sigismember(&blocked, number) == 1 }
    #expect([SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGALRM].allSatisfy(isBlocked))
    #expect(
      ![SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS].contains(where: isBlocked)
    )
  }
}
