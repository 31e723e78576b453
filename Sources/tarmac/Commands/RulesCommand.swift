// SPDX-License-Identifier: Apache-2.0
// `tarmac rules`: what every rule of the session layer says.

internal import ControlTower
internal import Suggestions

enum RulesCommand {
  static let command = Command(
    name: "rules",
    summary: "Lists the rules by which sessions sound, or explains one.",
    details: """
      Each decision of a rig names its rule, such as DUCK-01. Rules of kind behaviour are what Tarmac
      does, guidelines are for authors of presets, and things that a rig can't have are refused by name.
      """,
    positionals: [
      Command.Positional(
        name: "RULE",
        summary: "A rule, or how rules begin: DUCK-01, DUCK, ANC-INT.",
        value: .live(.rules),
        isOptional: true
      )
    ],
    options: [
      Command.Option(
        name: "kind",
        summary: "Only rules of this kind.",
        valueName: "KIND",
        value: .choice(RuleEntry.Kind.allCases.map(\.rawValue))
      ),
      .json,
    ],
    examples: [
      Command.Example(line: "tarmac rules MIX-03", meaning: "What does this rule say?"),
      Command.Example(line: "tarmac rules DUCK", meaning: "All that is to know about ducks."),
    ],
    action: rules
  )

  private static func rules(_ arguments: Arguments) async throws(Failure) {
    let word = arguments.positional(0)?.uppercased() ?? ""
    let kind = arguments.value("kind").flatMap(RuleEntry.Kind.init)
    let isOfKind = { (rule: RuleEntry) in kind.map { $0 == rule.kind } ?? true }
    if let rule = RuleID(word).entry, isOfKind(rule) {
      guard arguments.has("json") else { return Terminal.write(page(rule)) }
      return try writeJSON(RuleDocument(rule))
    }
    let named = RuleEntry.catalogue.filter { $0.id.description.hasPrefix(word) }
    guard !named.isEmpty else { throw unknown(arguments.positionals[0]) }
    let rules = named.filter(isOfKind)
    guard !arguments.has("json") else { return try writeJSON(rules.map(RuleDocument.init)) }
    Terminal.write(RulesCommand.table(rules).text())
  }

  private static func unknown(_ word: String) -> Failure {
    let family = word.uppercased().prefix { !$0.isNumber }
    let siblings = ids.filter { family.hasSuffix("-") && $0.hasPrefix(family) }
    let nearest =
      Suggestion.nearest(to: word, among: siblings)
      ?? Suggestion.nearest(to: word, among: families + ids)
    let hint = nearest.map { "did you mean '\($0)'?" } ?? "'tarmac rules' shows all"
    return Failure("There is no rule '\(word)'; \(hint)", .data)
  }

  private static var ids: [String] { RuleEntry.catalogue.map(\.id.description) }

  /// The prefixes of rules, such as `ACT` and `ANC-ACT`.
  private static var families: [String] {
    ids.compactMap { id in id.lastIndex(of: "-").map { String(id[..<$0]) } }
  }

  /// Rules as a table.
  static func table(_ rules: [RuleEntry]) -> Table {
    let rows = rules.map { rule in
      [
        Table.Cell("\(rule.id)"), Table.Cell(rule.kind.rawValue, .faint),
        Table.Cell(rule.sentence),
      ]
    }
    return Table(heading: ["RULE", "KIND", "WHAT IT SAYS"], rows: rows)
  }

  /// All about one rule.
  static func page(_ rule: RuleEntry, columns: Int = Terminal.size.columns) -> String {
    var entries = [("says", rule.sentence), ("kind", rule.kind.rawValue)]
    if let cover = rule.coveredBy { entries.append(("see", cover)) }
    entries.append(("from", rule.source))
    let lines = entries.flatMap { name, text in
      wrapped(text, to: max(columns - 6, 20)).enumerated().map { number, line in
        (number == 0 ? name + spaces(6 - name.count) : spaces(6)) + line
      }
    }
    return ([styled("\(rule.id)", .heading)] + lines).map { $0 + "\n" }.joined()
  }
}

/// A rule for programs.
private struct RuleDocument: Encodable {
  var id: String
  var sentence: String
  var kind: String
  var sources: [String]
  var coveredBy: String?

  init(_ rule: RuleEntry) {
    id = rule.id.description
    sentence = rule.sentence
    kind = rule.kind.rawValue
    sources = rule.sources.map(\.rawValue)
    coveredBy = rule.coveredBy
  }
}
