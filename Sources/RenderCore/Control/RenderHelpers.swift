// SPDX-License-Identifier: Apache-2.0
// Threads that help the driver's to render sessions side by side.

internal import Glibc
internal import Synchronization

/// The helper threads of a processor.
///
/// > Threading: Control.
@safe
public final class RenderHelpers {
  private let processor: RenderProcessor
  private var threads: [pthread_t] = []

  /// Starts up to `count` threads.
  ///
  /// - Parameters:
  ///   - processor: whom to help; it has no other helpers.
  ///   - count: how many; one fewer than the processors of the machine is the most that makes sense.
  ///   - realtimePriority: the SCHED_FIFO priority of the driver's thread; `nil` without real-time scheduling.
  public init(_ processor: RenderProcessor, count: Int, realtimePriority: Int?) {
    self.processor = processor
    for _ in 0..<count {
      guard let thread = RenderHelpers.start(processor, priority: realtimePriority) else { break }
      threads.append(thread)
    }
    processor.crew.helpers.store(threads.count, ordering: .relaxed)
  }

  deinit {
    stop()
  }

  /// How many threads there are; fewer than wished when the system allows no more.
  public var count: Int { threads.count }

  /// Ends the threads; the driver goes on alone.
  public func stop() {
    guard !threads.isEmpty else { return }
    processor.crew.helpers.store(0, ordering: .relaxed)
    processor.crew.isDismissed.store(true, ordering: .relaxed)
    unsafe Hatch.ring(processor.crew.bell)
    for thread in threads { pthread_join(thread, nil) }
    threads = []
    processor.crew.isDismissed.store(false, ordering: .relaxed)
  }

  private static func start(_ processor: RenderProcessor, priority: Int?) -> pthread_t? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    if let priority {
      var parameters = sched_param(sched_priority: Int32(priority))
      unsafe pthread_attr_setinheritsched(&attributes, Int32(PTHREAD_EXPLICIT_SCHED))
      unsafe pthread_attr_setschedpolicy(&attributes, SCHED_FIFO)
      unsafe pthread_attr_setschedparam(&attributes, &parameters)
    }
    var thread = pthread_t()
    let argument = unsafe Unmanaged.passRetained(processor)
    let code = unsafe pthread_create(&thread, &attributes, helperMain, argument.toOpaque())
    if code != 0 { unsafe argument.release() }
    return code == 0 ? thread : nil
  }
}

private nonisolated func helperMain(
  _ argument: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let processor = unsafe Unmanaged<RenderProcessor>.fromOpaque(argument).takeRetainedValue()
  processor.help()
  return nil
}
