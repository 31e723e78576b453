// SPDX-License-Identifier: Apache-2.0
// Whole numbers beside a place, without the library's roundings, which may take locks.

extension Double {
  /// The greatest whole number that is not more; of what fits into an `Int`.
  var wholeBelow: Double {
    @_noLocks get {
      let whole = Double(Int(self))
      return whole > self ? whole - 1 : whole
    }
  }

  /// The least whole number that is not less; of what fits into an `Int`.
  var wholeAbove: Double { @_noLocks get { 0 - (0 - self).wholeBelow } }
}
