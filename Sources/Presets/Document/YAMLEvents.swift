// SPDX-License-Identifier: Apache-2.0
// libyaml's events as Swift values, and its complaints as problems.

import CYaml

/// One event of the parser.
struct YAMLEvent {
  var kind: Kind
  var position: Position
  /// The name that aliases may use for the value that starts here.
  var anchor: String?

  enum Kind {
    case scalar(String)
    case alias(String)
    case sequenceStart, sequenceEnd
    case mappingStart, mappingEnd
    case documentStart
    case streamEnd
    /// What means nothing to a preset.
    case other
  }
}

/// The events of one text.
@safe
final class YAMLEvents {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  private let file: String

  init(_ text: [UInt8], file: String) {
    self.file = file
    unsafe bytes = .allocate(capacity: text.count)
    _ = unsafe bytes.initialize(from: text)
    unsafe parser = .allocate(capacity: 1)
    unsafe parser.initialize(to: yaml_parser_t())
    let isReady = unsafe yaml_parser_initialize(parser)
    precondition(isReady == 1, "out of memory")
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, text.count)
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
      throw PresetProblem(position, "tags ('!…') are not used in presets: remove it")
    }
    let anchor = unsafe Self.anchor(event).map { unsafe String(cString: $0) }
    return unsafe YAMLEvent(kind: Self.kind(event), position: position, anchor: anchor)
  }

  private static func kind(_ event: yaml_event_t) -> YAMLEvent.Kind {
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return unsafe .scalar(String(decoding: text, as: UTF8.self))
    case YAML_ALIAS_EVENT: return unsafe .alias(String(cString: event.data.alias.anchor))
    case YAML_SEQUENCE_START_EVENT: return .sequenceStart
    case YAML_SEQUENCE_END_EVENT: return .sequenceEnd
    case YAML_MAPPING_START_EVENT: return .mappingStart
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

  private func complaint() -> PresetProblem {
    let problem = unsafe parser.pointee.problem.map { unsafe String(cString: $0) } ?? "no memory"
    if unsafe parser.pointee.error == YAML_READER_ERROR {
      let offset = unsafe parser.pointee.problem_offset
      return PresetProblem(locate(byte: offset), "this is not text in UTF-8: \(problem)")
    }
    var message = "this is not valid YAML: \(problem)"
    if let context = unsafe parser.pointee.context.map({ unsafe String(cString: $0) }) {
      let start = unsafe parser.pointee.context_mark
      message += " (\(context) that starts in line \(start.line + 1))"
    }
    return PresetProblem(unsafe locate(parser.pointee.problem_mark), message)
  }

  private func locate(_ mark: yaml_mark_t) -> Position {
    Position(file: file, line: mark.line + 1, column: mark.column + 1)
  }

  /// The position of a byte, which is all that the decoder of libyaml tells.
  private func locate(byte offset: Int) -> Position {
    var position = Position.start(of: file)
    for index in 0..<(unsafe min(offset, bytes.count)) {
      let byte = unsafe bytes[index]
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
