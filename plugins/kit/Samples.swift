// SPDX-License-Identifier: Apache-2.0
// Memory for samples: taken when a plugin is instantiated, never later.

/// A view of samples that another object owns; a plugin built with `CHECKED` traps outside of it.
///
/// > Threading: Realtime.
@safe
package struct Samples {
  private let start: UnsafeMutablePointer<Float>
  /// How many samples there are.
  package let count: Int

  @_noLocks
  package init(_ start: UnsafeMutablePointer<Float>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  /// The sample at `index`, which must be below `count`.
  @inline(__always)
  package subscript(index: Int) -> Float {
    @_noLocks get {
      check(index, 1)
      return unsafe start[index]
    }
    @_noLocks nonmutating set {
      check(index, 1)
      unsafe start[index] = newValue
    }
  }

  /// The eight samples from `index` on.
  @inline(__always)
  package subscript(eight index: Int) -> SIMD8<Float> {
    @_noLocks get {
      check(index, 8)
      return unsafe UnsafeRawPointer(start + index).loadUnaligned(as: SIMD8<Float>.self)
    }
    @_noLocks nonmutating set {
      check(index, 8)
      unsafe UnsafeMutableRawPointer(start + index).storeBytes(of: newValue, as: SIMD8<Float>.self)
    }
  }

  /// `count` samples from `first` on.
  @inline(__always)
  @_noLocks
  package func part(from first: Int, count: Int) -> Samples {
    check(first, count)
    return unsafe Samples(start + first, count: count)
  }

  /// Makes all samples the same.
  @_noLocks
  package func fill(_ value: Float) {
    for index in 0..<count { self[index] = value }
  }

  /// Copies as many samples as both have.
  @_noLocks
  package func copy(_ others: Samples) {
    let frames = min(count, others.count)
    var index = 0
    while index &+ 8 <= frames {
      self[eight: index] = others[eight: index]
      index &+= 8
    }
    while index < frames {
      self[index] = others[index]
      index &+= 1
    }
  }

  /// Copies as many samples as both have; in the place of one that is larger than `limit`, or no
  /// number, comes silence.
  ///
  /// - Returns: `false` when there was such a one.
  @discardableResult
  @_noLocks
  package func copy(_ others: Samples, silencingAbove limit: Float) -> Bool {
    let frames = min(count, others.count)
    // Times this, what is too large becomes infinite, and that times zero is no number; all else
    // becomes zero.
    let factor = .greatestFiniteMagnitude / limit
    var sums = SIMD8<Float>(repeating: 0)
    var index = 0
    while index &+ 8 <= frames {
      let samples = others[eight: index]
      self[eight: index] = samples
      sums += samples * factor * 0
      index &+= 8
    }
    var sum = sums.sum()
    while index < frames {
      let sample = others[index]
      self[index] = sample
      sum += sample * factor * 0
      index &+= 1
    }
    if sum != 0 { clean(limit) }
    return sum == 0
  }

  @_noLocks
  private func clean(_ limit: Float) {
    for index in 0..<count where !(abs(self[index]) <= limit) { self[index] = 0 }
  }

  @inline(__always)
  @_noLocks
  private func check(_ index: Int, _ length: Int) {
    #if CHECKED
      precondition(index >= 0 && index + length <= count)
    #endif
  }
}

/// Samples of one's own, zero at first.
///
/// > Threading: Control; `samples` Realtime.
@safe
package struct SampleBuffer: ~Copyable {
  private let start: UnsafeMutablePointer<Float>
  private let count: Int

  /// Takes memory for `count` samples.
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
  package var samples: Samples {
    @_noLocks get { unsafe Samples(start, count: count) }
  }
}
