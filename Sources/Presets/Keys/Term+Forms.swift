// SPDX-License-Identifier: Apache-2.0
// Texts with a form of their own, as a schema knows them.

// MARK: Ports, files, machines

extension Term {
  static let port = Term(
    "port",
    [
      "description": "client:port, a pattern with * and ?, or /a regular expression/.",
      "type": "string", "maxLength": .number(Double(Limits.patternLength)),
      "pattern": "[:*?]|^/.+/$",
    ]
  )

  /// One pattern, or for each channel a port or a list of ports.
  static let ports = Term(
    "ports",
    KeyValue.any([.term(.port), .list(.portPatterns, of: 1...)]).schema
  )

  /// A path of the tree.
  static let path = Term("path", ["type": "string", "pattern": #"\."#])

  static let meter = Term(
    "meter",
    ["type": "string", "pattern": #"^\+?0*([1-9]|[1-5][0-9]|6[0-4])/\+?0*(1|2|4|8|16|32|64)$"#]
  )

  static let card = Term(
    "card",
    [
      "type": "string", "minLength": 1, "maxLength": .number(Double(Limits.nameLength)),
      "pattern":
        #"^(?!(hw:)?(CARD=)?([+-]?[0-9]+)?(,|$))[^\n,]+(,(DEV=)?\+?0*([0-9]|[12][0-9]|3[01]))?$"#,
    ]
  )

  static let recordingFile = Term(
    "recordingFile",
    [
      "type": "string",
      "pattern": #"^(.*/)?([^/%]|%[%YymdjHIMSVusF])*\.([wW][aA][vV]|[fF][lL][aA][cC])$"#,
    ]
  )

  /// What is heard at an input of a scenario.
  static let signal = Term(
    "signal",
    .all([
      .term(.text),
      .when(
        ["type": "string", "pattern": "^ *tone( |$)"],
        ["pattern": "^ *tone +[0-9.+eE-]+ *$"]
      ),
    ])
  )

  static let hostName = Term(
    "hostName",
    [
      "type": "string", "maxLength": 253,
      "pattern": "^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$",
    ]
  )

  static let networkAddress = Term(
    "networkAddress",
    [
      "description": "An address in numbers.", "type": "string",
      "anyOf": [
        ["pattern": .string("^\(AddressForm.four)$")], ["pattern": .string("^\(AddressForm.six)$")],
      ],
    ]
  )
}

/// Addresses of the internet in numbers, as regular expressions.
private enum AddressForm {
  private static let byte = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
  private static let hex = "[0-9a-fA-F]{1,4}"
  static let four = #"(\#(byte)\.){3}\#(byte)"#

  /// Eight groups; one `::` may replace some of them, and four bytes the last two.
  static let six = {
    let short = (2...6).reversed().map { "(\(hex):){1,\($0)}(:\(hex)){1,\(7 - $0)}" }
    let mixed = (1...5).reversed().map { "(\(hex):){1,\($0)}:(\(hex):){0,\(5 - $0)}\(four)" }
    let forms =
      ["(\(hex):){7}\(hex)", "(\(hex):){1,7}:"] + short
      + ["\(hex):(:\(hex)){1,6}", ":((:\(hex)){1,7}|:)", "(\(hex):){6}\(four)"]
      + ["::(\(hex):){0,5}\(four)"] + mixed
    return "(\(forms.joined(separator: "|")))"
  }()
}

// MARK: MIDI

extension Term {
  /// The message of a control, such as `cc/1/11`.
  static let midiAddress = {
    let channel = #"\+?0*([1-9]|1[0-6])"#
    let number = #"\+?0*([0-9]|[1-9][0-9]|1[01][0-9]|12[0-7])"#
    let low = #"\+?0*([0-9]|[12][0-9]|3[01])"#
    let parameter = #"\+?0*([0-9]{1,4}|1[0-5][0-9]{3}|16[0-2][0-9]{2}|163[0-7][0-9]|1638[0-3])"#
    let forms = [
      "(note|cc|program)/\(channel)/\(number)", "cc14/\(channel)/\(low)",
      "n?rpn/\(channel)/\(parameter)", "(bend|pressure|program)/\(channel)",
    ]
    let pattern = "^(\(forms.joined(separator: "|")))$"
    return Term("midiAddress", ["type": "string", "pattern": .string(pattern)])
  }()

  /// A control, or its name in a file of controls.
  static let controlName = Term("controlName", .any([.term(.midiAddress), .term(.name)]))

  static let midiValue = Term("midiValue", KeyValue.number(Limits.midiRange).schema)

  static let midiRange = Term(
    "midiRange",
    [
      "type": "array", "minItems": 2, "maxItems": 2,
      "prefixItems": [.any([.term(.midiValue), .term(.silence)]), .term(.midiValue)],
    ]
  )

  /// Bindings of controls that no file gives names to.
  static let plainBindings = Term(
    "plainBindings",
    .all([
      KeyValue.list(.mapping(.binding)).schema,
      ["items": ["properties": ["on": .term(.midiAddress), "true": .term(.midiAddress)]]],
    ])
  )
}
