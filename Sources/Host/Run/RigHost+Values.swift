// SPDX-License-Identifier: Apache-2.0
// Sends values of the tree to their subscribers.

import Quantities
import RigEngine

extension RigHost {
  /// Sends subscribers what has changed, each at its rate.
  func tellValues(_ engine: Engine) {
    feed.values.tell(of: engine.tree, now: .now)
    if feed.values.beginsRenewal(of: engine.tree) {
      Task(executorPreference: feed.values.searches) { await ValueRenewal(host: self).run() }
    }
  }

  /// How long until the next tick: less while values fade or have subscribers.
  var pauseBetweenTicks: Seconds {
    let fade = engine?.tree.isFading == true ? HostTimes.fadeStep : HostTimes.tick
    return min(fade, feed.values.shortestInterval ?? fade)
  }
}

/// Looks up what subscribers want after the rig has changed, off the actor.
private struct ValueRenewal {
  let host: RigHost

  /// Looks up all of it.
  func run() async {
    while let wish = await next(host) {
      var question = wish.question
      question.demand = .none
      let isFound: Void? = try? await TreeReader(host: host).read(question) { host, engine, nodes in
        host.feed.values.adopt(nodes, for: wish, of: engine.tree)
      }
      guard isFound != nil else { return await end(host) }
    }
  }

  private func next(_ host: isolated RigHost) -> ValueFeed.Wish? {
    host.feed.values.nextRenewal(of: host.engine?.tree)
  }

  private func end(_ host: isolated RigHost) { host.feed.values.endRenewal() }
}
