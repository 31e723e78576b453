// SPDX-License-Identifier: Apache-2.0
// Two plugins that have to be in their blocks at the same time.

import Glibc
import RenderCore
import Synchronization

/// Two plugins without sound that wait in every cycle for one another, and in turns take longer.
final class PairOfPlugins: Sendable {
  private let entered = Atomic(0)
  private let met = Atomic(0)
  private let isAlone = Atomic(false)
  private let members = [ThreadNote(), ThreadNote()]

  var meetings: Int { met.load(ordering: .acquiring) }

  /// How often the thread that rendered it has changed.
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

/// The thread that has come last, and how often it differed from the one before.
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
