// SPDX-License-Identifier: Apache-2.0
// Values of a saved state, from what Turtle says of them to the bytes of atoms.

internal import Glibc
internal import StrictJSON

/// A value of a type; the type is a URID.
struct AtomValue: Hashable, Sendable {
  var type: UInt32
  var bytes: [UInt8]
}

/// Why a value in a state can't be had; a sentence without its subject and point.
struct AtomProblem: Error, Hashable {
  var sentence: String
}

/// Reads values as sratom writes them.
///
/// sratom itself ends the program on a vector that does not say what it is of, and on things that
/// are in themselves.
struct AtomReader {
  static let mostValuesInOneAnother = 64
  /// What one value and all in it may take.
  static let mostBytes = 256 << 20
  /// The values in brackets within one value.
  ///
  /// A few lines of Turtle can name more than any memory holds, and each of them takes longer to
  /// read than a number.
  static let mostThings = 100_000

  private let triples: Triples
  private let folder: String
  /// What problems are reported of.
  private let origin: String
  private let urids = EventURIDs.shared
  private var depth = 0
  private var spent = 0
  private var things = 0

  /// Reads what is said in a file in `folder`; `origin` is what the value is of.
  init(_ triples: Triples, folder: String, origin: String) {
    (self.triples, self.folder, self.origin) = (triples, folder, origin)
  }

  /// Reads a value.
  mutating func read(_ term: Term) throws(AtomProblem) -> AtomValue {
    let value: AtomValue
    switch term {
    case .literal(let text, let type, let language):
      value = try literal(text, type, language)
    case .uri(Vocabulary.rdf("nil")): value = AtomValue(type: 0, bytes: [])
    case .uri(let uri):
      value = term.path.map { text($0, urids.path) } ?? AtomValue(type: urids.urid, word(map(uri)))
    case .blank:
      guard depth < AtomReader.mostValuesInOneAnother else {
        let most = AtomReader.mostValuesInOneAnother
        throw problem("\(origin) is more than \(most) values in one another")
      }
      things += 1
      guard things <= AtomReader.mostThings else { throw tooLarge }
      depth += 1
      defer { depth -= 1 }
      value = try thing(term)
    }
    spent += value.bytes.count + 16
    guard spent <= AtomReader.mostBytes else { throw tooLarge }
    return value
  }

  private var tooLarge: AtomProblem { problem("\(origin) is too large") }

  private func problem(_ sentence: String) -> AtomProblem { AtomProblem(sentence: sentence) }

  private func map(_ uri: String) -> UInt32 { URIDs.number(uri) }

