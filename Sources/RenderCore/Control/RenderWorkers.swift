// SPDX-License-Identifier: Apache-2.0
// The threads that render sessions beside the driver's own.

internal import CRealtime
package import Quantities
internal import Synchronization
internal import Threads

/// The helper threads of a processor.
///
/// > Threading: Control.
@safe
package final class RenderWorkers {
  private let processor: RenderProcessor
  private var threads: [SystemThread] = []
  /// Whether the system has refused a thread of the wished priority; one without it would keep the
  /// driver's thread waiting.
  package let isRefused: Bool

  /// Starts up to `count` threads.
  ///
  /// - Parameters:
  ///   - processor: the processor to help; it has no other workers.
  ///   - count: how many; one fewer than the processors of the machine is the most that makes
  ///     sense.
  ///   - realtimePriority: the SCHED_FIFO priority of the driver's thread; `nil` without real-time
  ///     scheduling.
  ///   - patience: how long the driver's thread waits for one of them before it goes on without it,
  ///     for good.
  package init(
    of processor: RenderProcessor,
    count: Int,
    realtimePriority: Int?,
    patience: Seconds = RenderWorkers.usualPatience
  ) {
    self.processor = processor
    processor.dispatch.patience.store(patience.nanoseconds, ordering: .relaxed)
    var started: [SystemThread] = []
    while started.count < count,
      let thread = RenderWorkers.start(
        processor,
        as: UInt8(truncatingIfNeeded: started.count + 1),
        priority: realtimePriority
      )
    { started.append(thread) }
    threads = started
    isRefused = started.count < count
    processor.dispatch.helpers.store(threads.count, ordering: .relaxed)
  }

  deinit {
    dismiss()
  }

  /// How long the driver's thread usually waits for a helper.
  package static let usualPatience = Seconds(0.4)

  /// How many threads render where so many are wished: without a wish one for each processor, the
  /// driver's own among them.
  package static func threads(_ wished: Int?) -> Int {
    min(wished ?? SystemThread.processors, 64)
  }

  /// How many threads there are; fewer than wished when the system allows no more.
  package var count: Int { threads.count }

  /// Ends the threads; the driver's goes on alone.
  ///
  /// A thread that does not come back from a plugin is left to itself, and ends when it does.
  package func dismiss() {
    guard !threads.isEmpty else { return }
    processor.dispatch.helpers.store(0, ordering: .relaxed)
    processor.dispatch.era.add(1, ordering: .relaxed)
    processor.dispatch.ring(.max)
    let end = MonotonicTime.now.after(RenderWorkers.usualPatience)
    let left = threads.count { !$0.join(before: end) }
    threads = []
    let missing = processor.dispatch.missing.load(ordering: .relaxed)
    if left > missing { processor.dispatch.missing.add(left - missing, ordering: .relaxed) }
  }

  private static func start(
    _ processor: RenderProcessor,
    as member: UInt8,
    priority: Int?
  ) -> SystemThread? {
    let era = processor.dispatch.era.load(ordering: .relaxed)
    let rings = unsafe Hatch.read(processor.dispatch.bell(of: member))
    return try? SystemThread("render-\(member)", realtimePriority: priority) {
      tarmac_touch_stack()
      processor.help(era, as: member, since: rings)
    }
  }
}
