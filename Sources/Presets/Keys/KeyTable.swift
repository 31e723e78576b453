// SPDX-License-Identifier: Apache-2.0
// The keys of a mapping as one table.

import RigModel

/// The table of a mapping with fixed keys.
struct KeyTable: Sendable {
  /// The noun for the mapping in sentences.
  let noun: String
  /// The keys, in the order of the documentation.
  let rows: [Key]
  /// The same by name.
  let names: [String]
  private let places: [String: Int]
  /// What holds between keys; readers have no use for it.
  let rules: @Sendable () -> [SchemaNode]

  init(
    _ noun: String,
    _ parts: [Key]...,
    rules: @escaping @autoclosure @Sendable () -> [SchemaNode] = []
  ) {
    self.noun = noun
    rows = parts.flatMap(\.self)
    names = rows.map(\.name)
    places = Dictionary(uniqueKeysWithValues: zip(names, rows.indices))
    self.rules = rules
  }

  /// The row of a key.
  subscript(_ name: String) -> Key? { places[name].map { rows[$0] } }

  /// The heading of its section in the documentation.
  var title: String { "A" + noun.dropFirst() }

  /// The table of the documentation.
  var text: String {
    (["| key | value | default |", "|---|---|---|"] + rows.map(\.row)).joined(separator: "\n")
  }
}

extension Key {
  /// The keys of values of the mixer.
  static func of<Owner>(_ values: [MixerValue<Owner>]) -> [Key] {
    values.map { value in
      let (kind, usual): (KeyValue, Usual) =
        switch value.kind {
        case .level(_, true, let most): (.level(MixerValue<Owner>.levels(to: most)), 0)
        case .level(_, false, let most): (.number(MixerValue<Owner>.levels(to: most)), 0)
        case .number(_, let range, let usual): (.number(range), .number(usual))
        case .toggle: (.toggle, false)
        case .word(_, let words, let usual): (.oneOf(words), .word(usual))
        }
      return Key(value.key, kind, usual, value.text)
    }
  }
}
