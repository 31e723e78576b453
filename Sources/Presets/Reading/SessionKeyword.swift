// SPDX-License-Identifier: Apache-2.0
// The words of the session layer as presets write them: with deprecated names, and names that no
// rig can have.

import ControlTower

/// A word of a configuration for the tower.
protocol SessionKeyword: RawRepresentable<String>, CaseIterable {
  /// Deprecated names, and the present words for them.
  static var deprecatedNames: [String: Self] { get }
  /// Names that AVAudioSession knows and no rig can have, and the rule that says why.
  static var refusedNames: [String: RuleID] { get }
  /// The rule by which a deprecated name means the same.
  static var deprecatedRule: RuleID { get }
}

extension SessionKeyword {
  /// The words that a preset may use.
  static var usable: [Self] { allCases.filter { refusedNames[$0.rawValue] == nil } }
}

extension Category: SessionKeyword {
  static var deprecatedNames: [String: Category] { aliases }
  static var refusedNames: [String: RuleID] { [:] }
  static var deprecatedRule: RuleID { RuleID("ALI-03") }
}

extension Mode: SessionKeyword {
  static var deprecatedNames: [String: Mode] { [:] }
  static var refusedNames: [String: RuleID] { refused }
  static var deprecatedRule: RuleID { RuleID("ALI-03") }
}

extension CategoryOption: SessionKeyword {
  static var deprecatedNames: [String: CategoryOption] { aliases }
  static var refusedNames: [String: RuleID] { refused }
  static var deprecatedRule: RuleID { RuleID("ANC-OPT-02") }
}

extension RouteSharingPolicy: SessionKeyword {
  static var deprecatedNames: [String: RouteSharingPolicy] { [:] }
  static var refusedNames: [String: RuleID] { [Self.independent.rawValue: RuleID("ANC-POL-01")] }
  static var deprecatedRule: RuleID { RuleID("ANC-POL-01") }
}

extension YAMLNode {
  /// One of the words of the session layer; reports a refused one and warns of a deprecated name.
  func sessionKeyword<Word: SessionKeyword>(as name: String, _ log: ProblemLog) -> Word? {
    guard case .scalar(let text) = content else { return word(as: name, usable(Word.self), log) }
    if let word = Word.deprecatedNames[text] {
      let now = "is the former name of \(word.rawValue): write \(word.rawValue)"
      log.warn(position, "\(text.quoted) \(now) (\(Word.deprecatedRule))")
      return word
    }
    if let rule = Word.refusedNames[text] {
      let sentence = rule.sentence.map { ": \($0)" } ?? ""
      log.report(position, "no rig can have \(text.quoted)\(sentence) (\(rule)): leave it out")
      return nil
    }
    return word(as: name, usable(Word.self), log)
  }

  private func usable<Word: SessionKeyword>(_ type: Word.Type) -> [Word] { Word.usable }
}

extension Sequence where Element: RawRepresentable<String> {
  /// The words as a list.
  var listed: String { Spelling.list(map(\.rawValue)) }
}
