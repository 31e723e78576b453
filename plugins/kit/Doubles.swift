// SPDX-License-Identifier: Apache-2.0
// Memory for sums that go on for hours: `Float` has too few digits for them.

/// A view of numbers that another object owns; a plugin built with `CHECKED` traps outside of it.
///
/// > Threading: Realtime.
@safe
package struct Doubles {
  private let start: UnsafeMutablePointer<Double>
  /// How many numbers there are.
  package let count: Int

  @_noLocks
  fileprivate init(_ start: UnsafeMutablePointer<Double>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// The number at `index`, which must be below `count`.
  @inline(__always)
  package subscript(index: Int) -> Double {
    @_noLocks get {
      check(index, 1)
      return unsafe start[index]
    }
    @_noLocks nonmutating set {
      check(index, 1)
      unsafe start[index] = newValue
    }
  }

  /// `count` numbers from `first` on.
  @inline(__always)
  @_noLocks
  package func part(from first: Int, count: Int) -> Doubles {
    check(first, count)
    return unsafe Doubles(start + first, count: count)
  }

  /// Makes all numbers the same.
  @_noLocks
  package func fill(_ value: Double) {
    for index in 0..<count { self[index] = value }
  }

  @inline(__always)
  @_noLocks
  private func check(_ index: Int, _ length: Int) {
    #if CHECKED
      precondition(index >= 0 && index + length <= count)
    #endif
  }
}

/// Numbers of one's own, zero at first.
///
/// > Threading: Control; `numbers` Realtime.
@safe
package struct DoubleBuffer: ~Copyable {
  private let start: UnsafeMutablePointer<Double>
  private let count: Int

  /// Takes memory for `count` numbers.
  package init(count: Int) {
    self.count = max(count, 1)
    unsafe start = .allocate(capacity: self.count)
    unsafe start.initialize(repeating: 0, count: self.count)
  }

  deinit {
    unsafe start.deallocate()
  }

  /// What is in it.
  @inline(__always)
  package var numbers: Doubles {
    @_noLocks get { unsafe Doubles(start, count: count) }
  }
}
