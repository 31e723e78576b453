// SPDX-License-Identifier: Apache-2.0
// Everything that can go wrong on a bad night, each with a name.

import Foundation
import SeededNumbers

/// One kind of fault.
struct Fault: Sendable {
  /// The effect on the sound of sessions that are not involved.
  enum Bystanders: Sendable {
    /// No sample differs.
    case untouched
    /// Silence while it lasts, and never a wrong sample.
    case silenced
  }

  let name: String
  let bystanders: Bystanders
  /// Inflicts the fault, and ends it where the machine, not the rig, has to.
  let inflict: @Sendable (Stage) throws -> Void

  init(
    _ name: String,
    _ bystanders: Bystanders,
    _ inflict: @escaping @Sendable (Stage) throws -> Void
  ) {
    (self.name, self.bystanders, self.inflict) = (name, bystanders, inflict)
  }

  static let all = plugins + clients + machine + ports + server + rig
}

extension Stage {
  func random(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &numbers) }
  func random(seconds range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &numbers)
  }
}
