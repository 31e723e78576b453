// SPDX-License-Identifier: Apache-2.0
// Who makes room where a door is full: somebody of the largest crowd.

import HTTPServer
import Quantities

extension Dictionary {
  /// Which of those at a door goes for one more from `block`: who has been silent for longest of
  /// the address that has most of them, if that has more than this one would have.
  ///
  /// `place` says where one of them is, and when something came from there last.
  func leaving(
    for block: Neighbourhood,
    _ place: (Value) -> (block: Neighbourhood, lastHeard: MonotonicTime)
  ) -> Key? {
    let places = mapValues(place)
    let crowds = Dictionary<Neighbourhood, _>(grouping: places) { $0.value.block }
    guard let largest = crowds.values.max(by: { $0.count < $1.count }),
      largest.count > (crowds[block]?.count ?? 0) + 1
    else { return nil }
    return largest.min { $0.value.lastHeard < $1.value.lastHeard }?.key
  }
}
