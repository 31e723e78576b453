// SPDX-License-Identifier: Apache-2.0
// Values of a type that the key decides; each function reports and returns `nil` when the value
// does not fit.

import RigModel

extension YAMLNode {
  /// The entries of a mapping.
  func entries(as name: String, _ log: ProblemLog) -> [Entry]? {
    if case .mapping(let entries) = content { return entries }
    log.report(position, "\(name) must be a mapping (key: value), not \(summary)")
    return nil
  }

  /// The items of a list.
  func list(as name: String, _ log: ProblemLog) -> [YAMLNode]? {
    if case .sequence(let items) = content { return items }
    log.report(position, "\(name) must be a list ([ … ]), not \(summary)")
    return nil
  }

  /// A text that is not empty.
  func text(as name: String, _ log: ProblemLog) -> String? {
    if isCut { return nil }
    if case .scalar(let text) = content, !text.isEmpty, !isNull { return text }
    log.report(position, "\(name) must be a text, not \(summary)\(quotesHint)")
    return nil
  }

  /// A name for a thing: it becomes a part of port names and of paths on the control socket.
  func name(of what: String, _ log: ProblemLog) -> String? {
    guard let text = text(as: "the name of \(what)", log) else { return nil }
    return Names.check(text, what, position, log) ? text : nil
  }

  func boolean(as name: String, _ log: ProblemLog) -> Bool? {
    if let flag { return flag }
    log.report(position, "\(name) must be true or false (or on, off, yes, no), not \(summary)")
    return nil
  }

  /// The meaning of a word for a switch: `on`, `On` and `ON` are one word, as in YAML 1.1.
  var flag: Bool? {
    guard case .scalar(let text) = content, text.utf8.count <= 5 else { return nil }
    let word = text.lowercased()
    guard [word, word.uppercased(), word.prefix(1).uppercased() + word.dropFirst()].contains(text)
    else { return nil }
    switch word {
    case "true", "on", "yes": return true
    case "false", "off", "no": return false
    default: return nil
    }
  }

  /// Whether it is the level of silence: `-inf`, or a form of it that YAML and JSON libraries
  /// write.
  var isSilence: Bool {
    guard case .scalar(let text) = content, text.utf8.count <= 9 else { return false }
    return ["-inf", "-.inf", "-infinity"].contains(text.lowercased())
  }

  /// A decimal number in a range; `alternative` is another choice for the sentence.
  func number(
    as name: String,
    in range: ClosedRange<Double>,
    alternative: String = "",
    _ log: ProblemLog
  ) -> Double? {
    let bounds = "from \(range.lowerBound.short) to \(range.upperBound.short)\(alternative)"
    guard let value = decimal else {
      log.report(position, "\(name) must be a number \(bounds), not \(summary)")
      return nil
    }
    guard range.contains(value) else {
      log.report(position, "\(name) must be \(bounds), not \(value.short)")
      return nil
    }
    warnOfQuotes(log)
    return value
  }

  /// Warns of a number that is written as a text: editors with the schema see it as a text.
  func warnOfQuotes(_ log: ProblemLog) {
    guard !isPlain else { return }
    log.warn(position, "\(summary) is a number in quotes: leave them out")
  }

  /// A whole number in a range.
  func wholeNumber(as name: String, in range: ClosedRange<Int>, _ log: ProblemLog) -> Int? {
    guard let value = decimal.flatMap({ Int(exactly: $0) }), range.contains(value) else {
      let bounds = "from \(range.lowerBound) to \(range.upperBound)"
      log.report(position, "\(name) must be a whole number \(bounds), not \(summary)")
      return nil
    }
    warnOfQuotes(log)
    return value
  }

  /// The number that is written here in decimal, as people write it.
  var decimal: Double? {
    guard case .scalar(let text) = content, text.utf8.count <= 64 else { return nil }
    let digits = text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digits, text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable<String> & CaseIterable>(as name: String, _ log: ProblemLog)
    -> Word?
  {
    word(as: name, Array(Word.allCases), log)
  }

  /// One of these words of an enumeration.
  func word<Word: RawRepresentable<String>>(as name: String, _ words: [Word], _ log: ProblemLog)
    -> Word?
  {
    word(as: name, among: words.map(\.rawValue), log).flatMap(Word.init)
  }

  /// One of these words.
  func word(as name: String, among known: [String], _ log: ProblemLog) -> String? {
    var guess = ""
    if case .scalar(let text) = content {
      // Libraries of YAML 1.1 read `off` and write `false`.
      let written = flag == false && !known.contains(text) ? "off" : text
      if known.contains(written) { return written }
      guess = Spelling.hint(text, among: known)
    }
    let list = known.joined(separator: ", ")
    log.report(position, "\(name) must be one of \(list), not \(summary)\(guess)")
    return nil
  }

  /// Channel numbers, from 1 to `count` when that is known.
  func channelNumbers(as name: String, of owner: String, count: Int?, _ log: ProblemLog) -> [Int]? {
    guard let items = list(as: name, log) else { return nil }
    guard !items.isEmpty else {
      log.report(position, "\(name) must hold at least one channel number")
      return nil
    }
    var numbers: [Int] = []
    for item in items {
      guard let number = item.wholeNumber(as: name, in: 1...Limits.channels, log) else { continue }
      if let count, number > count {
        let has = "it has \(counted(count, "channel"))"
        log.report(item.position, "\(owner) has no channel \(number): \(has)")
        continue
      }
      numbers.append(number)
    }
    return numbers.count == items.count ? numbers : nil
  }
}

/// The names in a preset.
enum Names {
  /// Whether `text` may be a name; reports when not.
  static func check(_ text: String, _ what: String, _ position: Position, _ log: ProblemLog) -> Bool
  {
    guard !text.isEmpty, text.utf8.count <= Limits.nameLength, text.utf8.allSatisfy(isAllowed)
    else {
      let rule = "letters, digits, '_' and '-', at most \(Limits.nameLength) of them"
      log.report(position, "\(text.quoted) can't be the name of \(what): names are made of \(rule)")
      return false
    }
    return true
  }

  /// Reports the name of a route or a session that has another meaning in paths and sends.
  static func checkReserved(
    _ text: String,
    _ noun: String,
    _ position: Position,
    _ log: ProblemLog
  ) {
    guard let meaning = Rig.reservedNames.first(where: { $0.key == text })?.value else { return }
    log.report(position, "no \(noun) can be called \(text.quoted): \(meaning)")
  }

  /// Letters, digits, `_` and `-` of ASCII.
  static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
