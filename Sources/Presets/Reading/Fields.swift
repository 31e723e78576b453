// SPDX-License-Identifier: Apache-2.0
// A mapping with fixed keys, being read: hands out values by key and reports what it does not know.

import Quantities
import RigModel

/// The values of a mapping.
struct Fields {
  let position: Position
  let log: ProblemLog
  private let shape: any MappingShape
  private var entries: [String: YAMLNode.Entry] = [:]
  /// The keys that unknown, reported ones were probably meant to be.
  private var meant: Set<String> = []

  /// Takes a mapping of a preset and reports unknown keys; `nil` (and a report) when it is no
  /// mapping.
  init?(_ node: YAMLNode, _ shape: Shape, _ log: ProblemLog) {
    self.init(node, of: shape, log)
  }

  /// Takes a mapping of any kind of file.
  init?(_ node: YAMLNode, of shape: any MappingShape, _ log: ProblemLog) {
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
  private static func key(_ key: String, of shape: any MappingShape) -> String? {
    if shape.keys.contains(key) { return key }
    return key == "true" && shape.keys.contains("on") ? "on" : nil
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

  /// The value at a key of the shape.
  subscript(_ key: String) -> YAMLNode? {
    precondition(shape.keys.contains(key), "the table of keys lacks \(key)")
    return entries[key]?.value
  }

  /// Whether a key is there.
  func has(_ key: String) -> Bool { entries[key] != nil }

  /// The position of a key; that of the mapping if the key is missing.
  func position(of key: String) -> Position {
    entries[key]?.position ?? position
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
    for key in keys where self[key] != nil {
      log.report(position(of: key), "'\(key)' \(reason): remove it")
    }
  }

  func boolean(_ key: String, default fallback: Bool) -> Bool {
    self[key]?.boolean(as: key, log) ?? fallback
  }

  func word<Word: RawRepresentable<String> & CaseIterable>(_ key: String, default fallback: Word)
    -> Word
  {
    self[key]?.word(as: key, log) ?? fallback
  }

  func seconds(_ key: String, _ range: ClosedRange<Double>, default fallback: Seconds) -> Seconds {
    self[key]?.number(as: key, in: range, log).map { Seconds($0) } ?? fallback
  }

  /// A decimal number in a range, if there is one.
  func number(_ key: String, _ range: ClosedRange<Double>) -> Double? {
    self[key]?.number(as: key, in: range, log)
  }

  /// A whole number in a range, if there is one.
  func wholeNumber(_ key: String, _ range: ClosedRange<Int>) -> Int? {
    self[key]?.wholeNumber(as: key, in: range, log)
  }

  /// A level; `-inf` stands for silence where that makes sense.
  func level(
    _ key: String,
    _ range: ClosedRange<Double> = MixerLimits.level,
    allowsSilence: Bool = false
  ) -> Decibels {
    guard let node = self[key] else { return .unity }
    if allowsSilence, node.isSilence { return .silence }
    let alternative = allowsSilence ? " or -inf" : ""
    let value = node.number(as: key, in: range, alternative: alternative, log)
    return value.map { Decibels(Float($0)) } ?? .unity
  }
}
