// SPDX-License-Identifier: Apache-2.0
// Values of the tree on their way: from clients, and to who subscribed to them.

import ControlTree
import Glibc
import Quantities
import RigEngine
import RigErrors

extension RigHost {
  /// Changes a value of the tree; a file that it names is looked for beside the actor.
  func set(
    _ path: String,
    to change: TreeChange,
    over fade: Fade? = nil,
    from frame: UInt32? = nil,
    resolve: (String) throws(RigError) -> String
  ) async throws(RigError) -> TreeReading {
    if let file = try runningEngine().tree.file(meantBy: change, at: path, resolve: resolve) {
      let isThere = try await BackgroundQueue.shared.onDisk(file) { () throws(RigError) in
        unsafe access(file, F_OK) == 0
      }
      guard isThere else { throw .noFile(file, for: path) }
    }
    let tree = try runningEngine().tree
    let set = try tree.set(path, to: change, over: fade, from: frame, resolve: resolve)
    // A fade begins now, whenever the rig is looked after next.
    tree.advance(now: .now)
    return set
  }

  /// Tells subscribers what has changed, each at its rate.
  func tellValues(_ engine: Engine) {
    feed.values.tell(of: engine.tree, now: .now)
    if feed.values.beginsRenewal(of: engine.tree) {
      Task(executorPreference: feed.searches) { await self.renewValues() }
    }
  }

  /// Looks for what subscribers want in a rig that is another one now, beside the actor.
  private nonisolated func renewValues() async {
    while let wish = await nextRenewal() {
      var question = wish.question
      question.demand = .none
      let isFound: Void? = try? await read(question) { host, engine, nodes in
        host.feed.values.adopt(nodes, for: wish, of: engine.tree)
      }
      guard isFound != nil else { return await endRenewal() }
    }
  }

  private func nextRenewal() -> ValueFeed.Wish? { feed.values.nextRenewal(of: engine?.tree) }
  private func endRenewal() { feed.values.endRenewal() }

  /// How long until the rig is to be looked after again: sooner while values fade, or are told to somebody.
  var pauseBetweenTicks: Seconds {
    let fade = engine?.tree.isFading == true ? HostTimes.fadeStep : HostTimes.tick
    return min(fade, feed.values.shortestInterval ?? fade)
  }
}
