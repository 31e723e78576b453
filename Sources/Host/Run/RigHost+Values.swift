// SPDX-License-Identifier: Apache-2.0
// Values of the tree on their way to who subscribed to them.

import Quantities
import RigEngine

extension RigHost {
  /// Tells subscribers what has changed, each at its rate.
  func tellValues(_ engine: Engine) {
    feed.values.tell(of: engine.tree, now: .now)
  }

  /// How long until the rig is to be looked after again: sooner while values fade, or are told to somebody.
  var pauseBetweenTicks: Seconds {
    let fade = engine?.tree.isFading == true ? HostTimes.fadeStep : HostTimes.tick
    return min(fade, feed.values.shortestInterval ?? fade)
  }
}
