// SPDX-License-Identifier: Apache-2.0
// The crossfader of a rig that is up.

import RigModel

/// The crossfader of the running rig.
///
/// > Threading: Control.
final class LiveCrossfader {
  /// How its user has left it.
  var values = Crossfader()
}
