// SPDX-License-Identifier: Apache-2.0
// Plugins that wait for one another, which only threads that render at the same time can do.

import Glibc
import RenderCore
import Synchronization

/// A plugin without sound whose nodes meet: each waits until all are being run, once.
final class MeetingPlugin: Sendable {
  /// Whether a node that is run waits for the others.
  let isCalled = Atomic(false)
  private let guests = Atomic(0)
  private let size: Int

  init(of size: Int) {
    self.size = size
  }

  var hasMet: Bool { guests.load(ordering: .acquiring) >= size }

  var node: PluginNode {
    CallingPlugin.node { self.run() }
  }

  private func run() {
    guard isCalled.load(ordering: .acquiring) else { return }
    guests.add(1, ordering: .acquiringAndReleasing)
    // This is too short for a renderer to give up on a helper, and much longer than waking one
    // takes.
    let end = ContinuousClock.now + .milliseconds(300)
    while !hasMet, ContinuousClock.now < end { usleep(100) }
    if !hasMet { guests.subtract(1, ordering: .acquiringAndReleasing) }
  }
}
