// SPDX-License-Identifier: Apache-2.0
// Builds the tree of a document from its events and stops at once where a text grows without bounds.

/// The builder of one tree.
struct YAMLTree {
  private let events: YAMLEvents
  private let log: ProblemLog
  private var anchors: [String: YAMLNode] = [:]
  private var valueCount = 0
  private let start: String
  private let limit: Int

  /// Reads the one document of `text`; keys that stand twice go to `log`, everything else ends it.
  ///
  /// A file of this kind begins with `start`, and has no more values than `limit`.
  static func read(
    _ text: [UInt8],
    file: String,
    start: String = "tarmac: 1",
    limit: Int = Limits.values,
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
    case .scalar(let text): node = try scalar(text, event.position)
    case .sequenceStart: node = try sequence(event.position, depth: depth)
    case .mappingStart: node = try mapping(event.position, depth: depth)
    case .alias(let name): node = try alias(name, event.position, depth: depth)
    default: throw PresetProblem(event.position, "a value is missing here")
    }
    if let anchor = event.anchor { anchors[anchor] = node }
    return node
  }

  private func scalar(_ text: String, _ position: Position) throws(PresetProblem) -> YAMLNode {
    guard !text.unicodeScalars.contains("\0") else {
      throw PresetProblem(position, "a text must not contain the character NUL ('\\0')")
    }
    return YAMLNode(position: position, content: .scalar(text))
  }

  private mutating func alias(
    _ name: String,
    _ position: Position,
    depth: Int
  ) throws(PresetProblem) -> YAMLNode {
    guard let node = anchors[name] else {
      let anchor = "&\(name)".quoted
      throw PresetProblem(position, "the alias has no value: no \(anchor) ends before this place")
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
    depth: Int
  ) throws(PresetProblem) -> YAMLNode {
    var entries: [YAMLNode.Entry] = []
    var lines: [String: Int] = [:]
    while true {
      let event = try events.next()
      if case .mappingEnd = event.kind { break }
      guard case .scalar(let key) = event.kind else {
        throw PresetProblem(event.position, "a key must be a plain text")
      }
      let item = try value(try events.next(), depth: depth + 1)
      if let line = lines[key] {
        log.report(event.position, "the key \(key.quoted) stands twice, first in line \(line)")
        continue
      }
      lines[key] = event.position.line
      entries.append(YAMLNode.Entry(key: key, position: event.position, value: item))
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
