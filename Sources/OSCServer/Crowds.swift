// SPDX-License-Identifier: Apache-2.0
// Makes room where a table is full: one entry of the address that has most of them goes.

import HTTPServer
import Quantities

extension Dictionary {
  /// The entry that goes to make room for one more from `block`: of the address that has most
  /// entries, the one that has been silent for longest.
  ///
  /// There is none if that address has no more than `block` would have. `place` says where an entry
  /// comes from, and when something last came from there.
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
