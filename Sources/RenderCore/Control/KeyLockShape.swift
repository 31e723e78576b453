// SPDX-License-Identifier: Apache-2.0
// How a key lock works at a sample rate.

internal import Quantities

/// How a key lock works, in frames.
package struct KeyLockShape: BitwiseCopyable, Sendable {
  /// From one splice to the next at most, and at least.
  let longestHop: Int
  let shortestHop: Int
  /// How far away from its place in time sound may be.
  let mostAway: Int
  /// How far around the wanted place of a splice the best one is looked for.
  let reach: Int
  /// How much sound has to be alike at a splice, and for how long both are heard.
  let match: Int
  let fade: Int
  /// How many frames one step of the coarse search has.
  let step: Int

  /// The highest rate that it works at, in frames a second.
  static var highestRate: Double { @_noLocks get { 192_000 } }

  /// Describes one for a sample rate, in frames a second.
  ///
  /// > Threading: Control.
  package init(sampleRate: Double) {
    func frames(_ seconds: Double) -> Int {
      Int(clamping: (seconds * min(sampleRate, Self.highestRate)).rounded())
    }
    (longestHop, shortestHop) = (frames(0.08), frames(0.03))
    (mostAway, reach) = (frames(0.015), frames(0.012))
    (match, fade) = (frames(0.016), frames(0.008))
    step = max(1, frames(0.000125))
  }

  /// How many samples there are in the room that it needs: the end of what is heard, where that may
  /// go on, and both in steps.
  ///
  /// > Threading: Control.
  static var room: Int { 4 * Int(clamping: highestRate * 0.05) }
}
