// SPDX-License-Identifier: Apache-2.0
// Threads have their names, priorities and stacks, leave signals to others but not their own
// faults, and can be joined.

import Dispatch
import Glibc
import Patience
import Quantities
import Synchronization
import Testing
import Threads

@Suite("Threads")
struct SystemThreadTests {
  @Test("a thread takes no signals from outside if so told, and all faults of its own")
  func signals() async throws {
    let mask = Mutex(sigset_t())
    let thread = try SystemThread("test-signals", signals: .faultsOnly) {
      mask.withLock { mask in _ = unsafe pthread_sigmask(SIG_BLOCK, nil, &mask) }
    }
    try await blocking { thread.join() }
    var blocked = mask.withLock { $0 }
    let isBlocked = { (number: Int32) in unsafe sigismember(&blocked, number) == 1 }
    #expect([SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGALRM, SIGXFSZ].allSatisfy(isBlocked))
    #expect(
      ![SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS].contains(where: isBlocked)
    )
  }

  @Test("the thread that starts one takes the signals that it has taken before")
  func signalsOfOthers() throws {
    var (before, after) = (sigset_t(), sigset_t())
    unsafe pthread_sigmask(SIG_BLOCK, nil, &before)
    let thread = try SystemThread("test-signals", signals: .faultsOnly) {}
    unsafe pthread_sigmask(SIG_BLOCK, nil, &after)
    thread.join()
    for number in 1..<Int32(65) {
      #expect(unsafe sigismember(&before, number) == sigismember(&after, number))
    }
  }

  @Test(
    "the system knows a thread by the first 15 bytes of its name",
    arguments: [
      ("render-1", "render-1"), ("a name that is too long", "a name that is "), ("", ""),
    ]
  )
  func name(_ given: String, _ shown: String) async throws {
    let seen = Mutex("")
    let thread = try SystemThread(given) {
      var bytes = [CChar](repeating: 0, count: 64)
      let file = unsafe open("/proc/thread-self/comm", O_RDONLY)
      let count = unsafe read(file, &bytes, bytes.count)
      close(file)
      let line = bytes.prefix(max(0, count - 1)).map { UInt8(bitPattern: $0) }
      seen.withLock { $0 = String(decoding: line, as: UTF8.self) }
    }
    try await blocking { thread.join() }
    #expect(seen.withLock { $0 } == shown)
  }

  @Test("a priority that there is none of is an error, not a thread of another rank")
  func priority() {
    #expect(throws: ThreadError(code: EINVAL)) {
      try SystemThread("test-rank", realtimePriority: 1_000) {}
    }
  }

  @Test("who waits with a limit gets the end of the work, or leaves the thread to itself")
  func limit() async throws {
    let quick = try SystemThread("test-quick") {}
    #expect(try await blocking { quick.join(before: MonotonicTime.now.after(Seconds(patience))) })
    let gate = DispatchSemaphore(value: 0)
    let slow = try SystemThread("test-slow") { gate.wait() }
    #expect(try await blocking { !slow.join(before: MonotonicTime.now.after(Seconds(0.01))) })
    gate.signal()
  }

  @Test("a thread knows that it runs")
  func current() async throws {
    let itself = Mutex<SystemThread?>(nil)
    let answer = Mutex(false)
    let gate = DispatchSemaphore(value: 0)
    let thread = try SystemThread("test-self") {
      gate.wait()
      answer.withLock { $0 = itself.withLock { $0 }?.isCurrent ?? false }
    }
    itself.withLock { $0 = thread }
    gate.signal()
    #expect(!thread.isCurrent)
    try await blocking { thread.join() }
    #expect(answer.withLock { $0 })
  }
}
