// SPDX-License-Identifier: Apache-2.0
// Values of the tree on their way to who subscribed to them.

import Quantities
import RigEngine

extension RigHost {
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
