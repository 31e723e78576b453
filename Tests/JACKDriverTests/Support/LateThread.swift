// SPDX-License-Identifier: Apache-2.0
// Threads of libjack that do not run until a test lets them.

import CJACK
import Glibc
import Synchronization

/// Holds up the threads that libjack starts, as an overloaded machine does.
enum LateThread {
  fileprivate static let mayRun = Atomic(false)

  /// Makes every thread wait that libjack starts from now on.
  static func hold() {
    unsafe jack_set_thread_creator(createLate)
  }

  /// Lets all threads run.
  static func release() {
    mayRun.store(true, ordering: .sequentiallyConsistent)
  }
}

/// A thread's function that waits to be run.
@safe
private final class LateStart {
  private let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  private let argument: UnsafeMutableRawPointer?

  init(
    _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer?
  ) {
    unsafe self.body = body
    unsafe self.argument = argument
  }

  func run() -> UnsafeMutableRawPointer? { unsafe body(argument) }
}

private func createLate(
  _ thread: UnsafeMutablePointer<pthread_t>?,
  _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: (@convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?)?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 {
  guard let thread = unsafe thread, let body = unsafe body else { return EINVAL }
  let start = unsafe Unmanaged.passRetained(LateStart(body, argument)).toOpaque()
  return unsafe pthread_create(thread, attributes, runLate, start)
}

private func runLate(_ start: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let start = unsafe start else { return nil }
  while !LateThread.mayRun.load(ordering: .sequentiallyConsistent) { usleep(1_000) }
  return unsafe Unmanaged<LateStart>.fromOpaque(start).takeUnretainedValue().run()
}
