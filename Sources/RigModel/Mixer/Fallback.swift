// SPDX-License-Identifier: Apache-2.0
// What sounds when what should sound does not.

package import Quantities

/// Sources that take the place of a session's other ones.
package struct Fallback: Hashable, Sendable {
  /// The names of the sources, the one that is tried first at the beginning; until then they are
  /// silent, and players among them wait.
  package var sources: [String]
  /// How long what is in charge may be silent.
  package var patience = Seconds(5)
  /// Below which level it counts as silent.
  package var floor = Decibels(-60)
  /// For how long an earlier source has to sound until it is in charge again.
  package var confidence = Seconds(2)

  package init(sources: [String]) { self.sources = sources }

  /// What may be in charge, one after the other: the sources that are no fallback together, and
  /// then each fallback by itself.
  package func places(among names: [String]) -> [[String]] {
    [names.filter { !sources.contains($0) }] + sources.map { [$0] }
  }
}
