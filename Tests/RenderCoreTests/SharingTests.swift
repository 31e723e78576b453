// SPDX-License-Identifier: Apache-2.0
// When work is shared with helpers, and in which order.

import Glibc
import Quantities
import RenderCore
import Synchronization
import Testing

@Suite("Work for helpers", .serialized)
struct SharingTests {
  private let controller = RenderController.make()
  private let bus = BusNode(channels: 1)

  private func publish(_ sessions: [TestSession]) {
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: bus, driverChannels: [0])]
      ),
      blockFrames: 1024
    )
  }

  /// A session whose graph begins with `plugin` and has so many others.
  ///
  /// Some hundreds are worth a helper on any machine.
  private func session(_ id: UInt32, _ plugin: PluginNode, plugins count: Int) -> TestSession {
    TestSession(
      id: id,
      inputs: [0],
      nodes: chain([plugin] + (0..<count).map { _ in GainPlugin.node(gain: 1) }),
      outputs: [[.node(count, output: 0)]],
      map: [(0, 0)]
    )
  }

  @Test("is shared in the first cycle of a new plan as in the last one of the old plan")
  func exchange() {
    let meeting = MeetingPlugin(of: 2)
    let sessions = (0..<2).map { session(UInt32($0), meeting.node, plugins: 600) }
    let driver = HandDriver(controller: controller, outputs: 1)
    let workers = RenderWorkers(of: controller.processor, count: 1, realtimePriority: nil)
    publish(sessions)
    for session in sessions { controller.openNow(session) }
    for _ in 0..<20 { _ = driver.render(frames: 1024, cycle: 1024) }
    publish(sessions)
    meeting.isCalled.store(true, ordering: .releasing)
    _ = driver.render(frames: 1024, cycle: 1024)
    #expect(meeting.hasMet)
    workers.dismiss()
  }

  @Test("is shared as soon as there is any")
  func beginning() {
    let meeting = MeetingPlugin(of: 2)
    let sessions = (0..<2).map { session(UInt32($0), meeting.node, plugins: 600) }
    let driver = HandDriver(controller: controller, outputs: 1)
    let workers = RenderWorkers(of: controller.processor, count: 1, realtimePriority: nil)
    publish(sessions)
    for session in sessions { controller.openNow(session) }
    meeting.isCalled.store(true, ordering: .releasing)
    _ = driver.render(frames: 1024, cycle: 1024)
    #expect(meeting.hasMet)
    workers.dismiss()
  }

  /// Each thread begins with its own, so the longest comes first on the thread that has it.
  @Test("begins with what takes longest")
  func order() {
    let entries = EntryLog(of: 6)
    let sessions = (0..<6).map { number in
      session(UInt32(number), entries.node(number), plugins: number == 5 ? 600 : 200)
    }
    let driver = HandDriver(controller: controller, outputs: 1)
    let workers = RenderWorkers(of: controller.processor, count: 1, realtimePriority: nil)
    publish(sessions)
    for session in sessions { controller.openNow(session) }
    var (firsts, cycles) = (0, 0)
    for _ in 0..<100 {
      _ = driver.render(frames: 1024, cycle: 1024)
      if entries.isFirst(5) { firsts += 1 }
      if entries.isAmongOthers(5) { cycles += 1 }
    }
    workers.dismiss()
    // In the order of the preset it would always be the last one; where a thread is late, the other
    // one takes its work.
    #expect(cycles > 0)
    #expect(3 * firsts > cycles, "first in \(firsts) of \(cycles) cycles")
  }

  @Test("has no helpers of a priority that the system refuses, and says so")
  func refusal() {
    let workers = RenderWorkers(of: controller.processor, count: 2, realtimePriority: 1_000)
    #expect(workers.count == 0)
    #expect(workers.isRefused)
    let other = RenderWorkers(of: controller.processor, count: 2, realtimePriority: nil)
    #expect(other.count == 2)
    #expect(!other.isRefused)
  }
}

/// Records in which order its plugins run, and on which threads.
///
/// In atomics: ThreadSanitizer does not know of the locks of `Synchronization`.
private final class EntryLog: Sendable {
  private let entries = Atomic(0)
  private let plugins: [EntryPlugin]

  init(of count: Int) {
    plugins = (0..<count).map { _ in EntryPlugin() }
  }

  /// Whether it was rendered by a thread that has rendered others, too.
  func isAmongOthers(_ number: Int) -> Bool { !others(than: number).isEmpty }

  /// Whether it was the first of several that one thread has rendered.
  func isFirst(_ number: Int) -> Bool {
    let others = others(than: number)
    let own = plugins[number].entry.load(ordering: .relaxed)
    return !others.isEmpty && others.allSatisfy { own < $0.entry.load(ordering: .relaxed) }
  }

  private func others(than number: Int) -> [EntryPlugin] {
    let thread = plugins[number].thread.load(ordering: .relaxed)
    return plugins.indices.filter { $0 != number }.map { plugins[$0] }
      .filter { $0.thread.load(ordering: .relaxed) == thread }
  }

  private func enter(_ plugin: EntryPlugin) {
    plugin.entry.store(entries.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    plugin.thread.store(UInt(pthread_self()), ordering: .relaxed)
  }

  func node(_ number: Int) -> PluginNode {
    let plugin = plugins[number]
    return CallingPlugin.node { self.enter(plugin) }
  }
}

/// A plugin without sound that records when it was entered last, counted over all, and by which
/// thread.
private final class EntryPlugin: Sendable {
  let entry = Atomic(0)
  let thread = Atomic<UInt>(0)
}
