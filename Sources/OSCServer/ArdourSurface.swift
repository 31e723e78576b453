// SPDX-License-Identifier: Apache-2.0
// What a sender wants of Ardour's addresses.

import OSC
import Quantities
import RigErrors

/// How a sender has set itself up as a surface of Ardour.
struct ArdourSurface: Sendable {}

extension OSCVisit {
  /// Does what a message means to Ardour; returns whether it means anything.
  func actLikeArdour(_ message: OSCMessage, at moment: MonotonicTime?) async throws(RigError) -> Bool
  {
    false
  }
}