  private func word(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func text(_ text: String, _ type: UInt32) -> AtomValue {
    AtomValue(type: type, bytes: Array(text.utf8) + [0])
  }

  // MARK: Literals

  private func literal(
    _ content: String,
    _ type: String?,
    _ language: String?
  ) throws(AtomProblem) -> AtomValue {
    guard let type else {
      guard let language else { return text(content, urids.string) }
      let uri = "http://lexvo.org/id/iso639-3/" + language
      return AtomValue(type: map(Vocabulary.atom("Literal")), literal(content, 0, map(uri)))
    }
    switch type {
    case Vocabulary.types("string"): return text(content, urids.string)
    case Vocabulary.types("anyURI"), Vocabulary.atom("URI"): return text(content, urids.uri)
    case Vocabulary.atom("Path"): return text(path(content), urids.path)
    case Vocabulary.types("base64Binary"):
      return AtomValue(type: urids.chunk, bytes: try blob(content))
    case Vocabulary.midi("MidiEvent"): return AtomValue(type: urids.midi, bytes: try midi(content))
    default:
      if let value = try number(content, type) { return value }
      return AtomValue(type: map(Vocabulary.atom("Literal")), literal(content, map(type), 0))
    }
  }

  private func literal(_ content: String, _ type: UInt32, _ language: UInt32) -> [UInt8] {
    word(type) + word(language) + Array(content.utf8) + [0]
  }

  /// A relative path is one in the state's folder.
  private func path(_ content: String) -> String {
    content.isEmpty || content.hasPrefix("/") ? content : folder + "/" + content
  }

  /// A number of one of Turtle's types; `nil` for what is no type of numbers.
  private func number(_ content: String, _ type: String) throws(AtomProblem) -> AtomValue? {
    let digits = content.hasPrefix("+") ? String(content.dropFirst()) : content
    let value: ParameterValue?
    switch type {
    case Vocabulary.types("int"), Vocabulary.types("integer"):
      value = Int64(digits).map { .int(Int32(truncatingIfNeeded: $0)) }
    case Vocabulary.types("long"): value = Int64(digits).map { .long($0) }
    case Vocabulary.types("float"), Vocabulary.types("decimal"):
      value = Float(digits).map { .float($0) }
    case Vocabulary.types("double"): value = Double(digits).map { .double($0) }
    case Vocabulary.types("boolean"): value = .bool(content == "true" || content == "1")
    default: return nil
    }
    guard let atom = value?.atom(urids) else {
      throw problem("\(origin): '\(content.prefix(40))' is no number")
    }
    return AtomValue(type: atom.type, bytes: atom.bytes)
  }

  private func blob(_ content: String) throws(AtomProblem) -> [UInt8] {
    guard let bytes = Base64.decode(content) else {
      throw problem("\(origin) is no base64, as it says it is")
    }
    return bytes
  }

  private func midi(_ content: String) throws(AtomProblem) -> [UInt8] {
    let digits = Array(content.utf8)
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<min($0 + 2, digits.count)], as: UTF8.self), radix: 16)
    }
    guard !bytes.contains(nil) else { throw problem("\(origin) is no MIDI, as it says it is") }
    return bytes.compactMap { $0 }
  }

  // MARK: Things in brackets

  private mutating func thing(_ term: Term) throws(AtomProblem) -> AtomValue {
    let type = triples.object(of: term, Vocabulary.rdf("type"))?.uri
    let value = triples.object(of: term, Vocabulary.rdf("value"))
    switch type {
    case Vocabulary.atom("Tuple"):
      return AtomValue(type: map(Vocabulary.atom("Tuple")), try tuple(list(value)))
    case Vocabulary.atom("Sequence"):
      return AtomValue(type: urids.sequence, try sequence(list(value)))
    case Vocabulary.atom("Vector"): return try vector(term, list(value))
    default:
      if case .literal(let content, Vocabulary.types("base64Binary"), _) = value {
        return AtomValue(type: type.map(map) ?? 0, bytes: try blob(content))
      }
      return AtomValue(type: urids.object, try object(term, type))
    }
  }

  private func list(_ list: Term?) throws(AtomProblem) -> [Term] {
    guard let list else { return [] }
    guard let members = triples.members(of: list) else {
      throw problem("a list in \(origin) does not end")
    }
    return members
  }

  /// An atom with its header, filled up to a multiple of eight bytes.
  private func whole(_ value: AtomValue) -> [UInt8] {
    let padding = [UInt8](repeating: 0, count: (8 - value.bytes.count % 8) % 8)
    let size = UInt32(truncatingIfNeeded: value.bytes.count)
    return word(size) + word(value.type) + value.bytes + padding
  }

  private mutating func tuple(_ members: [Term]) throws(AtomProblem) -> [UInt8] {
    var bytes: [UInt8] = []
    for member in members { bytes += whole(try read(member)) }
    return bytes
  }

  private mutating func sequence(_ members: [Term]) throws(AtomProblem) -> [UInt8] {
    var unit: UInt32 = 0
    var bytes: [UInt8] = []
    for member in members {
      guard let value = triples.object(of: member, Vocabulary.rdf("value")) else {
        throw problem("an event in \(origin) has no value")
      }
      let beat = triples.object(of: member, Vocabulary.atom("beatTime"))?.text
      let frame = triples.object(of: member, Vocabulary.atom("frameTime"))?.text
      if beat != nil { unit = map(Vocabulary.atom("beatTime")) }
      let time = Double(beat ?? frame ?? "0") ?? 0
      let bits = beat != nil ? time.bitPattern : UInt64(bitPattern: Int64(clamping: time))
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
      bytes += whole(try read(value))
    }
    return word(unit) + word(0) + bytes
  }

  private mutating func vector(
    _ term: Term,
    _ members: [Term]
  ) throws(AtomProblem) -> AtomValue {
    guard let child = triples.object(of: term, Vocabulary.atom("childType"))?.uri else {
      throw problem("the vector in \(origin) does not say what it is of")
    }
    let type = map(child)
    let isLong = type == urids.long || type == urids.double
    guard isLong || [urids.int, urids.bool, urids.float, urids.urid].contains(type) else {
      throw problem("the vector in \(origin) is of what no vector is of")
    }
    var bytes = word(isLong ? 8 : 4) + word(type)
    bytes.reserveCapacity(8 + members.count * (isLong ? 8 : 4))
    for member in members {
      let value = try read(member)
      guard value.type == type else {
        throw problem("the vector in \(origin) holds what it is not of")
      }
      bytes += value.bytes
    }
    return AtomValue(type: map(Vocabulary.atom("Vector")), bytes)
  }

  private mutating func object(_ term: Term, _ type: String?) throws(AtomProblem) -> [UInt8] {
    var bytes = word(0) + word(type.map(map) ?? 0)
    for (key, value) in triples.statements(of: term) {
      if key == Vocabulary.rdf("type"), value.uri == type { continue }
      bytes += word(map(key)) + word(0) + whole(try read(value))
    }
    return bytes
  }
}

extension AtomValue {
  fileprivate init(type: UInt32, _ bytes: [UInt8]) {
    self.init(type: type, bytes: bytes)
  }
}

extension Int64 {
  /// The nearest whole number that there is.
  fileprivate init(clamping value: Double) {
    self = Int64(exactly: value.rounded(.towardZero)) ?? (value > 0 ? .max : value < 0 ? .min : 0)
  }
}
