// SPDX-License-Identifier: Apache-2.0
// Reads how the crossfader begins.

import RigModel

extension Crossfader {
  /// Reads `crossfader`; `nil` (and a report) where it is no mapping.
  init?(_ node: YAMLNode, _ log: ProblemLog) {
    guard let fields = Fields(node, .crossfader, log) else { return nil }
    self.init()
    for value in CrossfaderValue.all { fields.take(value, into: &self) }
    if curve.power != nil {
      fields.refuse(["steepness"], "is for the curves 'additive' and 'constantPower'")
    }
  }
}
