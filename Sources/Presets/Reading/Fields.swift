// SPDX-License-Identifier: Apache-2.0
// A mapping with fixed keys, being read: hands out values by key and reports what it does not know.

import Quantities
import RigModel

/// The values of a mapping.
struct Fields {
  let position: Position
  let log: ProblemLog
  private let shape: Shape
  private var entries: [String: YAMLNode.Entry] = [:]
  /// The keys that unknown, reported ones were probably meant to be.
  private var meant: Set<String> = []

  /// Takes a mapping and reports unknown keys; `nil` (and a report) when it is no mapping.
  init?(_ node: YAMLNode, _ shape: Shape, _ log: ProblemLog) {
    guard let list = node.entries(as: shape.noun, log) else { return nil }
    position = node.position
    self.shape = shape
    self.log = log
    var last: String?
    for entry in list {
      guard let key = Self.key(entry.key, of: shape) else {
        if !reportRest(entry, behind: last) {
          let hint = Spelling.hintOrList(entry.key, among: shape.keys, of: "its keys")
          log.report(entry.position, "\(entry.key.quoted) is no key of \(shape.noun)\(hint)")
        }
        if let nearest = Spelling.nearest(entry.key, among: shape.keys) { meant.insert(nearest) }
        continue
      }
      if let first = entries[key] {
        let line = first.position.line
        log.report(entry.position, "the key \(key.quoted) stands twice, first in line \(line)")
        continue
      }
      entries[key] = entry
      last = key
    }
  }

  /// The key for a key of the file: libraries of YAML 1.1 read `on` and write `true`.
  private static func key(_ key: String, of shape: Shape) -> String? {
    if shape.table[key] != nil { return key }
    return key == "true" && shape.table["on"] != nil ? "on" : nil
  }

  /// Reports a word between commas that looks like the rest of the text before it; `false` when it
  /// does not.
  private mutating func reportRest(_ entry: YAMLNode.Entry, behind key: String?) -> Bool {
    guard entry.isBare, let key, let value = entries[key]?.value, value.isPlain,
      case .scalar(let text) = value.content, !text.isEmpty, value.flag == nil,
      Spelling.hint(entry.key, among: shape.keys).isEmpty
    else { return false }
    let whole = "\(text), \(entry.key)"
    let problem = "\(entry.key.quoted) is no key of \(shape.noun): a ',' ends a text here"
    log.report(entry.position, "\(problem); if it belongs to it, write \(whole.quoted) in quotes")
    entries[key]?.value.isCut = true
    return true
  }

  /// The row of a key.
  private func row(_ key: String) -> Key {
    guard let row = shape.table[key] else {
      preconditionFailure("the table of \(shape.noun) lacks \(key)")
    }
    return row
  }

  /// The value at a key.
  subscript(_ key: String) -> YAMLNode? {
    log.readKeys?.note(row(key), of: shape)
    return entries[key]?.value
  }

  /// Whether a key is there.
  func has(_ key: String) -> Bool { entries[row(key).name] != nil }

  /// The position of a key; that of the mapping if the key is missing.
  func position(of key: String) -> Position {
    entries[row(key).name]?.position ?? position
  }

  /// The value at a key that must be there.
  func required(_ key: String) -> YAMLNode? {
    guard let node = self[key] else {
      if !isMeant([key]) { log.report(position, "\(shape.noun) needs the key '\(key)'") }
      return nil
    }
    return node
  }

  /// Whether a key that was reported as unknown was probably meant to be one of these: then none of
  /// them is reported as missing.
  func isMeant(_ keys: [String]) -> Bool { keys.contains(where: meant.contains) }

  /// Reports keys that have no meaning beside `reason`.
  func refuse(_ keys: [String], _ reason: String) {
    for key in keys where has(key) {
      log.report(position(of: key), "'\(key)' \(reason): remove it")
    }
  }
}

/// Values as their rows describe them.
extension Fields {
  /// The value at a key, which is reported as missing if its row says that it must be there.
  private func node(_ key: String) -> YAMLNode? {
    if case .required = row(key).usual { required(key) } else { self[key] }
  }

  /// A switch.
  func boolean(_ key: String) -> Bool {
    guard case .flag(let usual) = row(key).usual else { preconditionFailure(lack(key, "a switch")) }
    return boolean(key, default: usual)
  }

  /// A switch whose default depends on something else.
  func boolean(_ key: String, default usual: Bool) -> Bool {
    self[key]?.boolean(as: key, log) ?? usual
  }

  /// One of the words of an enumeration.
  func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String) -> Word {
    guard case .word(let name) = row(key).usual, let usual = Word(rawValue: name) else {
      preconditionFailure(lack(key, "a word"))
    }
    return choice(key) ?? usual
  }

  /// One of the words of an enumeration, if there is one.
  func choice<Word: RawRepresentable<String> & CaseIterable>(_ key: String) -> Word? {
    assert(row(key).value.words == Word.allCases.map(\.rawValue), lack(key, "these words"))
    return node(key)?.word(as: key, log)
  }

  /// A time.
  func seconds(_ key: String) -> Seconds {
    guard case .number(let usual) = row(key).usual else { preconditionFailure(lack(key, "a time")) }
    return seconds(key, default: Seconds(usual))
  }

  /// A time whose default depends on something else.
  func seconds(_ key: String, default usual: Seconds) -> Seconds {
    number(key).map { Seconds($0) } ?? usual
  }

  /// A decimal number, if there is one.
  func number(_ key: String) -> Double? {
    node(key)?.number(as: key, in: range(of: key), log)
  }

  /// A whole number, if there is one.
  func wholeNumber(_ key: String) -> Int? {
    guard let range = row(key).value.wholeNumbers else {
      preconditionFailure(lack(key, "a whole number"))
    }
    return node(key)?.wholeNumber(as: key, in: range, log)
  }

  /// A level; where its row says so, `-inf` stands for silence.
  func level(_ key: String) -> Decibels {
    guard let node = node(key) else { return .unity }
    let range = range(of: key)
    guard case .level = row(key).value else {
      return node.number(as: key, in: range, log).map { Decibels(Float($0)) } ?? .unity
    }
    if node.isSilence { return .silence }
    let value = node.number(as: key, in: range, alternative: " or -inf", log)
    return value.map { Decibels(Float($0)) } ?? .unity
  }

  /// The range of the numbers that a key takes.
  func range(of key: String) -> ClosedRange<Double> {
    guard let range = row(key).value.numbers else { preconditionFailure(lack(key, "a number")) }
    return range
  }

  private func lack(_ key: String, _ what: String) -> String {
    "the row of \(key) of \(shape.noun) lacks \(what)"
  }
}
