// SPDX-License-Identifier: Apache-2.0
// libyaml's events as Swift values, and its complaints as problems.

import CYaml
import RigModel

/// One event of the parser.
struct YAMLEvent {
  var kind: Kind
  var position: Position
  /// The name that aliases may use for the value that starts here.
  var anchor: String?

  enum Kind {
    case scalar(String, isPlain: Bool, isBeforeComment: Bool)
    case alias(String)
    case sequenceStart, sequenceEnd
    case mappingStart(isFlow: Bool)
    case mappingEnd
    case documentStart
    case streamEnd
    /// An event without a meaning for presets.
    case other
  }
}

/// The events of one text.
@safe
final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let file: String
  private let text: SourceText
  /// Where the text of the last event ended.
  private var end: SourceText.Place

  init(_ text: SourceText, file: String) {
    (self.file, self.text) = (file, text)
    end = text.start
    unsafe bytes = .allocate(capacity: text.bytes.count)
    _ = unsafe bytes.initialize(from: text.bytes)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    let isReady = unsafe yaml_parser_initialize(parser)
    precondition(isReady == 1, "out of memory")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, text.bytes.count)
  }

  deinit {
    unsafe yaml_parser_delete(parser)
    unsafe parser.deallocate()
    unsafe bytes.deallocate()
  }

  func next() throws(PresetProblem) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw complaint() }
    defer { unsafe yaml_event_delete(&event) }
    let position = unsafe locate(event.start_mark)
    if unsafe Self.hasTag(event) {
      let remedy = "remove it, or put a text that begins with '!' in quotes"
      throw PresetProblem(position, "tags ('!…') are not used in presets: \(remedy)")
    }
    let anchor = unsafe Self.anchor(event).map { unsafe String(cString: $0) }
    return unsafe YAMLEvent(kind: kind(event), position: position, anchor: anchor)
  }

  private func kind(_ event: yaml_event_t) -> YAMLEvent.Kind {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let value = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      let isPlain = unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE
      if isPlain {
        let mark = unsafe event.end_mark
        end = text.place(mark.line, mark.column, from: end)
      }
      return .scalar(
        unsafe String(decoding: value, as: UTF8.self),
        isPlain: isPlain,
        isBeforeComment: isPlain && text.hasComment(at: end)
      )
    case YAML_ALIAS_EVENT: return unsafe .alias(String(cString: event.data.alias.anchor))
    case YAML_SEQUENCE_START_EVENT: return .sequenceStart
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      return unsafe .mappingStart(
        isFlow: event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
      )
    case YAML_MAPPING_END_EVENT: return .mappingEnd
    case YAML_DOCUMENT_START_EVENT: return .documentStart
    case YAML_STREAM_END_EVENT: return .streamEnd
    default: return .other
    }
  }

  private static func anchor(_ event: yaml_event_t) -> UnsafeMutablePointer<yaml_char_t>? {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT: unsafe event.data.scalar.anchor
    case YAML_SEQUENCE_START_EVENT: unsafe event.data.sequence_start.anchor
    case YAML_MAPPING_START_EVENT: unsafe event.data.mapping_start.anchor
    default: nil
    }
  }

  private static func hasTag(_ event: yaml_event_t) -> Bool {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT: unsafe event.data.scalar.tag != nil
    case YAML_SEQUENCE_START_EVENT: unsafe event.data.sequence_start.tag != nil
    case YAML_MAPPING_START_EVENT: unsafe event.data.mapping_start.tag != nil
    default: false
    }
  }

  // MARK: What is no YAML

  /// libyaml's message about a surrogate of JSON.
  private static let badEscape = "invalid Unicode character escape code"

  /// Whether a problem is an escape that YAML does not have.
  static func isEscape(_ problem: PresetProblem) -> Bool { problem.message.contains(badEscape) }

  private func complaint() -> PresetProblem {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "no memory"
    if unsafe parser.pointee.error == YAML_READER_ERROR {
      let offset = unsafe parser.pointee.problem_offset
      return PresetProblem(locate(byte: offset), "this is not text in UTF-8: \(problem)")
    }
    let mark = unsafe parser.pointee.problem_mark
    if let odd = text.oddIndentation(upTo: mark.line) {
      let position = Position(file: file, line: odd.line + 1, column: odd.column + 1)
      let message = "this is not valid YAML: the line is indented with \(odd.scalar.code)"
      return PresetProblem(position, "\(message), and YAML takes only spaces: type them again")
    }
    var message = "this is not valid YAML: \(problem)"
    if let context = unsafe parser.pointee.context.map({ unsafe String(cString: $0) }) {
      let start = unsafe parser.pointee.context_mark
      message += " (\(context) that starts in line \(start.line + 1))"
    }
    return PresetProblem(locate(mark), message + advice(problem, mark))
  }

  /// Advice about a problem: the end of a sentence, or an empty text.
  private func advice(_ problem: String, _ mark: yaml_mark_t) -> String {
    let place = text.place(mark.line, mark.column, from: text.start)
    let found = text.scalar(at: place)
    if problem.contains(Self.badEscape) {
      return ": JSON writes such a character as two escapes, such as \\ud83c\\udfa7"
    }
    switch found {
    case ":"?: return ": a text with ':' before a space needs quotes"
    case "\t"?: return ": indent with spaces, not with tabs"
    case let scalar? where problem.contains("cannot start any token"):
      return ": a text that begins with '\(scalar)' needs quotes"
    default: return ""
    }
  }

  private func locate(_ mark: yaml_mark_t) -> Position {
    let column = text.column(mark.column, line: mark.line)
    return Position(file: file, line: mark.line + 1, column: column)
  }

  /// The position of a byte; libyaml's decoder gives nothing else.
  private func locate(byte offset: Int) -> Position {
    var position = Position.start(of: file)
    for byte in text.bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        position.line += 1
        position.column = 1
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }
}
