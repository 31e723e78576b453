// SPDX-License-Identifier: Apache-2.0
// The version of the rules behind a log: a number that changes with the tables.

extension ControlTower {
  /// A hash of the tables, in eight hexadecimal digits: two logs with the same hash were made by
  /// the same rules (CHG-06).
  package static let policyVersion: String = {
    // FNV-1a, so that it is the same on every machine and in every run.
    let hash = policyLines.joined(separator: "\n").utf8.reduce(UInt32(2_166_136_261)) {
      ($0 ^ UInt32(truncatingIfNeeded: $1)) &* 16_777_619
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }()

  /// The tables, a line for each row: their effect on sessions, not the wording of rules.
  static var policyLines: [String] {
    let categories = Category.allCases.map { category in
      let row = category.behaviour
      let rules = [
        row.silentRule, row.lockRule, row.inputRule, row.outputRule, row.prepareRule, row.playRule,
      ].map { $0?.rawValue ?? "-" }
      return "\(category) \(row.interruptsOthers) \(row.mixing) \(rules.joined(separator: " "))"
    }
    let modes = Mode.allCases.map { "\($0) \(list($0.row.categories)) \(list($0.row.implied))" }
    let options = CategoryOption.allCases.map {
      "\($0) \(list($0.row.categories)) \(list($0.row.implied)) \($0.isLostWithMode)"
    }
    let ports = PortRole.allCases.map { role in
      let traits = role.traits
      return "\(role) \(list(traits.directions)) \(traits.arrival) \(traits.gate) "
        + "\(list(traits.multiRoute)) \(role.hasFixedVolume)"
    }
    let rules = RuleEntry.catalogue.map { "\($0.id) \($0.kind)" }
    return categories + modes + options + ports + rules
  }

  private static func list<Word: RawRepresentable<String>>(_ words: Set<Word>) -> String {
    words.map(\.rawValue).sorted().joined(separator: ",")
  }
}
