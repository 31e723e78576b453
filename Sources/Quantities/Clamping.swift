// SPDX-License-Identifier: Apache-2.0
// Whole numbers from floating-point ones that may be anything.

extension FixedWidthInteger {
  /// The whole part of a number: the least or greatest value where it lies beyond, and 0 where it
  /// is not a number.
  ///
  /// The standard library's conversion traps there, so whatever plugins, files, clients or JACK
  /// have said goes through this.
  @inlinable
  package init<Number: BinaryFloatingPoint>(clamping number: Number) {
    if number >= Number(Self.max) {
      self = .max
    } else if number <= Number(Self.min) {
      self = .min
    } else {
      self = number.isNaN ? 0 : Self(number)
    }
  }
}
