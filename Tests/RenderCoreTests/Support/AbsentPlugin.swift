// SPDX-License-Identifier: Apache-2.0
// A plugin that keeps a helper thread.

import Glibc
import RenderCore
import Synchronization

/// A plugin without sound that keeps a helper's thread while it is held.
final class AbsentPlugin: Sendable {
  /// Whether it keeps the thread that runs it, unless that is the thread that has made it.
  let holds = Atomic(true)
  /// How many threads are inside.
  let guests = Atomic(0)
  let runs = Atomic(0)
  private let home = pthread_self()

  var node: PluginNode {
    CallingPlugin.node { self.run() }
  }

  private func run() {
    guests.add(1, ordering: .relaxed)
    runs.add(1, ordering: .relaxed)
    // This ends, so that a renderer that waits for it fails a test rather than stops it.
    let end = ContinuousClock.now + .seconds(30)
    while pthread_equal(home, pthread_self()) == 0, holds.load(ordering: .acquiring),
      ContinuousClock.now < end
    { usleep(200) }
    guests.subtract(1, ordering: .releasing)
  }
}
