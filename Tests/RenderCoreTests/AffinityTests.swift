// SPDX-License-Identifier: Apache-2.0
// Which thread renders a session: the one whose processor still has it in its caches.

import FileDriver
import Glibc
import Quantities
import RenderCore
import Synchronization
import Testing

@Suite("Threads of sessions", .serialized)
struct AffinityTests {
  /// Publishes two sessions that meet in every cycle.
  private func publish(_ pair: PairOfPlugins, by controller: RenderController) {
    let sessions = [0, 1].map { number in
      TestSession(
        id: UInt32(number),
        inputs: [0],
        nodes: chain([pair.node(number)] + (0..<100).map { _ in GainPlugin.node(gain: 1) }),
        outputs: [[.node(100, output: 0)]],
        map: [(0, 0)]
      )
    }
    controller.publish(
      PlanDescription(
        segments: sessions.map(\.description),
        buses: [BusDescription(node: BusNode(channels: 1), driverChannels: [0])]
      ),
      blockFrames: 256
    )
    for session in sessions { controller.openNow(session) }
  }

  @Test(
    "a thread goes on with the session that it rendered last, whichever takes longer",
    arguments: [1, 3]
  )
  func stays(_ helpers: Int) {
    let controller = RenderController.make()
    let pair = PairOfPlugins()
    let driver = HandDriver(controller: controller, outputs: 1)
    let workers = RenderWorkers(
      of: controller.processor,
      count: helpers,
      realtimePriority: nil,
      patience: Seconds(600)
    )
    publish(pair, by: controller)
    for _ in 0..<50 { _ = driver.render(frames: 256, cycle: 256) }
    workers.dismiss()
    #expect(pair.meetings == 50)
    #expect(pair.changes(of: 0) == 0)
    #expect(pair.changes(of: 1) == 0)
  }

  @Test("rendering to files uses as many threads as it is given")
  func offline() throws {
    let controller = RenderController.make()
    let pair = PairOfPlugins()
    publish(pair, by: controller)
    let driver = FileDriver(
      processor: controller.processor,
      sampleRate: SampleRate(hertz: 48_000),
      outputs: [],
      threads: 2
    )
    try driver.render(frames: 256 * 20)
    #expect(pair.meetings == 20)
  }
}

/// Two plugins without sound that wait in every cycle for one another, and in turns take longer.
private final class PairOfPlugins: Sendable {
  private let entered = Atomic(0)
  private let met = Atomic(0)
  private let isAlone = Atomic(false)
  private let members = [ThreadNote(), ThreadNote()]

  var meetings: Int { met.load(ordering: .acquiring) }

  /// How often another thread has rendered it than the one before.
  func changes(of number: Int) -> Int { members[number].changes.load(ordering: .relaxed) }

  func node(_ number: Int) -> PluginNode {
    CallingPlugin.node { self.run(number) }
  }

  private func run(_ number: Int) {
    members[number].take()
    let arrivals = entered.add(1, ordering: .acquiringAndReleasing).newValue
    let cycle = (arrivals - 1) / 2
    // One thread alone would wait here for ever; it waits once.
    let end = ContinuousClock.now + .seconds(isAlone.load(ordering: .relaxed) ? 0 : 20)
    while entered.load(ordering: .acquiring) < 2 * (cycle + 1), ContinuousClock.now < end {
      usleep(20)
    }
    if entered.load(ordering: .acquiring) < 2 * (cycle + 1) {
      isAlone.store(true, ordering: .relaxed)
    } else if arrivals % 2 == 0, !isAlone.load(ordering: .relaxed) {
      met.add(1, ordering: .acquiringAndReleasing)
    }
    if cycle % 2 == number {
      let late = ContinuousClock.now + .microseconds(200)
      while ContinuousClock.now < late {}
    }
  }
}

/// Which thread has come last, and how often it was another one than before.
///
/// In atomics: ThreadSanitizer does not know of the locks of `Synchronization`.
private final class ThreadNote: Sendable {
  private let last = Atomic<UInt>(0)
  let changes = Atomic(0)

  func take() {
    let this = UInt(pthread_self())
    let last = last.exchange(this, ordering: .relaxed)
    if last != 0, last != this { changes.add(1, ordering: .relaxed) }
  }
}
