// SPDX-License-Identifier: Apache-2.0
// Reads Turtle, the language of LV2's data files, within bounds.

/// What is wrong with a text in Turtle.
struct TurtleProblem: Error, Hashable {
  /// The line, from 1.
  var line: Int
  var kind: Kind

  enum Kind: Hashable {
    case notTurtle
    case tooDeep
    case portOutOfReach
  }

  /// The end of a sentence that begins with the file's name.
  var sentence: String {
    switch kind {
    case .notTurtle: "line \(line) is not Turtle"
    case .tooDeep:
      "line \(line) has more than \(TurtleReader.mostBrackets) brackets in one another"
    case .portOutOfReach:
      "line \(line) has a port with a number that is not from 0 to \(TurtleReader.mostPorts - 1)"
    }
  }
}

/// A reader of one text.
///
/// Unlike lilv's it never recurses deeper than `mostBrackets`, and tells what it does not
/// understand.
struct TurtleReader {
  /// How deep brackets may be nested; real files have five.
  static let mostBrackets = 64
  /// How many ports a plugin may have: lilv makes room for all up to the highest number.
  static let mostPorts = 10_000

  /// What the text says, as far as it was read.
  private(set) var triples = Triples()
  private var scanner: TurtleScanner
  private let keeps: Bool
  private var base: String
  private var prefixes: [String: String] = [:]
  private var labels: [String: Int] = [:]
  private var blanks = 0
  private var depth = 0

  /// Reads a text, whose relative URIs begin at `base`; to look for what is wrong with it, nothing
  /// need be kept.
  init(_ bytes: [UInt8], base: String, keeps: Bool = true) {
    scanner = TurtleScanner(bytes)
    self.keeps = keeps
    self.base = base
  }

  /// Reads all of it.
  mutating func read() throws(TurtleProblem) {
    while scanner.skipSpace() { try statement() }
  }

  private mutating func statement() throws(TurtleProblem) {
    if scanner.take("@prefix") || scanner.takeWord("PREFIX") {
      let isOld = scanner.isBehindAt
      try scanner.needSpace()
      let name = try scanner.prefix()
      try scanner.needSpace()
      prefixes[name] = FileURI.resolve(try scanner.uri(), base: base)
      if isOld { try scanner.need(".") }
    } else if scanner.take("@base") || scanner.takeWord("BASE") {
      let isOld = scanner.isBehindAt
      try scanner.needSpace()
      base = FileURI.resolve(try scanner.uri(), base: base)
      if isOld { try scanner.need(".") }
    } else {
      let isAnonymous = scanner.next == UInt8(ascii: "[")
      let subject = try thing()
      _ = scanner.skipSpace()
      if !isAnonymous || scanner.next != UInt8(ascii: ".") { try predicates(of: subject) }
      try scanner.need(".")
    }
  }

  private mutating func predicates(of subject: Term) throws(TurtleProblem) {
    while true {
      _ = scanner.skipSpace()
      let predicate: String
      if scanner.takeA() {
        predicate = Vocabulary.rdf("type")
      } else {
        guard let uri = try named()?.uri else { throw scanner.problem() }
        predicate = uri
      }
      repeat {
        _ = scanner.skipSpace()
        try add(subject, predicate, try object())
      } while scanner.accept(",")
      guard scanner.accept(";") else { return }
      while scanner.accept(";") {}
      if [UInt8(ascii: "."), UInt8(ascii: "]")].contains(scanner.next) { return }
    }
  }

  private mutating func add(
    _ subject: Term,
    _ predicate: String,
    _ object: Term
  ) throws(TurtleProblem) {
    if predicate == Vocabulary.core("index"), case .literal(let text, _, _) = object,
      !(Int(text).map { (0..<TurtleReader.mostPorts).contains($0) } ?? true)
    {
      throw scanner.problem(.portOutOfReach)
    }
    if keeps { triples.add(subject, predicate, object) }
  }

  private mutating func object() throws(TurtleProblem) -> Term {
    switch scanner.next {
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try scanner.string()
      if scanner.take("^^") {
        guard let type = try named()?.uri else { throw scanner.problem() }
        return .literal(text, type: type)
      }
      return .literal(text, type: nil, language: try scanner.language())
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      let (text, type) = try scanner.number()
      return .literal(text, type: Vocabulary.types(type))
    default:
      if let word = scanner.boolean() { return .literal(word, type: Vocabulary.types("boolean")) }
      return try thing()
    }
  }

  /// What can be a subject: a URI, a label, or what is in brackets.
  private mutating func thing() throws(TurtleProblem) -> Term {
    if let term = try named() { return term }
    guard scanner.next == UInt8(ascii: "[") || scanner.next == UInt8(ascii: "(") else {
      throw scanner.problem()
    }
    guard depth < TurtleReader.mostBrackets else { throw scanner.problem(.tooDeep) }
    depth += 1
    defer { depth -= 1 }
    return scanner.take("[") ? try properties() : try list()
  }

  private mutating func properties() throws(TurtleProblem) -> Term {
    let subject = blank()
    if scanner.accept("]") { return subject }
    try predicates(of: subject)
    try scanner.need("]")
    return subject
  }

  private mutating func list() throws(TurtleProblem) -> Term {
    try scanner.need("(")
    var members: [Term] = []
    while !scanner.accept(")") {
      let member = try object()
      if keeps { members.append(member) }
    }
    guard !members.isEmpty else { return .uri(Vocabulary.rdf("nil")) }
    let list = blank()
    triples.add(list: members, as: list)
    return list
  }

  /// A URI, a short one, or a label; `nil` where there is none of them.
  private mutating func named() throws(TurtleProblem) -> Term? {
    if scanner.next == UInt8(ascii: "<") {
      return .uri(FileURI.resolve(try scanner.uri(), base: base))
    }
    if scanner.take("_:") {
      let label = try scanner.label()
      if let number = labels[label] { return .blank(number) }
      let term = blank()
      labels[label] = blanks
      return term
    }
    guard let (prefix, name) = try scanner.shortURI() else { return nil }
    guard let space = prefixes[prefix] else { throw scanner.problem() }
    return .uri(space + name)
  }

  private mutating func blank() -> Term {
    blanks += 1
    return .blank(blanks)
  }
}
