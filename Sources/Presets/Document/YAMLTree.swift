// SPDX-License-Identifier: Apache-2.0
// Builds the tree of a document from its events and stops at once where a text exceeds the limits.

import RigModel

/// The builder of one tree.
struct YAMLTree {
  private let events: YAMLEvents
  private let log: ProblemLog
  private var anchors: [String: YAMLNode] = [:]
  private var valueCount = 0
  private let start: String
  private let limit: Int

  /// Reads the one document of `text`; duplicate keys go to `log`, any other problem ends it.
  ///
  /// A file of this kind begins with `start`, and has no more values than `limit`.
  static func read(
    _ text: [UInt8],
    file: String,
    start: String = "tarmac: 1",
    limit: Int = Limits.values,
    _ log: ProblemLog
  ) throws(PresetProblem) -> YAMLNode {
    let source = SourceText(text)
    do throws(PresetProblem) {
      return try read(source, file, start, limit, log)
    } catch {
      guard YAMLEvents.isEscape(error), let joined = source.joined else { throw error }
      return try read(joined, file, start, limit, log)
    }
  }

  private static func read(
    _ text: SourceText,
    _ file: String,
    _ start: String,
    _ limit: Int,
    _ log: ProblemLog
  ) throws(PresetProblem) -> YAMLNode {
    var tree = YAMLTree(events: YAMLEvents(text, file: file), start: start, limit: limit, log: log)
    return try tree.document(file)
  }

  private init(events: YAMLEvents, start: String, limit: Int, log: ProblemLog) {
    self.events = events
    self.start = start
    self.limit = limit
    self.log = log
  }

  private mutating func document(_ file: String) throws(PresetProblem) -> YAMLNode {
    var event = try events.next()
    while true {
      if case .documentStart = event.kind { break }
      if case .streamEnd = event.kind {
        throw PresetProblem(.start(of: file), "the file is empty: it must begin with '\(start)'")
      }
      event = try events.next()
    }
    let root = try value(try events.next(), depth: 0)
    while true {
      event = try events.next()
      if case .streamEnd = event.kind { return root }
      if case .documentStart = event.kind {
        throw PresetProblem(event.position, "a second document begins here: a file holds only one")
      }
    }
  }

  private mutating func value(_ event: YAMLEvent, depth: Int) throws(PresetProblem) -> YAMLNode {
    guard depth <= Limits.depth else {
      throw PresetProblem(event.position, "this is nested deeper than \(Limits.depth) levels")
    }
    valueCount += 1
    try checkCount(event.position)
    let node: YAMLNode
    switch event.kind {
    case .scalar(let text, let isPlain, let isBeforeComment):
      node = try scalar(text, event.position, isPlain, isBeforeComment)
    case .sequenceStart: node = try sequence(event.position, depth: depth)
    case .mappingStart(let isFlow):
      node = try mapping(event.position, depth: depth, isFlow: isFlow)
    case .alias(let name): node = try alias(name, event.position, depth: depth)
    default: throw PresetProblem(event.position, "a value is missing here")
    }
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private func scalar(
    _ text: String,
    _ position: Position,
    _ isPlain: Bool,
    _ isBeforeComment: Bool
  ) throws(PresetProblem) -> YAMLNode {
    guard !text.unicodeScalars.contains("\0") else {
      throw PresetProblem(position, "a text must not contain the character NUL ('\\0')")
    }
    var node = YAMLNode(position: position, content: .scalar(text))
    (node.isPlain, node.isBeforeComment) = (isPlain, isBeforeComment)
    return node
  }

  private mutating func alias(
    _ name: String,
    _ position: Position,
    depth: Int
  ) throws(PresetProblem) -> YAMLNode {
    guard let node = anchors[name] else {
      let anchor = "&\(name)".quoted
      let problem = "the alias has no value: no \(anchor) ends before this place"
      throw PresetProblem(position, "\(problem); a text that begins with '*' needs quotes")
    }
    guard depth + node.height <= Limits.depth else {
      throw PresetProblem(position, "this is nested deeper than \(Limits.depth) levels")
    }
    valueCount += node.size - 1
    try checkCount(position)
    return node
  }

  private func checkCount(_ position: Position) throws(PresetProblem) {
    guard valueCount <= limit else {
      let message = "the file has more than \(limit) values, counting each use of an alias"
      throw PresetProblem(position, message)
    }
  }

  private mutating func sequence(
    _ position: Position,
    depth: Int
  ) throws(PresetProblem) -> YAMLNode {
    var items: [YAMLNode] = []
    while true {
      let event = try events.next()
      if case .sequenceEnd = event.kind { break }
      items.append(try value(event, depth: depth + 1))
    }
    return Self.collection(.sequence(items), position, items)
  }

  private mutating func mapping(
    _ position: Position,
    depth: Int,
    isFlow: Bool
  ) throws(PresetProblem) -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try events.next()
      if case .mappingEnd = event.kind { break }
      guard case .scalar(let key, let isPlain, _) = event.kind else {
        throw PresetProblem(event.position, "a key must be a plain text")
      }
      let item = try value(try events.next(), depth: depth + 1)
      if let line = lines[key] {
        log.report(event.position, "the key \(key.quoted) stands twice, first in line \(line)")
        continue
      }
      lines[key] = event.position.line
      var entry = YAMLNode.Entry(key: key, position: event.position, value: item)
      if isFlow, isPlain, item.isPlain, case .scalar("") = item.content { entry.isBare = true }
      entries.append(entry)
    }
    return Self.collection(.mapping(entries), position, entries.map(\.value))
  }

  private static func collection(
    _ content: YAMLNode.Content,
    _ position: Position,
    _ items: [YAMLNode]
  ) -> YAMLNode {
    YAMLNode(
      position: position,
      content: content,
      size: 1 + items.reduce(0) { $0 + $1.size },
      height: 1 + (items.map(\.height).max() ?? 0)
    )
  }
}
