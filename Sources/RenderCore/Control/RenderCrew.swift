// SPDX-License-Identifier: Apache-2.0
// The threads that render sessions beside the driver's own.

internal import CRealtime
internal import Synchronization

/// The helper threads of a processor.
///
/// > Threading: Control.
@safe
public final class RenderCrew {
  private let processor: RenderProcessor
  private var threads: [UInt] = []

  /// Starts up to `count` threads.
  ///
  /// - Parameters:
  ///   - processor: whom to help; it has no other crew.
  ///   - count: how many; one fewer than the processors of the machine is the most that makes sense.
  ///   - realtimePriority: the SCHED_FIFO priority of the driver's thread; `nil` without real-time scheduling.
  public init(of processor: RenderProcessor, count: Int, realtimePriority: Int?) {
    self.processor = processor
    for _ in 0..<count {
      guard let thread = RenderCrew.start(processor, priority: realtimePriority) else { break }
      threads.append(thread)
    }
    processor.crew.helpers.store(threads.count, ordering: .relaxed)
  }

  deinit {
    dismiss()
  }

  /// How many threads there are; fewer than wished when the system allows no more.
  public var count: Int { threads.count }

  /// Ends the threads; the driver's goes on alone.
  public func dismiss() {
    guard !threads.isEmpty else { return }
    processor.crew.helpers.store(0, ordering: .relaxed)
    processor.crew.isDismissed.store(true, ordering: .relaxed)
    unsafe Hatch.ring(processor.crew.bell)
    for thread in threads { tarmac_thread_join(thread) }
    threads = []
    processor.crew.isDismissed.store(false, ordering: .relaxed)
  }

  private static func start(_ processor: RenderProcessor, priority: Int?) -> UInt? {
    var thread: UInt = 0
    let argument = unsafe Unmanaged.passRetained(processor)
    let isStarted = unsafe tarmac_thread_start(
      &thread,
      Int32(clamping: priority ?? 0),
      crewMain,
      argument.toOpaque()
    )
    if !isStarted { unsafe argument.release() }
    return isStarted ? thread : nil
  }
}

private nonisolated func crewMain(
  _ argument: UnsafeMutableRawPointer?
) -> UnsafeMutableRawPointer? {
  guard let argument = unsafe argument else { return nil }
  let processor = unsafe Unmanaged<RenderProcessor>.fromOpaque(argument).takeRetainedValue()
  processor.help()
  return nil
}
