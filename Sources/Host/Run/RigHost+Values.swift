// SPDX-License-Identifier: Apache-2.0
// Values of the tree on their way to who subscribed to them.

import Quantities
import RigEngine

extension RigHost {
  /// Tells subscribers what has changed, each at its rate; `one` alone and at once, if one is given.
  func tellValues(_ engine: Engine, to one: ValueFeed.Subscriber? = nil) {
    feed.values.tell(of: engine.tree, now: .now, to: one)
  }

  /// How long until the rig is to be looked after again: sooner while values fade, or are told to somebody.
  var pauseBetweenTicks: Seconds {
    let fade = engine?.tree.isFading == true ? HostTimes.fadeStep : HostTimes.tick
    return min(fade, feed.values.shortestInterval ?? fade)
  }
}
