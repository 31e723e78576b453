// SPDX-License-Identifier: Apache-2.0
// What Turtle says: subjects, predicates and objects.

/// A subject or an object.
enum Term: Hashable {
  /// A thing with a URI.
  case uri(String)
  /// A thing without one.
  case blank(Int)
  /// A value, with the URI of its type or its language where they are said.
  case literal(String, type: String?, language: String? = nil)

  /// The URI, if it is a thing with one.
  var uri: String? {
    guard case .uri(let uri) = self else { return nil }
    return uri
  }

  /// The text of a literal.
  var text: String? {
    guard case .literal(let text, _, _) = self else { return nil }
    return text
  }

  /// The file that it is the URI of.
  var path: String? {
    guard let uri, uri.hasPrefix("file://") else { return nil }
    return FileURI.path(of: uri)
  }
}

/// What one or more files say, by subject.
struct Triples {
  private var bySubject: [Term: [(predicate: String, object: Term)]] = [:]
  /// What is in round brackets, which is much where a state keeps a table of samples.
  private var lists: [Term: [Term]] = [:]

  /// All subjects, in no order.
  var subjects: Dictionary<Term, [(predicate: String, object: Term)]>.Keys { bySubject.keys }

  mutating func add(_ subject: Term, _ predicate: String, _ object: Term) {
    bySubject[subject, default: []].append((predicate, object))
  }

  mutating func add(list members: [Term], as list: Term) {
    lists[list] = members
  }

  /// The members of a list; `nil` for one that does not end.
  func members(of list: Term) -> [Term]? {
    if let members = lists[list] { return members }
    var members: [Term] = []
    var seen: Set<Term> = []
    var link: Term? = list
    // As it may be written, too: a first one, and the rest.
    while let here = link, here != .uri(Vocabulary.rdf("nil")),
      let first = object(of: here, Vocabulary.rdf("first"))
    {
      guard seen.insert(here).inserted else { return nil }
      members.append(first)
      link = object(of: here, Vocabulary.rdf("rest"))
    }
    return members
  }

  /// Everything that is said of something, in the order of the text.
  func statements(of subject: Term) -> [(predicate: String, object: Term)] {
    bySubject[subject] ?? []
  }

  func objects(of subject: Term, _ predicate: String) -> [Term] {
    statements(of: subject).filter { $0.predicate == predicate }.map(\.object)
  }

  func object(of subject: Term, _ predicate: String) -> Term? {
    statements(of: subject).first { $0.predicate == predicate }?.object
  }

  func has(_ subject: Term, _ predicate: String, _ object: Term) -> Bool {
    statements(of: subject).contains { $0.predicate == predicate && $0.object == object }
  }
}

/// Paths as URIs.
enum FileURI {
  static func make(_ path: String) -> String {
    "file://"
      + path.utf8.map { byte in
        let isPlain = byte > 0x20 && byte < 0x7f && !"<>\"{}|\\^`%#?".utf8.contains(byte)
        let digits = String(byte, radix: 16, uppercase: true)
        return isPlain ? String(UnicodeScalar(byte)) : (digits.count < 2 ? "%0" : "%") + digits
      }.joined()
  }

  static func path(of uri: String) -> String? {
    guard let start = uri.dropFirst("file://".count).firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(uri[start...].utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// A URI that may be relative, from where another one is.
  static func resolve(_ uri: String, base: String) -> String {
    let scheme = uri.prefix { $0 != ":" && $0 != "/" && $0 != "#" && $0 != "?" }
    if !scheme.isEmpty, uri.dropFirst(scheme.count).first == ":" { return uri }
    let trunk = base.prefix { $0 != "#" && $0 != "?" }
    if uri.isEmpty { return String(trunk) }
    if uri.hasPrefix("#") || uri.hasPrefix("?") { return trunk + uri }
    let start = base.firstRange(of: "://")?.upperBound ?? base.startIndex
    if uri.hasPrefix("//") { return base[..<start].dropLast(2) + uri }
    let root = base[start...].firstIndex(of: "/") ?? base.endIndex
    let folder = base[root...].prefix { $0 != "#" && $0 != "?" }.lastIndex(of: "/") ?? root
    let path = uri.hasPrefix("/") ? uri : base[root..<folder] + "/" + uri
    return base[..<root] + withoutDots(path)
  }

  private static func withoutDots(_ path: String) -> String {
    guard path.contains("/.") else { return path }
    var parts: [Substring] = []
    let all = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in all.enumerated() {
      let isLast = index == all.count - 1
      switch part {
      case ".": if isLast { parts.append("") }
      case "..":
        if parts.count > 1 { parts.removeLast() }
        if isLast { parts.append("") }
      default: parts.append(part)
      }
    }
    return parts.joined(separator: "/")
  }
}
