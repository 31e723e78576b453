// SPDX-License-Identifier: Apache-2.0
// The control half of a gain that several strips have in common.

/// A gain that several strips have in common; it outlasts plans.
///
/// It acts behind the *pre* tap, beside the fader of each strip.
///
/// > Threading: Control.
@safe
package final class SharedGainNode {
  let state: UnsafeMutablePointer<SharedGainState>

  /// Makes a gain of 1.
  package init() {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: SharedGainState())
  }

  deinit {
    unsafe state.deallocate()
  }

  /// The fader.
  package var fader: GainReference { unsafe GainReference(&state.pointee.fader, of: self) }
  /// The mute: 1 or 0.
  package var mute: GainReference { unsafe GainReference(&state.pointee.mute, of: self) }
}
