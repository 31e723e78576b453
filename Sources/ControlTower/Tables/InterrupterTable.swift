// SPDX-License-Identifier: Apache-2.0
// The ranks of interrupters, and their rules.

extension Interrupter: Comparable {
  /// The rule by which it outranks every session.
  var rule: Rule {
    switch self {
    case .phone: .int01
    case .alarm: .int02
    case .assistant: .int03
    }
  }

  private var rank: Int {
    switch self {
    case .phone: 0
    case .alarm: 1
    case .assistant: 2
    }
  }

  /// Orders by rank, the highest first.
  package static func < (lhs: Interrupter, rhs: Interrupter) -> Bool {
    lhs.rank < rhs.rank
  }
}
