// SPDX-License-Identifier: Apache-2.0
// Large values that are copied often and changed seldom.

/// A value behind one reference: copies of the state share it, a change makes a new one.
struct Shared<Value: Hashable & Sendable>: Hashable, Sendable {
  private let box: Box

  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  init(_ value: Value) {
    box = Box(value)
  }

  /// The value.
  var value: Value { box.value }

  static func == (lhs: Shared, rhs: Shared) -> Bool {
    lhs.box === rhs.box || lhs.value == rhs.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(value)
  }
}
