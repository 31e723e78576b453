// SPDX-License-Identifier: Apache-2.0
// XML of strangers, element by element, with limits.

internal import CExpat

/// What is done with the elements of a document.
package protocol XMLElements {
  /// An element begins; its name is without the prefix of a namespace.
  mutating func begin(_ name: String, _ attributes: [String: String])
  /// An element ends, with the text that was in it and in no other one.
  mutating func end(_ name: String, _ text: String)
}

/// Reads a document by Expat.
///
/// Declarations of document types are refused: entities of a document's own could stand for any
/// amount of text, or for other files.
///
/// > Threading: Any.
package enum XMLDocument {
  /// Goes through a document; returns why it is none, in Expat's words, or `nil`.
  package static func read<Elements: XMLElements>(
    _ bytes: [UInt8],
    into elements: inout Elements
  ) -> String? {
    guard let parser = unsafe XML_ParserCreate(nil) else { return "out of memory" }
    defer { unsafe XML_ParserFree(parser) }
    var cargo = unsafe XMLCargo(parser: parser, elements: elements)
    let problem: String? = unsafe withUnsafeMutablePointer(to: &cargo) { cargo in
      unsafe XML_SetUserData(parser, cargo)
      unsafe XML_SetElementHandler(parser, beginElement, endElement)
      unsafe XML_SetCharacterDataHandler(parser, addText)
      unsafe XML_SetStartDoctypeDeclHandler(parser, refuseType)
      let status = unsafe bytes.withUnsafeBytes { raw in
        let start = unsafe raw.baseAddress?.assumingMemoryBound(to: CChar.self)
        return unsafe XML_Parse(parser, start, Int32(clamping: raw.count), 1)
      }
      guard status != XML_STATUS_OK else { return nil }
      let line = unsafe XML_GetCurrentLineNumber(parser)
      let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
        unsafe String(cString: $0)
      }
      return "line \(line): \(words ?? "no XML")"
    }
    if let read = cargo.elements as? Elements { elements = read }
    return problem
  }
}

/// What the handlers have at hand.
@safe
private struct XMLCargo {
  private static let (deepest, longestText) = (32, 4_096)

  let parser: XML_Parser
  var elements: any XMLElements
  /// The elements that are open, and the text of each.
  private var open: [(name: String, text: [UInt8])] = []

  init(parser: XML_Parser, elements: any XMLElements) {
    (unsafe self.parser, self.elements) = (unsafe parser, elements)
  }

  mutating func begin(_ name: String, _ attributes: [String: String]) {
    guard open.count < Self.deepest else { return stop() }
    open.append((name, []))
    elements.begin(name, attributes)
  }

  mutating func end() {
    guard let last = open.popLast() else { return }
    elements.end(last.name, String(decoding: last.text, as: UTF8.self).trimmed)
  }

  mutating func add(_ text: UnsafeBufferPointer<CChar>) {
    guard let last = open.indices.last, open[last].text.count < Self.longestText else { return }
    open[last].text += unsafe text.map { UInt8(bitPattern: $0) }
  }

  func stop() { unsafe XML_StopParser(parser, 0) }
}

private func cargo(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLCargo>? {
  unsafe data?.assumingMemoryBound(to: XMLCargo.self)
}

private nonisolated func beginElement(
  _ data: UnsafeMutableRawPointer?,
  _ name: UnsafePointer<CChar>?,
  _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
  guard let name = unsafe name else { return }
  let whole = unsafe String(cString: name)
  let short = whole.split(separator: ":").last.map(String.init) ?? whole
  var values: [String: String] = [:]
  if var pair = unsafe attributes {
    // Names and values in turn; a name that is none ends them.
    while let key = unsafe pair[0], let value = unsafe pair[1] {
      unsafe values[String(cString: key)] = unsafe String(cString: value)
      unsafe pair += 2
    }
  }
  unsafe cargo(data)?.pointee.begin(short, values)
}

private nonisolated func endElement(
  _ data: UnsafeMutableRawPointer?,
  _: UnsafePointer<CChar>?
) {
  unsafe cargo(data)?.pointee.end()
}

private nonisolated func addText(
  _ data: UnsafeMutableRawPointer?,
  _ text: UnsafePointer<CChar>?,
  _ count: Int32
) {
  unsafe cargo(data)?.pointee.add(UnsafeBufferPointer(start: text, count: Int(count)))
}

private nonisolated func refuseType(
  _ data: UnsafeMutableRawPointer?,
  _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _: UnsafePointer<CChar>?,
  _: Int32
) {
  unsafe cargo(data)?.pointee.stop()
}
